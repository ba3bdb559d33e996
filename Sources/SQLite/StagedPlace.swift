import CSQLite
import PersistentObjectsEngine

/// Where the SQL functions of a connection look for staged rows. It is a C struct in all but name:
/// it has no references, so it may lie in memory that SQLite frees.
struct StagedPlace {
  /// Tells whether the row of a key is staged.
  static let isStaged = "is_staged"
  /// Gives the value of a staged row, by the row's key and the value's position.
  static let value = "staged_value"

  /// In ascending order; they stay where they are while the UPDATE runs.
  private var keys: UnsafeBufferPointer<StagedRows.RowKey>
  private var cells: UnsafePointer<Cell>?
  private var width: Int
  /// The key that was asked for last.
  private var position = 0
  /// Where rows are noted as they are written; they live as long as the statement runs.
  private var noting: Unmanaged<StagedRows>?

  /// No rows.
  init() {
    keys = UnsafeBufferPointer(start: nil, count: 0)
    cells = nil
    width = 0
    noting = nil
  }

  /// Rows by their keys.
  init(_ rows: StagedRows, _ keys: UnsafeBufferPointer<StagedRows.RowKey>) {
    self.keys = keys
    cells = rows.cells
    width = rows.width
    noting = rows.notedTable == nil ? nil : .passUnretained(rows)
  }

  /// Notes that the row of a key was written, if it is staged.
  mutating func noteWritten(_ pk: Int64, in table: UnsafePointer<CChar>?) {
    guard let rows = noting?.takeUnretainedValue(), let table,
      rows.notedTable.map({ sqlite3_stricmp($0, table) == 0 }) == true, move(to: pk)
    else { return }
    rows.noteWritten(keys[position].row)
  }

  /// Goes to a key; false if there is none like it. SQLite asks for one after the other.
  mutating func move(to pk: Int64) -> Bool {
    if isAt(pk) { return true }
    position += 1
    return isAt(pk) || search(pk)
  }

  private func isAt(_ pk: Int64) -> Bool { position < keys.count && keys[position].pk == pk }

  private mutating func search(_ pk: Int64) -> Bool {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].pk < pk { low = middle + 1 } else { high = middle }
    }
    position = low
    return isAt(pk)
  }

  /// A value of the row that was moved to.
  func cell(_ index: Int) -> Cell? {
    guard let cells, 0..<width ~= index else { return nil }
    return cells[keys[position].row * width + index]
  }
}

extension DatabaseHandle {
  /// Lets statements ask for staged rows. The functions are for these statements alone: not for
  /// views and triggers, which may come with a file from elsewhere.
  func enableStaging() throws {
    let place = UnsafeMutablePointer<StagedPlace>.allocate(capacity: 1)
    place.initialize(to: StagedPlace())
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
    // SQLite frees the place together with the first function, that is with the database.
    try check(
      sqlite3_create_function_v2(
        pointer, StagedPlace.value, 2, flags, place, stagedValue, nil, nil
      ) { $0?.deallocate() })
    try check(
      sqlite3_create_function_v2(
        pointer, StagedPlace.isStaged, 1, flags, place, isStaged, nil, nil, nil))
    staged = place
  }
}

private func place(_ context: OpaquePointer?) -> UnsafeMutablePointer<StagedPlace>? {
  sqlite3_user_data(context)?.assumingMemoryBound(to: StagedPlace.self)
}

private func isStaged(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  let isStaged = place(context)?.pointee.move(to: sqlite3_value_int64(arguments?[0])) ?? false
  sqlite3_result_int(context, isStaged ? 1 : 0)
}

private func stagedValue(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let place = place(context), place.pointee.move(to: sqlite3_value_int64(arguments?[0])),
    let cell = place.pointee.cell(Int(sqlite3_value_int64(arguments?[1])))
  else { return sqlite3_result_error(context, "there is no such staged value", -1) }
  // The bytes stay where they are until the statement has ended, so SQLite need not copy them.
  switch cell {
  case .null: sqlite3_result_null(context)
  case .integer(let value): sqlite3_result_int64(context, value)
  case .real(let value): sqlite3_result_double(context, value)
  case .text(let utf8):
    sqlite3_result_text64(
      context, utf8.baseAddress, UInt64(utf8.count), nil, UInt8(SQLITE_UTF8))
  case .blob(let bytes):
    sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), nil)
  }
}

private func noteWritten(
  _ place: UnsafeMutableRawPointer?, _ action: Int32, _ database: UnsafePointer<CChar>?,
  _ table: UnsafePointer<CChar>?, _ pk: sqlite3_int64
) {
  // A trigger may write to other tables meanwhile.
  place?.assumingMemoryBound(to: StagedPlace.self).pointee.noteWritten(pk, in: table)
}

extension SQLiteConnection {
  /// Runs an UPDATE with rows for its functions to find.
  func run(_ statement: Statement, staging rows: StagedRows) throws {
    guard let place = database.staged else {
      preconditionFailure("rows are staged on a connection that does not write")
    }
    try rows.withAscendingKeys { keys in
      guard let first = keys.first, let last = keys.last else { return }
      statement.set(first.pk, at: 0)
      statement.set(last.pk, at: 1)
      place.pointee = StagedPlace(rows, keys)
      defer { place.pointee = StagedPlace() }
      if rows.notedTable == nil {
        try statement.run()
      } else {
        try noting(place) { try statement.run() }
      }
    }
  }

  /// Has rows noted as SQLite writes them: of those that do not match the count alone would be known.
  private func noting(
    _ place: UnsafeMutablePointer<StagedPlace>, _ body: () throws -> Void
  ) rethrows {
    sqlite3_update_hook(database.pointer, noteWritten, place)
    defer { sqlite3_update_hook(database.pointer, nil, nil) }
    try body()
  }
}
