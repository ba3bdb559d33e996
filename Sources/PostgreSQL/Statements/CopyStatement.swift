import PersistentObjectsDriver

/// A statement that inserts a batch by `COPY`: the server stores rows while others are still being
/// sent.
final class CopyStatement: DriverStatement {
  private let sql: String
  /// A query for the types of the columns: the server accepts values in no other form.
  private let description: String
  private let server: ServerConnection
  private var layout = CheckedLayout()

  private var rows: RowBatch?
  private var hasRun = false
  private(set) var changes = 0

  /// Recognizes a text of ``PostgresDialect/load(into:_:)``.
  init?(_ sql: String, on server: ServerConnection) {
    guard let description = PostgresDialect.description(ofTargetOf: sql) else { return nil }
    (self.sql, self.server, self.description) = (sql, server, description)
  }

  var parameterCount: Int { 1 }
  var columnCount: Int { 0 }
  var isReadOnly: Bool { false }
  func columnName(at index: Int) -> String { "" }
  func origin(at index: Int) -> (table: String, column: String)? { nil }
  func bind(_ parameters: Row) throws {}
  func bind(_ rows: RowBatch, at index: Int) throws { self.rows = rows }

  func reset() { (rows, hasRun) = (nil, false) }

  func next() throws -> Row? {
    if hasRun { return nil }
    (hasRun, changes) = (true, 0)
    try server.reconnectIfLost()
    let rows = rows ?? RowBatch()
    var types: [ServerType?] = []
    let result = try layout.running(sql, on: server) {
      try server.copy(sql, after: description) { found in
        types = found.columnTypes.prefix(rows.width).map { ServerType(rawValue: $0) }
      } rows: { send in
        var form = CopyForm(types: types, sql: sql)
        for row in 0..<rows.count { try form.append(rows[row], send: send) }
        try form.end(send)
      }
    }
    try layout.require(for: sql, on: server)
    changes = result.changes
    return nil
  }
}

/// Rows in the binary form of `COPY`.
private struct CopyForm {
  let types: [ServerType?]
  let sql: String
  private var bytes = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  /// The number of bytes that are sent at once.
  private static let chunk = 1 << 16

  init(types: [ServerType?], sql: String) {
    (self.types, self.sql) = (types, sql)
    bytes.reserveCapacity(Self.chunk * 2)
  }

  mutating func append(_ row: Row, send: ([UInt8]) throws -> Void) throws {
    bytes.append(bigEndian: Int16(clamping: types.count))
    for (index, type) in types.enumerated() {
      let cell = row[index]
      try cell.refuseNUL(sql: sql)
      if !BoundParameters.appendElement(cell, as: type, to: &bytes) {
        throw PersistenceError(
          .encodingFailed, "A value of a batch does not have the type of its column.", sql: sql)
      }
    }
    if bytes.count >= Self.chunk { try flush(send) }
  }

  mutating func end(_ send: ([UInt8]) throws -> Void) throws {
    bytes.append(bigEndian: Int16(-1))
    try flush(send)
  }

  private mutating func flush(_ send: ([UInt8]) throws -> Void) throws {
    try send(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
