import PersistentObjectsEngine

/// The cells of one row of a ``CopyingStatement``, and the bytes of its texts and blobs as far as there
/// is room for them.
struct CopiedRow {
  /// What most rows need, and little enough for each statement to have.
  private static let byteCapacity = 4096

  let cells: UnsafeMutablePointer<Cell>
  /// The columns that are copied, as far as ``copiedCount`` says, and behind them those that are not.
  private let columns: UnsafeMutablePointer<Int>
  let columnCount: Int
  private let copiedCount: Int
  private let bytes: UnsafeMutableRawPointer
  private var usedBytes = 0
  /// How many cells were copied.
  private var count = 0
  /// Whether there was no room for some, which SQLite keeps then.
  private(set) var isPartial = false
  /// Whether the blob at the beginning was read, which is no cell.
  var hasRoom = false

  init(columnCount: Int, copied: [Int]) {
    let plain = (0..<columnCount).filter { !copied.contains($0) }
    self.columnCount = columnCount
    copiedCount = columnCount - plain.count
    cells = .allocate(capacity: columnCount)
    cells.initialize(repeating: .null, count: columnCount)
    columns = .allocate(capacity: columnCount)
    _ = UnsafeMutableBufferPointer(start: columns, count: columnCount)
      .initialize(fromContentsOf: (0..<columnCount).filter(copied.contains) + plain)
    bytes = .allocate(byteCount: Self.byteCapacity, alignment: 16)
  }

  func deallocate() {
    cells.deallocate()
    columns.deallocate()
    bytes.deallocate()
  }

  /// The columns that SQLite keeps.
  var plainColumns: UnsafeBufferPointer<Int> {
    UnsafeBufferPointer(start: columns + copiedCount, count: columnCount - copiedCount)
  }

  var copiedColumns: UnsafeBufferPointer<Int> {
    UnsafeBufferPointer(start: columns, count: copiedCount)
  }

  mutating func removeAll() {
    count = 0
    usedBytes = 0
    isPartial = false
    hasRoom = false
  }

  /// Adds a cell of the next column that is copied, with a copy of its bytes; false if there is no room
  /// for it.
  @inline(__always)
  mutating func append(_ cell: Cell) -> Bool {
    switch cell {
    case .null, .integer, .real: return place(cell)
    case .text(let utf8):
      if let copy = copy(utf8) { return place(.text(copy)) }
    case .blob(let content):
      if let copy = copy(content) { return place(.blob(copy)) }
    }
    isPartial = true
    _ = place(.null)
    return false
  }

  @inline(__always)
  private mutating func place(_ cell: Cell) -> Bool {
    guard count < copiedCount else { return false }
    cells[columns[count]] = cell
    count += 1
    return true
  }

  @inline(__always)
  private mutating func copy(_ content: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard usedBytes + content.count <= Self.byteCapacity else { return nil }
    let copy = bytes + usedBytes
    if let start = content.baseAddress {
      copy.copyMemory(from: start, byteCount: content.count)
    }
    usedBytes += content.count
    return UnsafeRawBufferPointer(start: copy, count: content.count)
  }
}
