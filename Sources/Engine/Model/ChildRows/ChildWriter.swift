/// Writes child rows in one save: the connection, and the state kept from one object to the next.
final class ChildWriter {
  let connection: Connection
  /// The statements that are sent together; nil where each is sent by itself.
  let queue: StatementQueue?
  /// Whether objects of the session were deleted, so that collections may have had some of them.
  let mayMeetDeleted: Bool
  /// Forms that are compared, for each depth of collections in collections.
  private var forms: [ObjectIdentifier: (old: ChildForms, new: ChildForms)] = [:]
  /// Rows that wait to be inserted, by table: outer tables come before those of the collections in them,
  /// whose rows refer to theirs.
  private var insertions: [ChildInsertion] = []
  /// The rows of collections whose baseline is not in memory, by binding and parent.
  var storedRows: [ObjectIdentifier: [Int64: ChildForms]] = [:]
  /// The stored collections of collections, by binding and parent.
  var storedWholes: [ObjectIdentifier: [Int64: Any]] = [:]

  init(_ connection: Connection, _ queue: StatementQueue?, mayMeetDeleted: Bool) {
    self.connection = connection
    self.queue = queue
    self.mayMeetDeleted = mayMeetDeleted
  }

  /// Memory for the stored forms of a level's collections, one of a time.
  func forms<Whole>(of level: ChildLevel<Whole>) -> (old: ChildForms, new: ChildForms) {
    if let pair = forms[ObjectIdentifier(level)] {
      pair.old.removeAll()
      pair.new.removeAll()
      return pair
    }
    let pair = (level.makeForms(), level.makeForms())
    forms[ObjectIdentifier(level)] = pair
    return pair
  }

  // MARK: Single rows

  /// Runs a statement, or has it run with others.
  ///
  /// - Parameters:
  ///   - place: the collection, for errors.
  ///   - changesOneRow: whether it finds exactly one row, unless another program changed the collection.
  ///   - bind: sets the parameters.
  func run(
    _ text: StatementText, at place: @autoclosure () -> PersistenceError.Context,
    changesOneRow: Bool = false, bind: (RowBatch) throws -> Void
  ) throws {
    let statement = try connection.statement(text)
    guard let queue else {
      try bind(statement.parameters)
      try statement.run()
      if changesOneRow { try requireOneRow(statement.changes, at: place()) }
      return
    }
    let place = place()
    let parameters = RowBatch(width: statement.parameters.width)
    try bind(parameters)
    let check: (([Int], Bool) throws -> Void)? =
      changesOneRow ? { changes, _ in try requireOneRow(changes.first ?? 0, at: place) } : nil
    try queue.add(
      QueuedStatement(
        statement: statement, rows: parameters, isBatch: false,
        refusal: { error, _ in place.encodingFailed(error) }, check: check))
  }

  // MARK: Insertions

  /// The rows that wait to be inserted into a table.
  func insertion(
    _ statements: ChildStatements, at place: PersistenceError.Context
  ) -> ChildInsertion {
    if let found = insertions.first(where: { $0.statements === statements }) { return found }
    let insertion = ChildInsertion(statements, at: place, on: connection)
    let depth = statements.depth
    let position = insertions.firstIndex { $0.statements.depth > depth } ?? insertions.endIndex
    insertions.insert(insertion, at: position)
    return insertion
  }

  /// Writes the rows that wait for a table, and those that they may refer to.
  func write(through last: ChildInsertion) throws {
    try queue?.run()
    for insertion in insertions {
      try insertion.write()
      if insertion === last { return }
    }
  }

  /// Writes the rows that wait, or adds them to the statements that are sent together.
  func finish() throws {
    guard let queue else { return try insertions.forEach { try $0.write() } }
    for insertion in insertions { try insertion.finish(queue) }
  }
}

private func requireOneRow(
  _ count: Int, at place: @autoclosure () -> PersistenceError.Context
) throws {
  guard count != 1 else { return }
  throw PersistenceError(
    .objectNotFound,
    "an element's row is not what it was: someone else changed the collection. Revert the object",
    context: place())
}

/// An object with a changed collection.
struct ChildChange {
  let object: any PersistentObject
  /// The position of the property among those of the class.
  let index: Int
  /// The collection before its first change; nil if unknown.
  let baseline: SlotBaseline?

  /// Has the baseline, which has become what the collection is now, stand by for the next change; or
  /// forgets it.
  func keepBaseline(_ isKept: Bool) { keepBaseline(isKept ? baseline : nil, in: object) }

  private func keepBaseline(_ baseline: SlotBaseline?, in object: some PersistentObject) {
    object._object.keep(baseline, of: index)
    if let baseline { object._object.context?.owner.journalUndo { baseline.isOutdated = true } }
  }
}
