import CPostgreSQL
import PersistentObjectsDriver

/// The parameters of one run, in the server's binary form.
struct BoundParameters {
  /// The bytes of all values. Never empty, so that each value has an address: without one it would
  /// be NULL.
  private var bytes: [UInt8] = [0]
  /// The range of each parameter's bytes; nil for NULL.
  private var ranges: [Range<Int>?] = []

  var count: Int { ranges.count }

  // MARK: Values

  /// Adds a value for a parameter of a type. Returns false if the type does not accept its kind.
  mutating func append(_ cell: Cell, as type: ServerType?) -> Bool {
    if case .null = cell {
      ranges.append(nil)
      return true
    }
    let start = bytes.count
    guard let type, Self.append(cell, as: type, to: &bytes) else { return false }
    ranges.append(start..<bytes.count)
    return true
  }

  /// Adds a value after its length, as in an array and in a row of `COPY`. Returns false if the
  /// type does not accept its kind.
  static func appendElement(_ cell: Cell, as type: ServerType?, to bytes: inout [UInt8]) -> Bool {
    if case .null = cell {
      bytes.append(bigEndian: Int32(-1))
      return true
    }
    guard let type else { return false }
    var isTaken = true
    appendElement(to: &bytes) { isTaken = append(cell, as: type, to: &$0) }
    return isTaken
  }

  private static func append(_ cell: Cell, as type: ServerType, to bytes: inout [UInt8]) -> Bool {
    switch (cell, type) {
    case (.integer(let value), .int8): bytes.append(bigEndian: value)
    case (.integer(let value), .int4):
      guard let value = Int32(exactly: value) else { return false }
      bytes.append(bigEndian: value)
    case (.integer(let value), .int2):
      guard let value = Int16(exactly: value) else { return false }
      bytes.append(bigEndian: value)
    case (.integer(let value), .boolean) where value == 0 || value == 1: bytes.append(UInt8(value))
    case (.integer(let value), .float8):
      guard let double = Double(exactly: value) else { return false }
      bytes.append(bigEndian: double.bitPattern)
    case (.real(let value), .float8): bytes.append(bigEndian: value.bitPattern)
    case (.text(let utf8), .text), (.text(let utf8), .varchar), (.text(let utf8), .name),
      (.text(let utf8), .blankPadded), (.text(let utf8), .unknown):
      bytes += utf8
    case (.bytes(let content), .bytes): bytes += content
    case (_, .numeric): return NumericText.append(cell, to: &bytes)
    case (.text(let utf8), .uuid): return UUIDBytes.append(utf8, to: &bytes)
    case (.integer(let value), .timestamp):
      guard let time = ServerTime.time(value) else { return false }
      bytes.append(bigEndian: time)
    case (.text(let utf8), .jsonb):
      bytes.append(JSONBytes.version)
      bytes += utf8
    case (_, .bytesArray):
      appendHeader(count: 1, of: .bytes, hasNull: false, to: &bytes)
      appendElement(to: &bytes) { SortableCell.append(cell, to: &$0) }
    default: return false
    }
    return true
  }

  // MARK: Columns of batches

  /// Adds a column of a batch as an array. Returns the number of the first row that the type does
  /// not accept; nil if it accepts all.
  ///
  /// - Parameter isOfAnyKind: whether the bytes in the array represent cells of any kind.
  mutating func append(
    _ column: Int, of rows: RowBatch, as type: ServerType?, isOfAnyKind: Bool
  ) -> Int? {
    guard let element = type?.element else { return 0 }
    let start = bytes.count
    let hasNull = (0..<rows.count).contains { rows[$0].isNull(at: column) }
    Self.appendHeader(count: rows.count, of: element, hasNull: hasNull, to: &bytes)
    for row in 0..<rows.count {
      let cell = rows[row][column]
      if isOfAnyKind, !rows[row].isNull(at: column) {
        Self.appendElement(to: &bytes) { SortableCell.append(cell, to: &$0) }
      } else if !Self.appendElement(cell, as: element, to: &bytes) {
        return row
      }
    }
    ranges.append(start..<bytes.count)
    return nil
  }

  private static func appendHeader(
    count: Int, of element: ServerType, hasNull: Bool, to bytes: inout [UInt8]
  ) {
    bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
    bytes.append(bigEndian: Int32(hasNull ? 1 : 0))
    bytes.append(bigEndian: element.rawValue)
    if count == 0 { return }
    bytes.append(bigEndian: Int32(clamping: count))
    bytes.append(bigEndian: Int32(1))
  }

  private static func appendElement(to bytes: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    let start = bytes.count
    bytes.append(bigEndian: Int32(0))
    body(&bytes)
    let length = UInt32(clamping: bytes.count - start - 4).bigEndian
    withUnsafeBytes(of: length) { bytes.replaceSubrange(start..<start + 4, with: $0) }
  }

  // MARK: Handing over

  func withPointers<R>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) ->
      R
  ) -> R {
    bytes.withUnsafeBytes { memory in
      let start = memory.bindMemory(to: CChar.self).baseAddress
      let values = ranges.map { range -> UnsafePointer<CChar>? in
        guard let range else { return nil }
        return start.map { $0 + range.lowerBound }
      }
      let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
      return body(values, lengths, [Int32](repeating: 1, count: ranges.count))
    }
  }
}

extension Cell {
  /// Throws if this is a text that PostgreSQL cannot store.
  func refuseNUL(sql: String) throws {
    guard case .text(let utf8) = self, utf8.contains(0) else { return }
    throw PersistenceError(
      .encodingFailed,
      """
      A text contains a NUL character, which PostgreSQL cannot store in text; store it as bytes, \
      with @Column(codec: CompressedCodec(StringCodec())).
      """, sql: sql)
  }
}
