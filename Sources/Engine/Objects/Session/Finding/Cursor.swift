import PersistentObjectsConnections
import PersistentObjectsDriver

/// A query that is read object by object, or row by row, so that its results are never all in
/// memory at once.
///
/// ```swift
/// let people = try session.cursor(Person.where { $0.age > 30 })
/// while let person = try people.next() { … }
/// ```
///
/// The cursor reads 256 rows at a time, and loads a reference or collection for all objects of such
/// a chunk at once. Its rows come from one snapshot, whatever others write; in a transaction on
/// SQLite it may meet rows that the loop itself writes. Objects come with what the loop has written
/// by the time their chunk is read, and those that it has deleted do not come. It ends when the
/// session is cleared, or when a transaction of the session begins or ends, including those of a
/// `save()` and of the first use of a class, or when the nested transaction in which it was opened
/// is rolled back; `next()` then throws if results are left. To save while reading, do both in one
/// transaction. There is no need to clear the session: objects that nothing references leave it by
/// themselves.
public final class Cursor<Element> {
  private let session: Session
  private let chunkSize: Int
  /// The class of the query, for errors.
  private let place: PersistenceError.Context
  /// Reads the next chunk, using ``rows(_:)``.
  private let read: (Cursor) throws -> [Element]
  private var source: Source?
  /// The row after the last chunk, read ahead: otherwise a cursor whose last chunk is full would
  /// not be at its end yet.
  private var ahead: Row?
  private var chunk: ArraySlice<Element> = []
  private var isClosed = false
  /// Whether a chunk is being read. Meanwhile codecs and hooks cannot call `next()`, and closing
  /// waits for the end of the chunk.
  private var isReading = false
  private var isToEnd = false
  private let generation: Int

  private struct Source {
    let text: SQLText
    let lease: ReadLease
    /// The statement; nil until it runs, because until then another cursor with the same text would
    /// get the same statement.
    var running: Statement?
    /// The connection's number of writes when the statement began to run.
    var writes = 0

    func statement() throws -> Statement {
      let statement = try lease.connection.borrow(text.statement)
      statement.readByAndBy()
      return statement
    }
  }

  init(
    _ session: Session, _ text: SQLText, place: PersistenceError.Context, chunk: Int,
    read: @escaping (Cursor) throws -> [Element]
  ) throws {
    self.session = session
    self.place = place
    self.read = read
    chunkSize = chunk
    generation = session.cursors.generation
    source = try Self.open(text, in: session)
    // Weak: ending one cursor releases objects, whose `deinit` may release the next cursor.
    session.cursors.add(self, openedIn: session.level) { [weak self] in self?.interrupt() }
  }

  private static func open(_ text: SQLText, in session: Session) throws -> Source {
    let lease = try session.connections.beginReading()
    do {
      let source = Source(text: text, lease: lease)
      // Report errors in the SQL at once.
      _ = try source.statement()
      return source
    } catch {
      session.connections.endReading(lease)
      throw error
    }
  }

  deinit {
    finish()
    session.cursors.remove(self)
  }

  /// Returns the next result, or nil at the end. Codecs and hooks that the cursor has called must
  /// not call it.
  public func next() throws -> Element? {
    try session.throwIfFailed()
    if isReading {
      throw PersistenceError(
        .hookMisused, "a codec or a hook must not advance the cursor that called it",
        context: place)
    }
    // Checked even if no rows are left to be read: whether the cursor may continue must not depend
    // on their number.
    if hasEnded { _ = interrupt() }
    if chunk.isEmpty {
      // All objects of a chunk may have been deleted.
      repeat { try readChunk() } while chunk.isEmpty && source != nil
    }
    return chunk.popFirst()
  }

  /// Closes the cursor before its end. Then ``next()`` returns nil; a codec or hook that the cursor
  /// has called ends it after the object that is being read.
  public func close() {
    finish()
    _ = replaceChunk(by: [])
  }

  private var hasEnded: Bool { session.cursors.generation != generation }

  private var endError: PersistenceError {
    PersistenceError(
      .sessionFailed,
      """
      a transaction has begun or ended since the cursor was opened, or a nested one in which it was \
      opened was rolled back, or the session has ended or was cleared; to save while reading, do \
      both in one transaction. The first use of a class, which creates its table, is a transaction, \
      too: use the class before
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
    let loadedBefore = session.tracker.loaded.count
    do {
      if source.running == nil { try begin(source) }
      elements = try read(self)
      if ahead == nil { endSource() }
      try session.announceLoaded()
      // A codec may have used a class for the first time.
      if hasEnded { throw endError }
    } catch {
      isToEnd = true
      session.forgetLoaded(after: loadedBefore)
      throw session.connections.failure(error)
    }
    _ = replaceChunk(by: elements[...])
  }

  /// Runs the statement. Its first row is read before a transaction begins for the chunk: in one,
  /// the server would keep the other rows only until its end.
  private func begin(_ source: Source) throws {
    let statement = try source.statement()
    self.source?.running = statement
    ahead = try statement.next()
    self.source?.writes = source.lease.connection.borrow { $0.writes }
  }

  /// Whether something was written since the statement began to run. Its rows may be older than
  /// that: it may have sorted them at the beginning, and some databases show a statement nothing
  /// that was written later.
  var mayBeOutdated: Bool {
    source.map { source in source.lease.connection.borrow { $0.writes } != source.writes } ?? false
  }

  /// Replaces the chunk and returns the former one, to be released afterwards: the `deinit` of its
  /// objects may come back here.
  private func replaceChunk(by elements: ArraySlice<Element>) -> ArraySlice<Element> {
    defer { chunk = elements }
    return chunk
  }

  /// Reads the rows of a chunk. The statement is returned only after the chunk, since what follows
  /// has to see the same snapshot.
  func rows<Result>(_ read: (Row) throws -> Result) throws -> [Result] {
    guard let statement = source?.running else { return [] }
    var (rows, next): ([Result], Row?) = ([], ahead)
    while rows.count < chunkSize, let row = next {
      rows.append(try read(row))
      next = try isToEnd ? nil : statement.next()
    }
    ahead = next
    return rows
  }

  /// Ends the cursor, after the current chunk if one is being read: the row that a codec is reading
  /// belongs to the statement.
  private func finish() { if isReading { isToEnd = true } else { endSource() } }

  private func endSource() {
    guard let source else { return }
    self.source = nil
    ahead = nil
    session.cursors.didReturnConnection()
    source.running?.reset()
    session.connections.endReading(source.lease)
  }
}

extension Cursor {
  /// Ends the cursor on behalf of its session, and returns the remaining results, to be discarded.
  func interrupt() -> ArraySlice<Element> {
    guard source != nil || !chunk.isEmpty else { return [] }
    isClosed = true
    finish()
    return replaceChunk(by: [])
  }
}
