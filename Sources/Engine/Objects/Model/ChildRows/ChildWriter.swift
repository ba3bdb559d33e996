import PersistentObjectsConnections
import PersistentObjectsDriver

/// The writer of child rows in one save: the connection, and the state kept from one object to the
/// next.
final class ChildWriter {
  let connection: Connection
  /// The statements that are sent together; nil if each is sent by itself.
  let queue: StatementQueue?
  /// Whether objects of the session were deleted, so that collections may have contained some of
  /// them.
  let mayMeetDeleted: Bool
  /// The forms that are compared, by level.
  private var forms: [ObjectIdentifier: (old: ChildForms, new: ChildForms)] = [:]
  /// The rows that wait to be inserted, by table. Outer tables come before the tables of the
  /// collections in them, whose rows refer to those of the outer tables.
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

  /// Returns memory for the stored forms of a level's collections, one collection at a time.
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

  /// Runs a statement, or queues it to run with others.
  ///
  /// - Parameters:
  ///   - place: the collection, for errors.
  ///   - changed: the rows that the statement changes, unless another program changed the
  ///     collection.
  ///   - bind: sets the parameters.
  func run(
    _ text: StatementText, at place: @autoclosure () -> PersistenceError.Context,
    changing changed: ChangedRows = .any, bind: (RowBatch) throws -> Void
  ) throws {
    let statement = try connection.statement(text)
    guard let queue else {
      try bind(statement.parameters)
      try statement.run()
      return try changed.require(statement.changes, at: place())
    }
    let place = place()
    let parameters = RowBatch(width: statement.parameters.width)
    try bind(parameters)
    var queued = QueuedStatement(
      statement: statement, rows: parameters, isBatch: false,
      refusal: { error, _ in place.encodingFailed(error) })
    if changed.number != nil {
      queued.check = { changes, _ in try changed.require(changes.first ?? 0, at: place) }
    }
    queued.isCounted = changed.areCounted
    try queue.add(queued)
  }

  // MARK: Insertions

  /// Returns the rows that wait to be inserted into a table.
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

  /// Writes the rows that wait for a table, and the waiting rows that they may refer to.
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

/// The rows that a statement has to change.
enum ChangedRows {
  case any
  /// One row, by an `UPDATE` or a `DELETE`.
  case one
  /// A number of rows, which is compared before the `COMMIT` is sent.
  case counted(Int)

  var number: Int? {
    switch self {
    case .any: nil
    case .one: 1
    case .counted(let number): number
    }
  }

  var areCounted: Bool { if case .counted = self { true } else { false } }

  func require(_ count: Int, at place: @autoclosure () -> PersistenceError.Context) throws {
    guard let number, count != number else { return }
    throw PersistenceError(
      .objectNotFound,
      "an element's row has changed: someone else changed the collection. Revert the object",
      context: place())
  }
}

/// An object with a changed collection.
struct ChildChange {
  let object: any PersistentObject
  /// The position of the property among those of the class.
  let index: Int
  /// The collection's last known former value; its `isOutdated` tells whether the rows may differ.
  /// nil if unknown.
  let former: SlotBaseline?
  /// Whether the collection may have kept objects that were deleted while it was being changed in
  /// place.
  let mayHaveLeftovers: Bool

  /// The collection as its rows are stored; nil if unknown.
  var baseline: SlotBaseline? { former.flatMap { $0.isOutdated ? nil : $0 } }

  /// Keeps the baseline, which has become equal to the collection, for the next change, or discards
  /// it.
  func keepBaseline(_ isKept: Bool) { keepBaseline(isKept ? baseline : nil, in: object) }

  private func keepBaseline(_ baseline: SlotBaseline?, in object: some PersistentObject) {
    object._object.keep(baseline, of: index)
    if let baseline {
      object._object.context?.tracker.journal(.value { baseline.isOutdated = true })
    }
  }
}
