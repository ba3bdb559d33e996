/// The difference between the rows of a child table for one collection and the rows that it should
/// have, and how single rows are written. Rows are counted from the first compared entry.
///
/// Most entries are the same in memory, bit for bit, and are skipped. The stored forms of the
/// others are compared.
struct ChildChanges<Whole: _ColumnCollection> {
  let level: ChildLevel<Whole>
  let path: ChildPath
  let writer: ChildWriter
  /// The compared entries before; empty if their rows are known by their stored forms only.
  let oldEntries: ChildLevel<Whole>.Entries
  let newEntries: ChildLevel<Whole>.Entries
  /// The stored forms of the compared entries, before and after.
  var old: ChildForms
  let new: ChildForms
  /// The number of an array's elements that are the same before and after the compared ones; for
  /// other collections the first number counts all entries that are the same.
  var start = 0
  var end = 0

  func insert(_ row: Int) throws {
    let statement = try prepared(level.statements.insertion.row)
    try write(row, to: statement.parameters)
    try statement.run()
    if !level.elements.isNested { return }
    try level.elements.insertRows(
      of: newEntries.element(row).pointee, under: try path(to: row), by: writer)
  }

  /// Writes an element that was at another position among the old entries.
  func update(_ row: Int, from oldRow: Int) throws {
    guard level.elements.isNested else { return try updateRow(row) }
    try level.elements.updateRows(
      from: oldEntries.count == 0 ? nil : oldEntries.element(oldRow).pointee,
      to: newEntries.element(row).pointee, under: try path(to: row), by: writer
    ) { try updateRow(row) }
  }

  private func updateRow(_ row: Int) throws {
    let statement = try prepared(level.statements.update)
    try write(row, to: statement.parameters)
    try runOnOneRow(statement)
  }

  func delete(_ oldRow: Int) throws {
    let statement = try prepared(level.statements.delete)
    let key = level.table.keyPosition
    switch level.code.kind {
    case .set where level.elements.isNested:
      statement.set(old.element(oldRow).number, at: key)
    case .set: old.element(oldRow).write(to: statement.parameters, at: key)
    default: old.key(oldRow).write(to: statement.parameters, at: key)
    }
    try runOnOneRow(statement)
  }

  func deleteAll() throws { try prepared(level.statements.deleteAll).run() }

  /// Deletes the rows of an array at these places.
  func deleteRange(_ rows: Range<Int>) throws {
    let statement = try prepared(level.statements.deleteRange)
    let key = level.table.keyPosition
    statement.set(index(of: rows.lowerBound), at: key)
    statement.set(index(of: rows.upperBound), at: key + 1)
    try statement.run()
  }

  /// Moves the end of an array. Unless its elements are collections they move alone: rows stay at the old
  /// end when it comes nearer, and are there already when it goes away.
  func moveEnd(from row: Int, by distance: Int) throws {
    for (position, text) in level.statements.moves.enumerated() {
      let statement = try prepared(text)
      if position == 0 {
        statement.set(index(of: row), at: level.table.keyPosition)
        statement.set(Int64(distance), at: level.table.keyPosition + 1)
      }
      try statement.run()
    }
  }

  // MARK: -

  private func prepared(_ text: StatementText) throws -> Statement {
    let statement = try writer.connection.statement(text)
    path.bind(to: statement.parameters)
    return statement
  }

  /// The position of an array's element.
  private func index(of row: Int) -> Int64 { Int64(start + row) }

  /// Writes key and element as they were compared.
  private func write(_ row: Int, to rows: RowBatch) throws {
    let key = level.table.keyPosition
    switch level.code.kind {
    case .array: rows.set(index(of: row), at: key)
    case .dictionary: new.key(row).write(to: rows, at: key)
    case .set where level.elements.isNested:
      rows.set(new.element(row).number, at: key)
    case .set: break
    }
    guard level.elements.isNested else {
      return new.element(row).write(to: rows, at: level.table.elementPosition)
    }
    var column = ColumnWriter(rows, at: level.table.elementPosition)
    try level.elements.write(newEntries.element(row), to: &column)
  }

  /// The keys that identify the collection which is an element.
  private func path(to row: Int) throws -> ChildPath {
    switch level.code.kind {
    case .array: path.appending(.integer(index(of: row)))
    case .set: path.appending(.integer(new.element(row).number))
    case .dictionary: path.appending(try level.storedKey(of: newEntries, at: row, members: nil))
    }
  }

  /// Runs a statement that finds exactly one row, unless another program changed the collection.
  private func runOnOneRow(_ statement: Statement) throws {
    try statement.run()
    guard statement.changes != 1 else { return }
    throw PersistenceError(
      .objectNotFound,
      "an element's row is not what it was: someone else changed the collection. Revert the object")
  }
}
