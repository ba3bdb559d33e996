import CSQLite
import PersistentObjectsEngine

/// Where the function `copied_cell(column)` puts the cells of the row that a ``CopyingStatement`` reads.
///
/// A statement that ends frees each text and blob that it read, so one for a single row spends a third
/// of its time on memory. What is handed to a function lies in one place, which SQLite uses again for
/// the next column, and enlarges for a longer one. So the statement begins with a blob that is long
/// enough for most: `SELECT copied_cell(cell_room()), copied_cell(pk), copied_cell(name) …`.
///
/// It is a C struct in all but name: it has no references, so it may lie in memory that SQLite frees.
struct CopyPlace {
  /// Copies its argument; its value is NULL, or the argument where there is no room for it.
  static let function = "copied_cell"
  /// Gives the blob that is there for its length alone.
  static let room = "cell_room"
  private static let roomSize: Int32 = 254

  /// Columns as they are selected, the one for the room first.
  static func columns(_ names: [String]) -> String {
    let cells = names.map { "\(function)(\($0)) AS \($0)" }
    return (["\(function)(\(room)())"] + cells).joined(separator: ", ")
  }

  /// What ``room`` gives: zeros that take no memory until they are read.
  static func giveRoom(to context: OpaquePointer?) { sqlite3_result_zeroblob(context, roomSize) }

  var storesUTF8: Bool
  /// The row of the statement that runs; set before each step.
  var row: UnsafeMutablePointer<CopiedRow>?

  /// Copies a cell; false if there is no room.
  func copy(_ value: OpaquePointer?) -> Bool {
    guard let row else { return false }
    if !row.pointee.hasRoom {
      row.pointee.hasRoom = true
      return sqlite3_value_blob(value) != nil
    }
    return row.pointee.append(Cell(value, storesUTF8: storesUTF8))
  }
}

/// The cells of one row, and the bytes of its texts and blobs as far as there is room for them.
struct CopiedRow {
  /// What most rows need, and little enough for each statement to have.
  private static let byteCapacity = 4096

  let cells: UnsafeMutablePointer<Cell>
  private let capacity: Int
  private let bytes: UnsafeMutableRawPointer
  private var usedBytes = 0
  /// How many cells were given.
  private(set) var count = 0
  /// Whether there was no room for some, which SQLite keeps then.
  private(set) var isPartial = false
  /// Whether the blob at the beginning was read, which is no cell.
  var hasRoom = false

  init(columns: Int) {
    capacity = columns
    cells = .allocate(capacity: columns)
    bytes = .allocate(byteCount: Self.byteCapacity, alignment: 16)
  }

  func deallocate() {
    cells.deallocate()
    bytes.deallocate()
  }

  mutating func removeAll() {
    count = 0
    usedBytes = 0
    isPartial = false
    hasRoom = false
  }

  /// Adds a cell, with a copy of its bytes; false if there is no room for it.
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
    guard count < capacity else { return false }
    cells[count] = cell
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

extension DatabaseHandle {
  /// Lets statements copy the cells of a row while they read it. The functions are for these statements
  /// alone: not for views and triggers, which may come with a file from elsewhere.
  func enableCopying() throws {
    let place = UnsafeMutablePointer<CopyPlace>.allocate(capacity: 1)
    place.initialize(to: CopyPlace(storesUTF8: storesUTF8, row: nil))
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
    // SQLite frees the place together with the function, that is with the database.
    try check(
      sqlite3_create_function_v2(
        pointer, CopyPlace.function, 1, flags, place, copyCell, nil, nil
      ) { $0?.deallocate() })
    try check(
      sqlite3_create_function_v2(pointer, CopyPlace.room, 0, flags, nil, giveRoom, nil, nil, nil))
    copyPlace = place
  }
}

private func copyCell(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let value = arguments?[0],
    let place = sqlite3_user_data(context)?.assumingMemoryBound(to: CopyPlace.self)
  else { return }
  if !place.pointee.copy(value) { sqlite3_result_value(context, value) }
}

private func giveRoom(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) { CopyPlace.giveRoom(to: context) }
