// Values computed from all objects that a query selects.

import PersistentObjectsDriver

extension Query {
  /// Returns the number of objects. SQL: `SELECT count(*) FROM (SELECT 1 FROM person WHERE …)`.
  public func count(in session: Session) throws -> Int { try value(.count(), in: session) }

  /// Returns whether the query selects any object.
  public func exists(in session: Session) throws -> Bool {
    try limitedToOne.count(in: session) > 0
  }

  /// Returns a value computed from the objects, which may follow references:
  /// `query.value(.sum(\.home.population, as: Int128.self), in: session)`.
  ///
  /// One statement. SQL:
  /// `SELECT sum(v0) FROM (SELECT home.population AS v0 FROM person LEFT JOIN …)`.
  public func value<Result>(
    _ aggregate: Aggregate<Root, Result>, in session: Session
  ) throws -> Result {
    let (text, table, operand) = try valueText(aggregate, plans: session.plans)
    if let source = table.operands.first, let fold = try aggregate.fold(source) {
      try session.forEachRow(table.text) { row in
        if !row.isNull(at: 0) { try fold.add(row, 0) }
      }
      return try fold.result()
    }
    guard let result = try session.firstRow(text, read: { try aggregate.read(operand, $0, 0) })
    else { throw PersistenceError(.databaseFailed, "the database returned no result") }
    return result
  }
}
