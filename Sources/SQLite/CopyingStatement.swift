import CSQLite
import PersistentObjectsEngine

/// A statement for one row, whose cells are copied while SQLite reads them (``CopyPlace``). It is used
/// as `SELECT name …` is, and says that this is its text, but runs as `SELECT copied_cell(name) …`.
final class CopyingStatement: SQLiteStatement {
  private let place: UnsafeMutablePointer<CopyPlace>
  private let row: UnsafeMutablePointer<CopiedRow>

  /// Takes over `pointer`, which puts the cells of the `copied` columns into `place`.
  init(
    _ pointer: OpaquePointer, sql: String, copied: [Int], in database: DatabaseHandle,
    place: UnsafeMutablePointer<CopyPlace>
  ) {
    self.place = place
    row = .allocate(capacity: 1)
    let columnCount = Int(sqlite3_column_count(pointer)) - 1
    row.initialize(to: CopiedRow(columnCount: columnCount, copied: copied))
    super.init(pointer, sql: sql, in: database)
  }

  deinit {
    row.pointee.deallocate()
    row.deallocate()
  }

  override func step() throws -> Bool {
    row.pointee.removeAll()
    place.pointee.row = row
    defer { place.pointee.row = nil }
    guard try stepPlainly() else { return false }
    for index in row.pointee.plainColumns { row.pointee.cells[index] = storedCell(at: index) }
    if row.pointee.isPartial { addLargeCells() }
    return true
  }

  /// Those that were not copied are what SQLite gives; it has NULL for all others.
  private func addLargeCells() {
    for index in row.pointee.copiedColumns {
      let cell = storedCell(at: index)
      if cell.kind != .null { row.pointee.cells[index] = cell }
    }
  }

  /// What SQLite keeps of a column, behind the room.
  @inline(__always)
  private func storedCell(at index: Int) -> Cell { plainCell(at: index + 1) }

  override var columnCount: Int { super.columnCount - 1 }

  override func columnName(at index: Int) -> String { super.columnName(at: index + 1) }

  override func cell(at index: Int) -> Cell {
    0..<row.pointee.columnCount ~= index ? row.pointee.cells[index] : .null
  }

  override func readRow() -> UnsafePointer<Cell> { UnsafePointer(row.pointee.cells) }
}
