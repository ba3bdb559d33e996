/// Writes the single rows that differ between two states of a collection.
struct ChildLevelRows<Shape: CollectionShape>: ChildRowWriting {
  typealias Entries = CollectionEntries<Shape.Key, Shape.Element>

  private let level: ChildLevel<Shape>
  private let changes: ChildChanges
  /// Nil if the old rows are known by their stored forms only.
  private let old: Entries?
  private let new: Entries
  private let path: ChildPath
  private let writer: ChildWriter

  init(
    _ level: ChildLevel<Shape>, _ changes: ChildChanges, old: Entries?, new: Entries,
    _ path: ChildPath, _ writer: ChildWriter
  ) {
    self.level = level
    self.changes = changes
    self.old = old
    self.new = new
    self.path = path
    self.writer = writer
  }

  func insert(_ position: Int) throws {
    let statement = try prepared(level.statements.insert)
    try write(position, to: statement)
    try statement.run()
    if !level.elements.isNested { return }
    try level.elements.insertRows(
      of: new.element(position), under: try path(to: position), writer)
  }

  func update(_ position: Int, from oldPosition: Int) throws {
    guard level.elements.isNested else { return try updateRow(position) }
    try level.elements.updateRows(
      from: old?.element(oldPosition), to: new.element(position), under: try path(to: position),
      writer
    ) { try updateRow(position) }
  }

  private func updateRow(_ position: Int) throws {
    let statement = try prepared(level.statements.update)
    try write(position, to: statement)
    try runOnOneRow(statement)
  }

  func delete(_ position: Int) throws {
    let row = position - changes.start
    let statement = try prepared(level.statements.delete)
    switch Shape.kind {
    case .set where level.elements.isNested:
      statement.set(changes.old.element(row).number, at: level.table.keyPosition)
    case .set: changes.old.element(row).write(to: statement, at: level.table.keyPosition)
    default: changes.old.key(row).write(to: statement, at: level.table.keyPosition)
    }
    try runOnOneRow(statement)
  }

  func deleteAll() throws { try prepared(level.statements.deleteAll).run() }

  func deleteRange(_ positions: Range<Int>) throws {
    let statement = try prepared(level.statements.deleteRange)
    statement.set(Int64(positions.lowerBound), at: level.table.keyPosition)
    statement.set(Int64(positions.upperBound), at: level.table.keyPosition + 1)
    try statement.run()
  }

  func shift(from start: Int, by distance: Int) throws {
    let statement = try prepared(level.statements.shiftAway)
    statement.set(Int64(start), at: level.table.keyPosition)
    statement.set(Int64(distance), at: level.table.keyPosition + 1)
    try statement.run()
    try prepared(level.statements.shiftBack).run()
  }

  // MARK: -

  private func prepared(_ text: StatementText) throws -> Statement {
    let statement = try writer.connection.statement(text)
    path.bind(to: statement)
    return statement
  }

  /// Writes key and element as they were compared.
  private func write(_ position: Int, to statement: Statement) throws {
    let row = position - changes.start
    let key = level.table.keyPosition
    switch Shape.kind {
    case .array: statement.set(Int64(position), at: key)
    case .dictionary: changes.new.key(row).write(to: statement, at: key)
    case .set where level.elements.isNested:
      statement.set(changes.new.element(row).number, at: key)
    case .set: break
    }
    guard level.elements.isNested else {
      return changes.new.element(row).write(to: statement, at: level.table.elementPosition)
    }
    var column = ColumnWriter(statement, at: level.table.elementPosition)
    try level.elements.write(new.element(position), to: &column)
  }

  /// What names the collection that is an element.
  private func path(to position: Int) throws -> ChildPath {
    let row = position - changes.start
    let isMember = Shape.kind == .set
    return path.appending(
      isMember
        ? .integer(changes.new.element(row).number)
        : try level.storedKey(of: new, position, nil))
  }

  /// Runs a statement that finds exactly one row, unless someone else changed the collection.
  private func runOnOneRow(_ statement: Statement) throws {
    try statement.run()
    guard writer.connection.changes != 1 else { return }
    throw PersistenceError(
      .objectNotFound,
      "an element's row is not what it was: someone else changed the collection. Revert the object")
  }
}
