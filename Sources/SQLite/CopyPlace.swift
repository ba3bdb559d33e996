import CSQLite
import PersistentObjectsEngine

/// Where the function `copied_cell(column)` puts the cells of the row that a ``CopyingStatement`` reads.
///
/// A statement that ends frees each text and blob that it read, so one for a single row spends a third
/// of its time on memory. What is handed to a function lies in one place, which SQLite uses again for
/// the next column, and enlarges for a longer one. So the statement begins with a blob that is long
/// enough for most: `SELECT copied_cell(cell_room()), pk, copied_cell(name), age …`. Numbers need no
/// memory, and are read as ever.
///
/// It is a C struct in all but name: it has no references, so it may lie in memory that SQLite frees.
struct CopyPlace {
  /// Copies its argument; its value is NULL, or the argument where there is no room for it.
  static let function = "copied_cell"
  /// Gives the blob that is there for its length alone.
  static let room = "cell_room"
  private static let roomSize: Int32 = 254

  /// Columns as they are selected, the one for the room first.
  static func columns(_ names: [String], copied: Set<Int>) -> String {
    let cells = names.enumerated().map { index, name in
      copied.contains(index) ? "\(function)(\(name)) AS \(name)" : name
    }
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
