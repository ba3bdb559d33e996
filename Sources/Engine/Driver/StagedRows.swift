/// Rows that wait to be written by one UPDATE: for each its key, and the cells of the same columns.
///
/// Codecs write to the row that was added last. All is kept in memory that stays where it is until
/// ``clear()``, so that a driver can hand it to the database without copying.
public final class StagedRows: Cells {
  /// How many rows there may be.
  public static let mostRows = 512
  /// The bytes of texts and blobs from which on no row should be added.
  private static let enoughBytes = 1 << 20

  /// A row's key, and its place among the rows.
  public struct RowKey {
    /// The primary key.
    public let pk: Int64
    /// Counted from 0, in the order in which rows were added.
    public let row: Int
  }

  // All behind pointers that stay the same: a variable of a class costs a check at each access.
  private let keyMemory = UnsafeMutablePointer<RowKey>.allocate(capacity: mostRows)
  private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

  private struct State: ~Copyable {
    var width = 0
    var count = 0
    var isAscending = true
    var cells = UnsafeMutablePointer<Cell>.allocate(capacity: 0)
    var widest = 0
    var bytes = ByteMemory()
    /// Where it is asked which rows were written.
    var table: String?
    var written = UnsafeMutablePointer<Bool>.allocate(capacity: mostRows)

    deinit {
      cells.deallocate()
      written.deallocate()
    }
  }

  /// No rows.
  public override init() { state.initialize(to: State()) }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    keyMemory.deallocate()
  }

  /// How many cells each row has.
  public var width: Int { state.pointee.width }

  /// How many rows there are.
  public var count: Int { state.pointee.count }

  /// Whether the rows are to be written before another one is added.
  public var isFull: Bool {
    count == Self.mostRows || state.pointee.bytes.count >= Self.enoughBytes
  }

  /// Adds a row, whose cells are NULL until they are written.
  public func add(_ pk: Int64) {
    let row = count
    precondition(row < Self.mostRows, "there is no room for another row")
    if row > 0 && keyMemory[row - 1].pk >= pk { state.pointee.isAscending = false }
    keyMemory[row] = RowKey(pk: pk, row: row)
    state.pointee.written[row] = false
    (state.pointee.cells + row * width).initialize(repeating: .null, count: width)
    state.pointee.count = row + 1
  }

  /// Begins anew, with rows of `width` cells.
  ///
  /// - Parameter table: the table, if the driver is to note which of its rows it has written.
  public func begin(width: Int, noting table: String? = nil) {
    clear()
    state.pointee.table = table
    state.pointee.width = width
    if width <= state.pointee.widest { return }
    state.pointee.cells.deallocate()
    state.pointee.cells = .allocate(capacity: Self.mostRows * width)
    state.pointee.widest = width
  }

  /// Takes all rows out.
  public func clear() {
    state.pointee.count = 0
    state.pointee.isAscending = true
    state.pointee.bytes.clear()
  }

  // MARK: What was written

  /// The table whose rows the driver is to note as it writes them, not quoted; nil where nobody asks.
  public var notedTable: String? { state.pointee.table }

  /// Notes that a row, counted from 0, has been written. Drivers call this.
  public func noteWritten(_ row: Int) { state.pointee.written[row] = true }

  /// The first row, in the order in which rows were added, that was not noted as written.
  public var firstUnwritten: RowKey? { keys.first { !state.pointee.written[$0.row] } }

  // MARK: Writing

  /// Writes NULL.
  public override func setNull(at index: Int) { place(index).pointee = .null }
  /// Writes an integer.
  public override func set(_ value: Int64, at index: Int) {
    place(index).pointee = .integer(value)
  }
  /// Writes a double.
  public override func set(_ value: Double, at index: Int) { place(index).pointee = .real(value) }
  /// Writes text.
  public override func setText(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) {
    place(index).pointee = .text(state.pointee.bytes.keep(UnsafeRawBufferPointer(utf8)))
  }
  /// Writes bytes.
  public override func setBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
    place(index).pointee = .blob(state.pointee.bytes.keep(bytes))
  }

  /// A cell of the row that was added last.
  private func place(_ index: Int) -> UnsafeMutablePointer<Cell> {
    precondition(count > 0 && 0..<width ~= index, "there is no such cell")
    return state.pointee.cells + ((count - 1) * width + index)
  }

  // MARK: Reading

  /// What a cell of the row that was added last holds.
  public override func cell(at index: Int) -> Cell { place(index).pointee }

  /// All rows' cells, one row after the other.
  public var cells: UnsafePointer<Cell> { UnsafePointer(state.pointee.cells) }

  /// The keys in the order in which rows were added.
  public var keys: UnsafeBufferPointer<RowKey> {
    UnsafeBufferPointer(start: keyMemory, count: count)
  }

  /// Calls `body` with the keys from the least to the greatest.
  public func withAscendingKeys<R>(
    _ body: (UnsafeBufferPointer<RowKey>) throws -> R
  ) rethrows -> R {
    if state.pointee.isAscending { return try body(keys) }
    return try keys.sorted { $0.pk < $1.pk }.withUnsafeBufferPointer(body)
  }

  /// Writes a row to the first of other cells.
  public func copyRow(_ row: Int, to other: Cells) {
    for index in 0..<width { other.set(cells[row * width + index], at: index) }
  }
}

/// Memory for bytes that stay where they are, and end all at once.
private struct ByteMemory: ~Copyable {
  private static let chunkSize = 1 << 14

  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var free = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// How many bytes are kept.
  private(set) var count = 0

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// A copy, which has an address even where there are no bytes.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    // One more, so that no copy begins behind the end of its chunk.
    if free.count <= bytes.count { addChunk(bytes.count + 1) }
    let copy = UnsafeMutableRawBufferPointer(rebasing: free[..<bytes.count])
    copy.copyMemory(from: bytes)
    free = UnsafeMutableRawBufferPointer(rebasing: free[bytes.count...])
    count += bytes.count
    return UnsafeRawBufferPointer(copy)
  }

  private mutating func addChunk(_ size: Int) {
    free = .allocate(byteCount: max(size, Self.chunkSize), alignment: 1)
    chunks.append(free)
  }

  /// Ends all copies. The first chunk is kept for those that come.
  mutating func clear() {
    count = 0
    guard let first = chunks.first else { return }
    for chunk in chunks.dropFirst() { chunk.deallocate() }
    chunks.removeSubrange(1...)
    free = first
  }
}
