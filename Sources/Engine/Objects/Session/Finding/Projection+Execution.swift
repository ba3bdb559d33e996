// Running projections in a session.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension Projection {
  /// Returns the rows in the query's order. Runs one statement. If objects are among the values, it
  /// runs one more for each of their classes, unless all are in memory and up to date; elements of
  /// collections take one for each collection.
  public func find(in session: Session) throws -> [Output] {
    try session.throwIfFailed()
    let (text, values) = try text(session.plans)
    return try session.rows(text, with: values) { row, objects in
      var projected = ProjectedRow(values, row, objects)
      return try read(&projected)
    }
  }

  /// Returns the first row, or nil.
  public func findFirst(in session: Session) throws -> Output? {
    try limit(1).find(in: session).first
  }

  /// Returns the SQL of ``find(in:)``, with placeholders.
  public func sql(in session: Session) throws -> String {
    try text(session.plans).text.sql(session.store.dialect)
  }
}

extension Projection {
  /// Returns the number of rows that ``find(in:)`` returns, such as distinct rows or groups. One
  /// statement.
  public func count(in session: Session) throws -> Int {
    try session.throwIfFailed()
    let number = try session.firstRow(countText(session.plans)) { $0.integer(at: 0) }
    return Int(number ?? 0)
  }

  /// Returns a stream of the rows, for a loop; they are never all in memory at once. Objects and
  /// elements of collections are found for 256 rows at a time. See ``ResultStream``.
  public func stream(in session: Session) throws -> ResultStream<Output> {
    try session.throwIfFailed()
    let (text, values) = try text(session.plans)
    let cursor = try Cursor<Output>(session, text, place: Root._entity.place, chunk: 256) {
      [read] cursor in
      func projected(_ row: Row, _ objects: FoundObjects) throws -> Output {
        var projected = ProjectedRow(values, row, objects)
        return try read(&projected)
      }
      let found = FoundObjects()
      guard values.contains(where: \.isFound) else {
        return try cursor.rows { try projected($0, found) }
      }
      return try session.connections.readingTogether {
        let copies = RowBatch(mostRows: .max, mostBytes: .max)
        let rows = try cursor.rows { try found.add(values, in: $0, to: copies) }
        try session.find(values, for: found)
        return try rows.map { try projected(copies[$0], found) }
      }
    }
    return ResultStream(cursor, session)
  }
}

extension JoinedQuery {
  /// Returns the tuples. Runs one statement, and one for each class, unless all its objects are in
  /// memory and up to date.
  public func find<A: _JoinedColumns, B: _JoinedColumns>(
    in session: Session
  ) throws -> [(A.Match, B.Match)] where Sources == (A, B) {
    try select { ($0.itself, $1.itself) }.find(in: session)
  }

  /// Returns the tuples of objects of three classes.
  public func find<A: _JoinedColumns, B: _JoinedColumns, C: _JoinedColumns>(
    in session: Session
  ) throws -> [(A.Match, B.Match, C.Match)] where Sources == (A, B, C) {
    try select { ($0.itself, $1.itself, $2.itself) }.find(in: session)
  }

  /// Returns the tuples of objects of four classes.
  public func find<A: _JoinedColumns, B: _JoinedColumns, C: _JoinedColumns, D: _JoinedColumns>(
    in session: Session
  ) throws -> [(A.Match, B.Match, C.Match, D.Match)] where Sources == (A, B, C, D) {
    try select { ($0.itself, $1.itself, $2.itself, $3.itself) }.find(in: session)
  }

  /// Returns the number of tuples.
  public func count(in session: Session) throws -> Int { try query.count(in: session) }
}
