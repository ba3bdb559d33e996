import PersistentObjectsConnections
import PersistentObjectsDriver

/// A walk through the rows of a table that have, or lack, a value in one column, in the order of
/// the primary key. It reads a batch of rows, about a megabyte at most, before it hands them over,
/// since they may be changed then: SQLite would read a row of a table without rowids again if its
/// new value is greater than the old one.
///
///     SELECT pk, favourite FROM person WHERE pk > ?1 AND favourite IS NOT NULL
///     ORDER BY pk LIMIT 1000
struct RowWalk {
  static let batch = 1000

  private let connection: Connection
  private let keyCount: Int
  private let columnCount: Int
  private let first: String
  private let next: String

  /// Makes a walk through the rows that have a value in one of some columns.
  ///
  /// - Parameter columns: the columns to read, those of the primary key first.
  init(
    _ table: String, key: [String], columns: [String], having others: [String],
    connection: Connection
  ) {
    let conditions = others.map { "\(connection.dialect.quoted($0)) IS NOT NULL" }
    let all = conditions.joined(separator: " OR ")
    self.init(
      table, key: key, columns: columns, where: conditions.count > 1 ? "(\(all))" : all,
      connection: connection)
  }

  /// Makes a walk through the rows that have no value in a column but, if another one is given,
  /// have one there.
  init(
    _ table: String, key: [String], columns: [String], lacking column: String,
    having other: String? = nil, connection: Connection
  ) {
    let hasOther = other.map { " AND \(connection.dialect.quoted($0)) IS NOT NULL" } ?? ""
    let condition = "\(connection.dialect.quoted(column)) IS NULL\(hasOther)"
    self.init(table, key: key, columns: columns, where: condition, connection: connection)
  }

  private init(
    _ table: String, key: [String], columns: [String], where condition: String,
    connection: Connection
  ) {
    self.connection = connection
    let dialect = connection.dialect
    keyCount = key.count
    columnCount = columns.count
    let keys = key.map(dialect.quoted).joined(separator: ", ")
    let placeholders = key.indices.map { dialect.placeholder($0 + 1) }.joined(separator: ", ")
    let after = key.count == 1 ? "\(keys) > \(placeholders)" : "(\(keys)) > (\(placeholders))"
    let select =
      "SELECT \(columns.map(dialect.quoted).joined(separator: ", ")) FROM \(dialect.quoted(table))"
    let order = "ORDER BY \(keys) LIMIT \(Self.batch)"
    first = "\(select) WHERE \(condition) \(order)"
    next = "\(select) WHERE \(after) AND \(condition) \(order)"
  }

  /// Calls `body` with each row, which it may change, and `didWalk` with the number of rows after
  /// each batch.
  func forEach(
    _ body: (Row) throws -> Void, didWalk: (Int) throws -> Void
  ) throws {
    let rows = RowBatch(mostRows: Self.batch)
    var select: Statement? = try connection.statement(sql: first)
    while let current = select {
      try read(current, to: rows)
      for index in 0..<rows.count { try body(rows[index]) }
      if rows.count > 0 { try didWalk(rows.count) }
      select = rows.isFull ? try statement(after: rows.row) : nil
    }
  }

  /// Reads the rows of a statement until the batch is full.
  private func read(_ select: Statement, to rows: RowBatch) throws {
    defer { select.reset() }
    rows.begin(width: columnCount)
    while !rows.isFull, let row = try select.next() {
      rows.addRow()
      for index in 0..<columnCount { rows.copy(row[index], to: index) }
    }
  }

  /// Returns the statement that continues after a row.
  private func statement(after row: Row) throws -> Statement {
    let following = try connection.statement(sql: next)
    for index in 0..<keyCount { following.parameters.copy(row[index], to: index) }
    return following
  }
}
