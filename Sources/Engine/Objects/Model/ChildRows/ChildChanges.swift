import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// The difference between the rows that one collection has in a child table and the rows that it
/// should have, with the functions that write single rows. Rows are counted from the first compared
/// entry.
///
/// Most entries are the same in memory, bit for bit, and are skipped. The stored forms of the
/// others are compared.
struct ChildChanges<Whole: _ColumnCollection> {
  let level: ChildLevel<Whole>
  let path: ChildPath
  let writer: ChildWriter
  /// The compared entries before the change; empty if only the stored forms of their rows are
  /// known.
  let oldEntries: ChildLevel<Whole>.Entries
  let newEntries: ChildLevel<Whole>.Entries
  /// The stored forms of the compared entries, before and after the change.
  var old: ChildForms
  let new: ChildForms
  /// The number of an array's elements before the compared ones, which are unchanged; `end` is the
  /// number of those after them. For other collections, `start` counts all unchanged entries.
  var start = 0
  var end = 0

  func insert(_ row: Int) throws {
    try run(level.statements.insertion.row) { try write(row, to: $0) }
    if !level.elements.isNested { return }
    try level.elements.insertRows(
      of: newEntries.element(row).pointee, under: try path(to: row), by: writer)
  }

  /// Writes the element of a row. It replaces the one at `oldRow` among the old entries.
  func update(_ row: Int, from oldRow: Int) throws {
    guard level.elements.isNested else { return try updateRow(row, from: oldRow) }
    try level.elements.updateRows(
      from: oldEntries.count == 0 ? nil : oldEntries.element(oldRow).pointee,
      to: newEntries.element(row).pointee, under: try path(to: row), by: writer
    ) { try updateRow(row, from: nil) }
  }

  /// Writes the columns of an element that differ from those of a former one, or all.
  private func updateRow(_ row: Int, from oldRow: Int?) throws {
    guard let columns = changedColumns(row, from: oldRow) else {
      return try run(level.statements.update, changing: .one) { try write(row, to: $0) }
    }
    let cells = new.element(row).cells
    try run(level.statements.update(columns), changing: .one) { rows in
      writeKey(row, to: rows)
      for (position, column) in columns.enumerated() {
        rows.copy(cells[column], to: level.table.elementPosition + position)
      }
    }
  }

  /// Returns the columns in which an element differs from a former one; nil for all.
  private func changedColumns(_ row: Int, from oldRow: Int?) -> [Int]? {
    guard level.table.elementColumns.count > 1, let oldRow, oldRow < old.count else { return nil }
    let (cells, former) = (new.element(row).cells, old.element(oldRow).cells)
    let changed = (0..<cells.count).filter { !cells[$0].isSame(as: former[$0]) }
    return changed.isEmpty || changed.count == cells.count ? nil : changed
  }

  func delete(_ oldRow: Int) throws {
    let key = level.table.keyPosition
    try run(level.statements.delete, changing: .one) {
      switch level.code.kind {
      case .set where level.elements.isNested: $0.set(old.element(oldRow).number, at: key)
      case .set: old.element(oldRow).write(to: $0, at: key)
      default: old.key(oldRow).write(to: $0, at: key)
      }
    }
  }

  func deleteAll() throws { try level.deleteAll(under: path, by: writer) }

  /// Deletes the rows of an array in a range.
  func deleteRange(_ rows: Range<Int>) throws {
    let key = level.table.keyPosition
    let changed = rows.count == 1 ? ChangedRows.one : .counted(rows.count)
    try run(level.statements.deleteRange, changing: changed) {
      $0.set(index(of: rows.lowerBound), at: key)
      $0.set(index(of: rows.upperBound), at: key + 1)
    }
  }

  /// Moves the end of an array. Unless the elements are collections, only elements move, from row
  /// to row: if the end moves down, rows are left over at the old end; if it moves up, the rows
  /// that it leaves are still there.
  func moveEnd(from row: Int, by distance: Int) throws {
    let key = level.table.keyPosition
    for (position, text) in level.statements.moves.enumerated() {
      try run(text, changing: .counted(old.count + end - row)) {
        if position > 0 { return }
        $0.set(index(of: row), at: key)
        $0.set(Int64(distance), at: key + 1)
      }
    }
  }

  /// Moves elements of an array from row to row, unless they are collections.
  func moveRange(_ rows: Range<Int>, by distance: Int) throws {
    let key = level.table.keyPosition
    try run(level.statements.moveRange, changing: .counted(rows.count)) {
      $0.set(index(of: rows.lowerBound), at: key)
      $0.set(Int64(distance), at: key + 1)
      $0.set(index(of: rows.upperBound), at: key + 2)
    }
  }

  // MARK: -

  private func run(
    _ text: StatementText, changing changed: ChangedRows = .any,
    binding: (RowBatch) throws -> Void
  ) throws {
    try writer.run(text, at: level.place(path.parent), changing: changed) {
      path.bind(to: $0)
      try binding($0)
    }
  }

  /// Returns the position of an array's element.
  private func index(of row: Int) -> Int64 { Int64(start + row) }

  /// Writes the key and the element of a row as they were compared.
  private func write(_ row: Int, to rows: RowBatch) throws {
    writeKey(row, to: rows)
    guard level.elements.isNested else {
      return new.element(row).write(to: rows, at: level.table.elementPosition)
    }
    var column = ColumnWriter(rows, at: level.table.elementPosition)
    try level.elements.write(newEntries.element(row), to: &column)
  }

  private func writeKey(_ row: Int, to rows: RowBatch) {
    let key = level.table.keyPosition
    switch level.code.kind {
    case .array: rows.set(index(of: row), at: key)
    case .dictionary: new.key(row).write(to: rows, at: key)
    case .set where level.elements.isNested: rows.set(new.element(row).number, at: key)
    case .set: break
    }
  }

  /// Returns the keys that identify the collection that is the element of a row.
  private func path(to row: Int) throws -> ChildPath {
    switch level.code.kind {
    case .array: path.appending(.integer(index(of: row)))
    case .set: path.appending(.integer(new.element(row).number))
    case .dictionary: path.appending(try level.storedKey(of: newEntries, at: row, members: nil))
    }
  }
}
