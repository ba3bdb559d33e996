import CSQLite
import PersistentObjectsDriver

/// Memory for the cells of a statement's current row.
struct RowMemory: ~Copyable {
  private var cells = UnsafeMutablePointer<Cell>.allocate(capacity: 0)
  private var capacity = 0
  private var count = 0

  deinit { cells.deallocate() }

  /// Reads the current row of a statement.
  ///
  /// - Parameter isFirst: whether the row is the first of a run: a statement that was prepared
  ///   again because the schema has changed may have other columns.
  @inline(__always)
  mutating func read(_ statement: OpaquePointer, isFirst: Bool, storesUTF8: Bool) -> Row {
    if isFirst { prepare(Int(sqlite3_data_count(statement))) }
    // A connection is opened in multi-thread mode and used by one thread at a time, so its values
    // need no protection, and one look-up serves for both kind and content.
    for index in 0..<count {
      let value = sqlite3_column_value(statement, Int32(truncatingIfNeeded: index))
      cells[index] = Cell(value, storesUTF8: storesUTF8)
    }
    return Row(cells, count: count)
  }

  private mutating func prepare(_ count: Int) {
    self.count = count
    if count <= capacity { return }
    cells.deallocate()
    cells = .allocate(capacity: count)
    capacity = count
  }
}
