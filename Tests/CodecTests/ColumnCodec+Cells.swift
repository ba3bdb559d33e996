import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsEngine
import PersistentObjectsSQLite

extension ColumnCodec {
  /// The stored form of a value.
  func stored(_ value: Value) throws -> StoredValue {
    let cells = RowBatch(width: 1)
    var writer = ColumnWriter(cells, at: 0)
    try encode(value, into: &writer)
    return cells.row.value(at: 0)
  }

  /// The value read from a cell. The reader has a name because Swift 6.3 crashes when it optimises
  /// a throwing call that borrows a temporary.
  func decoded(_ stored: StoredValue) throws -> Value {
    let reader = ColumnReader(RowBatch([stored]), at: 0)
    return try decode(from: reader)
  }
}

/// The result of an SQL expression on a stored value.
struct SQLExpression {
  private let connection: Connection

  init() throws {
    connection = try Connection(opening: .writer, of: SQLiteDriver(.inMemory))
  }

  /// The value of an expression over `?1`.
  func value(_ expression: String, of argument: StoredValue) throws -> StoredValue {
    let statement = try connection.statement(sql: "SELECT \(expression)")
    statement.set(argument, at: 0)
    defer { statement.reset() }
    return try statement.next()?.value(at: 0) ?? .null
  }
}
