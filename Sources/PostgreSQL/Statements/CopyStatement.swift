import PersistentObjectsEngine

/// A statement that inserts a batch by `COPY`: the server stores rows while others are still being
/// sent.
final class CopyStatement: DriverStatement {
  private let sql: String
  /// The table and its columns, as written in the text.
  private let target: String
  private let server: ServerConnection
  private var layout = CheckedLayout()
  /// The types of the columns, and the generation of the connection in which they were queried.
  private var types: [ServerType?] = []
  private var generation = -1
  /// The layout version in which rows were sent in the form of these types; nil if none were yet.
  private var layoutOfTypes: Int64?

  private var rows: RowBatch?
  private var hasRun = false
  private(set) var changes = 0

  static func sql(_ table: String, _ columns: [String]) -> String {
    "\(beginning)\(table) (\(columns.joined(separator: ", ")))\(ending)"
  }

  private static let beginning = "COPY "
  private static let ending = " FROM STDIN (FORMAT binary)"

  /// Recognizes a text of ``sql(_:_:)``.
  init?(_ sql: String, on server: ServerConnection) {
    guard sql.hasPrefix(Self.beginning), sql.hasSuffix(Self.ending) else { return nil }
    self.sql = sql
    self.server = server
    target = String(sql.dropFirst(Self.beginning.count).dropLast(Self.ending.count))
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
    try readTypes(rows.width)
    var form = CopyForm(types: types, sql: sql)
    let result = try layout.running(sql, on: server, sendsTypes: true) {
      try server.copy(sql) { send in
        for row in 0..<rows.count { try form.append(rows[row], send) }
        try form.end(send)
      }
    }
    try layout.require(for: sql, on: server)
    try requireTypes()
    changes = result.changes
    return nil
  }

  /// Throws `busy` if the columns have other types than those in whose form the rows were sent: the server may have
  /// read other values. While a transaction uses the table, nobody changes them.
  private func requireTypes() throws {
    let sent = types
    if let layoutOfTypes, layoutOfTypes != server.layoutVersion {
      layout.isOutdated = true
      try readTypes(sent.count)
    }
    layoutOfTypes = server.layoutVersion
    if types == sent { return }
    throw PersistenceError(
      .busy, "Tables were changed in the meantime; run the transaction again.", sql: sql)
  }

  /// Queries the types of the columns: the server accepts values in no other form.
  private func readTypes(_ count: Int) throws {
    if types.count == count && generation == server.generation && !layout.isOutdated { return }
    let values = (1...max(1, count)).map { "$\($0)" }.joined(separator: ", ")
    let insertion = "INSERT INTO \(target) VALUES (\(values))"
    let description = try layout.running(sql, on: server) {
      try server.prepare(insertion, as: "", types: [], of: sql).description
    }
    types = description.parameterTypes.map { ServerType(rawValue: $0) }
    (generation, layout.isOutdated, layoutOfTypes) = (server.generation, false, nil)
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

  mutating func append(_ row: Row, _ send: ([UInt8]) throws -> Void) throws {
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
