/// A walk through the rows of a table that have a value in one column, in the order of the primary
/// key. The walk reads in batches, so that neither this process nor the database keeps more than
/// one row in memory.
///
///     SELECT pk, favourite FROM person WHERE pk > ?1 AND favourite IS NOT NULL
///     ORDER BY pk LIMIT 1000
struct RowWalk {
  static let batch = 1000

  private let connection: Connection
  private let keyCount: Int
  private let first: String
  private let next: String

  /// - Parameter columns: the columns to read, those of the primary key first.
  init(
    _ table: String, key: [String], columns: [String], having column: String,
    connection: Connection
  ) {
    self.connection = connection
    let dialect = connection.dialect
    keyCount = key.count
    let keys = key.map(dialect.quoted).joined(separator: ", ")
    let placeholders = key.indices.map { dialect.placeholder($0 + 1) }.joined(separator: ", ")
    let after = key.count == 1 ? "\(keys) > \(placeholders)" : "(\(keys)) > (\(placeholders))"
    let select =
      "SELECT \(columns.map(dialect.quoted).joined(separator: ", ")) FROM \(dialect.quoted(table))"
    let condition = "\(dialect.quoted(column)) IS NOT NULL"
    let order = "ORDER BY \(keys) LIMIT \(Self.batch)"
    first = "\(select) WHERE \(condition) \(order)"
    next = "\(select) WHERE \(after) AND \(condition) \(order)"
  }

  /// Calls `body` with each row, and `didWalk` with the number of rows after each batch.
  func forEach(
    _ body: (Row) throws -> Void, didWalk: (Int) throws -> Void
  ) throws {
    var select: Statement? = try connection.statement(sql: first)
    while let current = select {
      let (count, following) = try walk(from: current, body)
      if count > 0 { try didWalk(count) }
      select = following
    }
  }

  /// Walks through one batch and returns the statement for the next one, if there may be one.
  private func walk(
    from select: Statement, _ body: (Row) throws -> Void
  ) throws -> (count: Int, following: Statement?) {
    defer { select.reset() }
    var count = 0
    while let row = try select.next() {
      try body(row)
      count += 1
      if count == Self.batch { return (count, try statement(after: row)) }
    }
    return (count, nil)
  }

  /// Returns the statement that continues after a row of a statement that is still running.
  private func statement(after row: Row) throws -> Statement {
    let following = try connection.statement(sql: next)
    for index in 0..<keyCount { following.parameters.copy(row[index], to: index) }
    return following
  }
}
