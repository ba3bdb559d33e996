/// A query that is read object by object, so that its objects are never all in memory.
///
/// ```swift
/// let people = try session.cursor(Person.where { $0.age > 30 })
/// while let person = try people.next() { … }
/// ```
///
/// Objects come in chunks of 256 rows, and a reference or collection is read for a whole chunk at
/// once. The cursor reads from one snapshot. It ends when a transaction of its session begins or ends,
/// also one that a `save()` or the first use of a class makes, and when the session is cleared;
/// `next()` throws then, if there is anything left. To save while reading, do both in one
/// transaction. There is no need to clear the session: objects that nobody holds leave it by
/// themselves.
public final class Cursor<Object: PersistentObject> {
  private let session: Session
  /// The context of the rows; nil where the statement selects keys of several classes instead.
  private let context: EntityContext?
  private let loading: [ColumnPath]
  private let chunkSize: Int
  private var source: Source?
  private var chunk: ArraySlice<Object> = []
  private var isClosed = false
  /// Whether a chunk is being read: what codecs and hooks want of the cursor then has to wait.
  private var isReading = false
  private var isToEnd = false
  private let generation: Int

  private struct Source {
    let text: SQLText
    let lease: ReadLease
    /// The statement; nil until it runs, since until then another cursor of the same text would be
    /// given it, too.
    var running: Statement?

    func statement() throws -> Statement {
      if let running { return running }
      let statement = try lease.connection.borrow(text.statement)
      statement.readByAndBy()
      return statement
    }
  }

  init(_ session: Session, _ query: Query<Object>, chunk: Int = 256) throws {
    try session.throwIfFailed()
    self.session = session
    chunkSize = chunk
    loading = query.loading
    // What follows may make tables, in transactions of their own.
    context = query.selection.includesSubclasses ? nil : try session.context(of: Object.self)
    let text =
      try context.map { try session.objectText(query, plan: $0.plan) }
      ?? session.familyText(query).text
    generation = session.cursors.generation
    source = try Self.open(text, in: session)
    session.cursors.add(self)
  }

  private static func open(_ text: SQLText, in session: Session) throws -> Source {
    let lease = try session.connections.beginReading()
    do {
      let source = Source(text: text, lease: lease)
      // What is wrong with it is said at once.
      _ = try source.statement()
      return source
    } catch {
      session.connections.endReading(lease)
      throw error
    }
  }

  deinit { finish() }

  /// The next object, or nil at the end. Not for codecs and hooks that this cursor has called.
  public func next() throws -> Object? {
    try session.throwIfFailed()
    if isReading {
      throw PersistenceError(
        .hookMisused, "a codec or a hook must not go on with the cursor that has called it",
        context: Object._entity.place)
    }
    // Not only when the rows are still to be read: whether it may go on must not depend on how many
    // there are.
    if hasEnded { interrupt() }
    if chunk.isEmpty { try readChunk() }
    return chunk.popFirst()
  }

  /// Ends the reading before the end is reached.
  public func close() { finish() }

  private var hasEnded: Bool { session.cursors.generation != generation }

  private var endError: PersistenceError {
    PersistenceError(
      .sessionFailed,
      """
      a transaction has begun or ended since the cursor was opened, or the session has ended or was \
      cleared; to save while reading, do both in one transaction. The first use of a class, which \
      makes its table, is one, too: use it before
      """,
      context: Object._entity.place)
  }

  private func readChunk() throws {
    guard let source else {
      if isClosed { throw endError }
      return
    }
    isReading = true
    defer {
      isReading = false
      if isToEnd { finish() }
    }
    var objects: [Object] = []
    do {
      let statement = try source.statement()
      self.source?.running = statement
      objects =
        try context.map { try readObjects(statement, in: $0) } ?? readFamily(statement)
      for path in loading { try session.load(path, ofAll: objects) }
      try session.announceLoaded()
      // A codec may have used a class for the first time.
      if hasEnded { throw endError }
    } catch {
      isToEnd = true
      session.forgetLoaded()
      throw error
    }
    replaceChunk(by: objects[...])
  }

  /// The former objects die afterwards: their `deinit` may come back here.
  fileprivate func replaceChunk(by objects: ArraySlice<Object>) {
    let former = chunk
    chunk = objects
    withExtendedLifetime(former) {}
  }

  private func readObjects(
    _ statement: Statement, in context: EntityContext
  ) throws -> [Object] {
    let objects = try readRows(statement, in: context)
    if objects.count < chunkSize { endSource() }
    try session.complete(objects, in: context)
    return objects
  }

  /// Another use of the connection, beside that which lasts as long as the cursor.
  private func readRows(_ statement: Statement, in context: EntityContext) throws -> [Object] {
    try session.reading { _ in
      var objects: [Object] = []
      var reader = _RowReader(.empty, plan: context.plan)
      while objects.count < chunkSize, !isToEnd, let row = try statement.next() {
        objects.append(try session.object(from: row, &reader, in: context))
      }
      return objects
    }
  }

  private func readFamily(_ statement: Statement) throws -> [Object] {
    var keys: [FamilyKey] = []
    while keys.count < chunkSize, let row = try statement.next() {
      keys.append(try FamilyKey(row))
    }
    // The rows are read while the statement still holds its snapshot.
    let objects: [Object] = try session.objects(of: keys)
    if keys.count < chunkSize { endSource() }
    return objects
  }

  /// The row that a codec is reading lies in the statement.
  private func finish() { if isReading { isToEnd = true } else { endSource() } }

  private func endSource() {
    guard let source else { return }
    self.source = nil
    session.cursors.remove(self)
    source.running?.reset()
    session.connections.endReading(source.lease)
  }
}

/// The cursors that a session must close before its connection goes to somebody else.
struct OpenCursors: ~Copyable {
  /// The number of times that all were ended.
  private(set) var generation = 0
  private var cursors: [ObjectIdentifier: () -> Void] = [:]

  var count: Int { cursors.count }

  mutating func add<Object>(_ cursor: Cursor<Object>) {
    // Weak: when one ends, objects die, whose `deinit` may let the next one go.
    cursors[ObjectIdentifier(cursor)] = { [weak cursor] in cursor?.interrupt() }
  }

  /// A cursor has ended by itself. Called at the latest when it dies, so none is told afterwards.
  mutating func remove<Object>(_ cursor: Cursor<Object>) { cursors[ObjectIdentifier(cursor)] = nil }

  /// Takes out what ends each cursor.
  mutating func takeAll() -> [() -> Void] {
    generation += 1
    if cursors.isEmpty { return [] }
    defer { cursors = [:] }
    return Array(cursors.values)
  }
}

extension Session {
  /// Ends all cursors, those that have read their last row included.
  func endCursors() {
    // Out of the list first: one that ends leaves it.
    for end in cursors.takeAll() { end() }
  }
}

extension Cursor {
  /// The session ends the cursor: what was not read yet never will be.
  fileprivate func interrupt() {
    guard source != nil || !chunk.isEmpty else { return }
    isClosed = true
    finish()
    replaceChunk(by: [])
  }
}
