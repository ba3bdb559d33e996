/// One row of a child table, as stored.
struct ChildRow: Hashable {
  /// The position or the dictionary's key; empty for sets.
  let key: [StoredValue]
  let element: [StoredValue]
}

/// Writes the difference between what a child table holds for one object and what it should hold.
struct ChildChanges {
  private let parent: Int64
  private let kind: CollectionKind
  private let statements: ChildStatements
  private let connection: Connection

  init(
    parent: Int64, kind: CollectionKind, _ statements: ChildStatements, _ connection: Connection
  ) {
    self.parent = parent
    self.kind = kind
    self.statements = statements
    self.connection = connection
  }

  /// The rows that lie in the table now.
  func storedRows(keyCount: Int, elementCount: Int) throws -> [ChildRow] {
    let statement = try connection.statement(statements.selectOne)
    defer { statement.reset() }
    statement.set(parent, at: 0)
    var rows: [ChildRow] = []
    while try statement.step() {
      let cells = (0..<(keyCount + elementCount)).map { statement.value(at: $0) }
      rows.append(
        ChildRow(key: Array(cells.prefix(keyCount)), element: Array(cells.dropFirst(keyCount))))
    }
    return rows
  }

  /// Deletes all rows and inserts `rows`.
  func rewrite(_ rows: [ChildRow]) throws {
    try run(statements.deleteAll, [])
    for row in rows { try insert(row) }
  }

  /// Turns `old` into `new`.
  func apply(from old: [ChildRow], to new: [ChildRow]) throws {
    if kind == .array { return try applyToArray(old, new) }
    if new.isEmpty && !old.isEmpty { return try rewrite([]) }
    try applyToKeyed(old, new)
  }

  /// Sets differ by rows; dictionaries also by the element under a key.
  private func applyToKeyed(_ old: [ChildRow], _ new: [ChildRow]) throws {
    func identity(_ row: ChildRow) -> [StoredValue] { kind == .set ? row.element : row.key }
    var remaining: [[StoredValue]: ChildRow] = [:]
    for row in old { remaining[identity(row)] = row }
    var missing: [ChildRow] = []
    for row in new {
      switch remaining.removeValue(forKey: identity(row)) {
      case nil: missing.append(row)
      case let same? where same.element == row.element: break
      default: try runOnOneRow(statements.update, row.key + row.element)
      }
    }
    for row in old where remaining[identity(row)] != nil {
      try runOnOneRow(statements.delete, identity(row))
    }
    for row in missing { try insert(row) }
  }

  /// Leaves the common beginning and end alone, overwrites what lies between, and moves the end
  /// when the length changes there: two statements, however long it is.
  private func applyToArray(_ old: [ChildRow], _ new: [ChildRow]) throws {
    guard isDense(old) else { return try rewrite(new) }
    let prefix = zip(old, new).prefix { $0.element == $1.element }.count
    let room = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(room)
      .prefix { $0.element == $1.element }.count
    let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
    let common = min(oldEnd, newEnd)
    for index in prefix..<common where old[index].element != new[index].element {
      try runOnOneRow(statements.update, new[index].key + new[index].element)
    }
    if oldEnd > common {
      try run(statements.deleteRange, [.integer(Int64(common)), .integer(Int64(oldEnd))])
    }
    if suffix > 0 && oldEnd != newEnd { try shift(from: oldEnd, by: newEnd - oldEnd) }
    for index in common..<newEnd { try insert(new[index]) }
  }

  /// Whether positions count from 0 without a gap.
  private func isDense(_ rows: [ChildRow]) -> Bool {
    guard let last = rows.last?.key else { return true }
    return last == [.integer(Int64(rows.count - 1))]
  }

  private func shift(from start: Int, by distance: Int) throws {
    try run(statements.shiftAway, [.integer(Int64(start)), .integer(Int64(distance))])
    try run(statements.shiftBack, [])
  }

  private func insert(_ row: ChildRow) throws { try run(statements.insert, row.key + row.element) }

  /// Runs a statement that finds exactly one row, unless someone else changed the collection.
  private func runOnOneRow(_ text: StatementText, _ parameters: [StoredValue]) throws {
    try run(text, parameters)
    guard connection.changes != 1 else { return }
    throw PersistenceError(
      .objectNotFound,
      "an element's row is not what it was: someone else changed the collection. Revert the object")
  }

  private func run(_ text: StatementText, _ parameters: [StoredValue]) throws {
    let statement = try connection.statement(text)
    statement.set(parent, at: 0)
    for (index, value) in parameters.enumerated() { statement.set(value, at: index + 1) }
    try statement.run()
  }
}
