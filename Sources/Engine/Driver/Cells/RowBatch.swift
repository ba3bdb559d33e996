/// Rows of cells to be written or looked up: the parameters of one statement, or many rows that a
/// driver takes at once.
///
/// ```swift
/// let rows = RowBatch()
/// rows.begin(width: 2)
/// for (pk, name) in people {
///   rows.addRow()
///   rows.set(pk, at: 0)
///   rows.set(StoredValue.text(name), at: 1)
/// }
/// ```
///
/// Codecs write to the row that was added last. Cells, and the bytes of texts and blobs, keep their
/// addresses until the next row is added or the batch begins anew, so a driver can pass them to the
/// database without copying.
public final class RowBatch {
  /// The number of rows at which a batch should be written.
  private let mostRows: Int
  /// The number of bytes of texts and blobs at which a batch should be written.
  private let mostBytes: Int

  // Unchecked: no closure runs while one of these is being changed.
  /// The number of cells in each row.
  @exclusivity(unchecked) public private(set) var width = 0
  /// The number of rows.
  @exclusivity(unchecked) public private(set) var count = 0
  /// Whether a caller has written to a cell beyond the row, which is a programming error.
  @usableFromInline @exclusivity(unchecked) package private(set) var hasStrayCell = false
  /// The first cell of the first row.
  @exclusivity(unchecked) private var cells = UnsafeMutablePointer<Cell>.allocate(capacity: 0)
  @exclusivity(unchecked) private var capacity = 0
  /// The cells of the row that was added last, and their number; there are none before the first
  /// row.
  @usableFromInline @exclusivity(unchecked) var last: UnsafeMutablePointer<Cell>
  @usableFromInline @exclusivity(unchecked) var room = 0
  @exclusivity(unchecked) private var bytes = Arena()

  /// Makes a batch without rows.
  ///
  /// - Parameters:
  ///   - mostRows: the number of rows at which it should be written.
  ///   - mostBytes: the number of bytes of texts and blobs at which it should be written.
  public init(mostRows: Int = 512, mostBytes: Int = 1 << 20) {
    self.mostRows = mostRows
    self.mostBytes = mostBytes
    last = cells
  }

  /// Makes a batch with one row of `width` cells that are NULL.
  public convenience init(width: Int) {
    self.init()
    begin(width: width)
    addRow()
  }

  /// Makes a batch with one row that holds `values`.
  public convenience init(_ values: [StoredValue]) {
    self.init(width: values.count)
    for (index, value) in values.enumerated() { set(value, at: index) }
  }

  /// Makes a batch of rows with one cell each.
  public convenience init(column keys: [Int64]) {
    self.init()
    begin(width: 1)
    for key in keys {
      addRow()
      set(key, at: 0)
    }
  }

  deinit { cells.deallocate() }

  // MARK: Rows

  /// Removes all rows, and sets the number of cells in each row to come.
  public func begin(width: Int) {
    self.width = width
    count = 0
    room = 0
    hasStrayCell = false
    bytes.removeAll()
  }

  /// Adds a row whose cells are NULL until they are written.
  @inline(__always)
  public func addRow() {
    let end = count * width
    if end + width > capacity { grow() }
    last = cells + end
    last.initialize(repeating: .null, count: width)
    room = width
    count += 1
  }

  /// Sets all cells of a batch with one row to NULL.
  package func clearRow() {
    last.initialize(repeating: .null, count: room)
    hasStrayCell = false
    bytes.removeAll()
  }

  private func grow() {
    capacity = max(width, capacity * 2, Self.leastCapacity)
    let larger = UnsafeMutablePointer<Cell>.allocate(capacity: capacity)
    larger.moveInitialize(from: cells, count: count * width)
    cells.deallocate()
    cells = larger
  }

  /// The least number of cells to allocate, enough for a few rows of the keys and values of small
  /// changes.
  private static let leastCapacity = 8

  /// The number of bytes of texts and blobs.
  package var byteCount: Int { bytes.count }

  /// Whether the rows should be written before another one is added.
  public var isFull: Bool { count >= mostRows || bytes.count >= mostBytes }

  /// The row at an index, counted from 0; valid until another row is added.
  @inline(__always)
  public subscript(row: Int) -> Row {
    precondition(0..<count ~= row, "there is no such row")
    return Row(cells + row * width, count: width)
  }

  /// The row that was added last.
  public var row: Row { Row(last, count: room) }

  /// The memory layout of the rows: their cells, one row after another.
  ///
  /// See ``RowBatch``.
  public struct Layout {
    /// The first cell of the first row.
    public let cells: UnsafePointer<Cell>
    /// The number of cells in each row.
    public let width: Int
    /// The number of rows.
    public let count: Int
  }

  /// The memory layout of the rows, valid until another row is added.
  public var layout: Layout {
    // Not inlined: in another module each variable would be checked for overlapping accesses.
    @inline(never) get { Layout(cells: UnsafePointer(cells), width: width, count: count) }
  }

  // MARK: Writing to the row that was added last

  @inline(__always)
  @inlinable
  package func set(_ cell: Cell, at index: Int) {
    if UInt(bitPattern: index) < UInt(bitPattern: room) {
      last[index] = cell
    } else {
      hasStrayCell = true
    }
  }

  /// Writes NULL.
  @inline(__always)
  @inlinable
  public func setNull(at index: Int) { set(Cell.null, at: index) }

  /// Writes an integer.
  @inline(__always)
  @inlinable
  public func set(_ value: Int64, at index: Int) { set(Cell.integer(value), at: index) }

  /// Writes a double, which must not be NaN: SQLite, for example, would store NULL.
  @inline(__always)
  @inlinable
  public func set(_ value: Double, at index: Int) { set(Cell.real(value), at: index) }

  /// Writes a copy of text, which must be valid UTF-8.
  public func setText(_ utf8: UnsafeRawBufferPointer, at index: Int) {
    set(Cell.text(bytes.keep(utf8)), at: index)
  }

  /// Writes a copy of bytes.
  public func setBytes(_ content: UnsafeRawBufferPointer, at index: Int) {
    set(Cell.bytes(bytes.keep(content)), at: index)
  }

  /// Writes the value of another cell, including text that is not valid UTF-8.
  package func copy(_ cell: Cell, to index: Int) {
    switch cell {
    case .text(let utf8): setText(utf8, at: index)
    case .bytes(let content): setBytes(content, at: index)
    case .null, .integer, .real: set(cell, at: index)
    }
  }

  /// Writes a value of any kind.
  public func set(_ value: StoredValue, at index: Int) {
    switch value {
    case .null: setNull(at: index)
    case .integer(let value): set(value, at: index)
    case .real(let value): set(value, at: index)
    case .text(var value): value.withUTF8 { setText(UnsafeRawBufferPointer($0), at: index) }
    case .bytes(let value): value.withUnsafeBytes { setBytes($0, at: index) }
    }
  }
}
