import Foundation

/// Rows of a collection in their stored form, in one block of memory, so that they can be compared
/// without making a value of each cell.
///
///     row   = key cell … element cell …
///     cell  = kind byte [integer | real | count byte …]      numbers and counts are 8 bytes
///
/// A codec writes to it as it writes to a statement: `beginRow()`, the key's cells,
/// `beginElement()`, the element's cells, `endRow()`.
///
/// The memory is unmanaged, since an array in a class is checked for overlapping accesses whenever
/// it grows.
final class ChildForms: Cells {
  private var bytes = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
  private var capacity = 256
  private var end = 0
  private let rows = ChildMemory<Row>()
  /// The cell that is written, and where it begins: the last write counts.
  private var cell = -1
  private var cellStart = 0
  private var rowStart = 0
  private var elementStart = 0

  private struct Row {
    let start: Int
    let element: Int
    let end: Int
  }

  deinit { bytes.deallocate() }

  var count: Int { rows.count }

  func removeAll() {
    end = 0
    rows.removeAll()
  }

  // MARK: Writing

  func beginRow() {
    rowStart = end
    cell = -1
  }

  func beginElement() {
    elementStart = end
    cell = -1
  }

  func endRow() {
    // Without a write a cell is NULL.
    if end == elementStart { setNull(at: 0) }
    rows.append(Row(start: rowStart, element: elementStart, end: end))
  }

  override func setNull(at index: Int) { begin(index, .null) }

  override func set(_ value: Int64, at index: Int) {
    begin(index, .integer)
    append(UInt64(bitPattern: value))
  }

  override func set(_ value: Double, at index: Int) {
    begin(index, .real)
    append(value.bitPattern)
  }

  override func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
    begin(index, .text)
    append(UInt64(utf8.count))
    append(UnsafeRawBufferPointer(utf8))
  }

  override func setBlob(_ content: UnsafeRawBufferPointer, at index: Int) {
    begin(index, .blob)
    append(UInt64(content.count))
    append(content)
  }

  private func begin(_ index: Int, _ kind: StoredKind) {
    if index == cell {
      end = cellStart
    } else {
      cell = index
      cellStart = end
    }
    reserve(1).storeBytes(of: kind.rawValue, as: UInt8.self)
  }

  private func append(_ number: UInt64) { reserve(8).storeBytes(of: number, as: UInt64.self) }

  private func append(_ content: UnsafeRawBufferPointer) {
    guard let start = content.baseAddress else { return }
    reserve(content.count).copyMemory(from: start, byteCount: content.count)
  }

  /// Reserves room for the next write.
  private func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    if end + count > capacity { grow(end + count) }
    defer { end += count }
    return bytes + end
  }

  private func grow(_ needed: Int) {
    capacity = max(needed, capacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: bytes, byteCount: end)
    bytes.deallocate()
    bytes = larger
  }

  /// Writes the rows of a collection as one element, in an order that depends only on them.
  func appendElement(rowsOf other: ChildForms, sorted: Bool) {
    append(UInt64(other.count))
    let rows = Array(other.rows.all)
    for row in sorted ? rows.sorted(by: other.precedes) : rows { append(other.content(of: row)) }
    cell = 0
  }

  private func precedes(_ left: Row, _ right: Row) -> Bool {
    content(of: left).lexicographicallyPrecedes(content(of: right))
  }

  private func content(of row: Row) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: bytes + row.start, count: row.end - row.start)
  }

  // MARK: Comparing

  /// The stored form of a row's key.
  func key(_ row: Int) -> StoredForm { form(rows[row].start, rows[row].element) }

  /// The stored form of a row's element.
  func element(_ row: Int) -> StoredForm { form(rows[row].element, rows[row].end) }

  private func form(_ start: Int, _ end: Int) -> StoredForm {
    StoredForm(bytes: UnsafeRawBufferPointer(start: bytes + start, count: end - start))
  }
}

/// Cells in their stored form, for comparison and for writing them to a statement. They are in the
/// memory of ``ChildForms``, which must not change meanwhile.
struct StoredForm: Hashable {
  fileprivate let bytes: UnsafeRawBufferPointer

  static func == (left: StoredForm, right: StoredForm) -> Bool {
    let count = left.bytes.count
    guard count == right.bytes.count, let start = left.bytes.baseAddress,
      let other = right.bytes.baseAddress
    else { return count == right.bytes.count }
    return memcmp(start, other, count) == 0
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: bytes)
  }

  /// A number derived from the form, from 0 on: the same in each process and on each machine.
  var number: Int64 {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let mixed = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int64(mixed >> 1)
  }

  /// Writes the cells from a position on.
  func write(to cells: Cells, at position: Int) {
    var offset = 0
    var position = position
    while offset < bytes.count {
      offset = Self.writeCell(bytes, offset, to: cells, at: position)
      position += 1
    }
  }

  /// Writes a cell and returns its end.
  private static func writeCell(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int, to cells: Cells, at position: Int
  ) -> Int {
    let kind = StoredKind(rawValue: bytes[offset]) ?? .null
    if kind == .null {
      cells.setNull(at: position)
      return offset + 1
    }
    let number = bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt64.self)
    let start = offset + 9
    switch kind {
    case .integer: cells.set(Int64(bitPattern: number), at: position)
    case .real: cells.set(Double(bitPattern: number), at: position)
    case .text, .blob:
      let end = start + Int(number)
      let content = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if kind == .text {
        content.withMemoryRebound(to: UInt8.self) { cells.setText($0, at: position) }
      } else {
        cells.setBlob(content, at: position)
      }
      return end
    case .null: break
    }
    return start
  }
}
