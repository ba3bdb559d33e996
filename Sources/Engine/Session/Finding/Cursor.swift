/// A query that is read object by object, or row by row, so that its results are never all in memory.
///
/// ```swift
/// let people = try session.cursor(Person.where { $0.age > 30 })
/// while let person = try people.next() { … }
/// ```
///
/// Results come in chunks of 256 rows, and a reference or collection is read for a whole chunk at
/// once. The cursor reads from one snapshot. It ends when a transaction of its session begins or ends,
/// also one that a `save()` or the first use of a class makes, and when the session is cleared;
/// `next()` throws then, if there is anything left. To save while reading, do both in one
/// transaction. There is no need to clear the session: objects that nobody holds leave it by
/// themselves.
public final class Cursor<Element> {
  private let session: Session
  private let chunkSize: Int
  /// The class of the query, for errors.
  private let place: PersistenceError.Context
  /// Reads the next chunk, by ``rows(keepingSnapshot:_:)``.
  private let read: (Cursor, Statement) throws -> [Element]
  private var source: Source?
  private var chunk: ArraySlice<Element> = []
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

  init(
    _ session: Session, _ text: SQLText, place: PersistenceError.Context, chunk: Int,
    read: @escaping (Cursor, Statement) throws -> [Element]
  ) throws {
    self.session = session
    self.place = place
    self.read = read
    chunkSize = chunk
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
  public func next() throws -> Element? {
    try session.throwIfFailed()
    if isReading {
      throw PersistenceError(
        .hookMisused, "a codec or a hook must not go on with the cursor that has called it",
        context: place)
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
      context: place)
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
    let elements: [Element]
    do {
      let statement = try source.statement()
      self.source?.running = statement
      elements = try read(self, statement)
      try session.announceLoaded()
      // A codec may have used a class for the first time.
      if hasEnded { throw endError }
    } catch {
      isToEnd = true
      session.forgetLoaded()
      throw error
    }
    replaceChunk(by: elements[...])
  }

  /// The former objects die afterwards: their `deinit` may come back here.
  fileprivate func replaceChunk(by elements: ArraySlice<Element>) {
    let former = chunk
    chunk = elements
    withExtendedLifetime(former) {}
  }

  /// Reads the rows of a chunk. After the last one the statement is given back, unless what follows has to see the
  /// same snapshot.
  func rows<Row>(
    keepingSnapshot: Bool = false, _ next: () throws -> Row?
  ) throws -> [Row] {
    var rows: [Row] = []
    while rows.count < chunkSize, !isToEnd, let row = try next() { rows.append(row) }
    if rows.count < chunkSize, !keepingSnapshot { endSource() }
    return rows
  }

  /// Lets go of the statement if a chunk was the last one.
  func endSource(after count: Int) { if count < chunkSize { endSource() } }

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

extension Cursor {
  /// The session ends the cursor: what was not read yet never will be.
  func interrupt() {
    guard source != nil || !chunk.isEmpty else { return }
    isClosed = true
    finish()
    replaceChunk(by: [])
  }
}
