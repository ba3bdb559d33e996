import PersistentObjectsDriver

/// The cells of one row that the server has sent.
final class ResultRow {
  private let columns: [ResultColumn]
  private let cells: UnsafeMutablePointer<Cell>
  /// The texts that the result itself does not contain: those of UUIDs, and of numbers that are not
  /// 64-bit integers.
  private let texts = RowBatch()
  private let hasTexts: Bool

  init(_ columns: [ResultColumn]) {
    self.columns = columns
    hasTexts = columns.contains { $0.type == .numeric || $0.type == .uuid }
    cells = .allocate(capacity: columns.count)
    cells.initialize(repeating: .null, count: columns.count)
  }

  deinit { cells.deallocate() }

  /// Reads a row, whose cells refer to the result. Throws `unsupported` for an unknown type and an
  /// infinite time.
  func read(_ result: ServerResult, row: Int, of sql: String) throws {
    if hasTexts {
      texts.begin(width: columns.count)
      texts.addRow()
    }
    for column in columns.indices {
      guard let bytes = result.bytes(column, ofRow: row) else {
        cells[column] = .null
        continue
      }
      guard let type = columns[column].type, let cell = cell(bytes, type: type, column: column)
      else {
        throw unreadable(column, name: result.columnName(column), sql: sql)
      }
      cells[column] = cell
    }
  }

  private func unreadable(_ column: Int, name: String, sql: String) -> PersistenceError {
    let reason =
      columns[column].type == .timestamp
      ? "holds a time that is infinite, or too far away to be read; change it, or cast it to text"
      : "has a PostgreSQL type that cannot be read; cast it to one that can"
    return PersistenceError(
      .unsupported, "the column \(name) \(reason), as in \(name)::text", sql: sql)
  }

  /// The cells, valid until the next row is read.
  var row: Row { Row(cells, count: columns.count) }

  private func number(_ bytes: UnsafeRawBufferPointer, column: Int) -> Cell? {
    guard let number = NumericText(bytes) else { return nil }
    if let integer = number.integer { return .integer(integer) }
    return text(
      columns[column].digits.flatMap { number.text(digits: $0) } ?? number.text, column: column)
  }

  private func text(_ text: String, column: Int) -> Cell {
    texts.set(.text(text), at: column)
    return texts.row[column]
  }

  private func cell(
    _ bytes: UnsafeRawBufferPointer, type: ServerType, column: Int
  ) -> Cell? {
    switch type {
    case .text, .name, .varchar, .blankPadded, .unknown: .text(bytes)
    case .bytes: .bytes(bytes)
    case .int8: Self.integer(bytes, as: Int64.self)
    case .int4: Self.integer(bytes, as: Int32.self)
    case .int2: Self.integer(bytes, as: Int16.self)
    case .oid: Self.integer(bytes, as: UInt32.self)
    case .boolean: Self.integer(bytes, as: UInt8.self)
    case .float8:
      Self.load(bytes, as: UInt64.self).map { .real(Double(bitPattern: $0)) }
    case .float4:
      Self.load(bytes, as: UInt32.self).map { .real(Double(Float(bitPattern: $0))) }
    case .bytesArray: Self.element(of: bytes).flatMap(SortableCell.cell)
    case .numeric: number(bytes, column: column)
    case .uuid: UUIDBytes.text(bytes).map { text($0, column: column) }
    case .timestamp:
      Self.load(bytes, as: Int64.self).flatMap(ServerTime.microseconds).map(Cell.integer)
    case .jsonb where bytes.first == JSONBytes.version:
      .text(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    default: nil
    }
  }

  private static func load<Value: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer, as type: Value.Type
  ) -> Value? {
    bytes.count == MemoryLayout<Value>.size
      ? Value(bigEndian: bytes.loadUnaligned(as: Value.self)) : nil
  }

  private static func integer(
    _ bytes: UnsafeRawBufferPointer, as type: (some FixedWidthInteger).Type
  ) -> Cell? {
    load(bytes, as: type).map { .integer(Int64(truncatingIfNeeded: $0)) }
  }

  /// Returns the only element of an array: the header has five numbers of four bytes, followed by
  /// the length of the element.
  private static func element(of array: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    let start = 6 * 4
    guard array.count >= start,
      load(UnsafeRawBufferPointer(rebasing: array[..<4]), as: Int32.self) == 1
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: array[start...])
  }
}
