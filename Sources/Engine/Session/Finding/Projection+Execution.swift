// Running projections in a session.

extension Projection {
  /// The rows, in the query's order. One statement, and where objects are among the values one for each of
  /// their classes that has some that are not in hand; elements of collections take one for each collection.
  public func find(in session: Session) throws -> [Output] {
    try session.throwIfFailed()
    let (text, values) = try text(session.plans)
    return try session.rows(text, with: values) { row, objects in
      var projected = ProjectedRow(values, row, objects)
      return try read(&projected)
    }
  }

  /// The first row, or nil.
  public func findFirst(in session: Session) throws -> Output? {
    try limit(1).find(in: session).first
  }

  /// The SQL of ``find(in:)``, with placeholders.
  public func sql(in session: Session) throws -> String {
    try text(session.plans).text.sql(session.store.dialect)
  }
}

extension JoinedQuery {
  /// The pairs. One statement, and one for each class that has objects that are not in hand.
  public func find(in session: Session) throws -> [(Left, Right.Match)] {
    try select { ($0.itself, $1.itself) }.find(in: session)
  }

  /// The number of pairs.
  public func count(in session: Session) throws -> Int { try query.count(in: session) }
}
