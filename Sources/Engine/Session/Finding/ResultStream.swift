/// Objects or rows that a loop reads one after the other; they are never all in memory.
///
/// ```swift
/// for person in try Person.where { $0.age > 30 }.stream(in: session) { … }
/// for try await person in try Person.query.stream(in: session) { await … }
/// ```
///
/// Swift's plain loop cannot throw: a failure ends it, and the session's next call that can throw does, at the
/// latest the end of `store.session` or `store.transaction`. The asynchronous loop throws by itself. All else is as
/// with ``Cursor``, which it reads; it can be read once.
public struct ResultStream<Element>: Sequence, AsyncSequence {
  private let cursor: Cursor<Element>
  private let session: Session

  init(_ cursor: Cursor<Element>, _ session: Session) {
    (self.cursor, self.session) = (cursor, session)
  }

  /// Reads for a plain loop.
  public func makeIterator() -> Iterator { Iterator(cursor: cursor, session: session) }

  /// Reads for an asynchronous loop.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursor: cursor) }

  /// Reads for a plain loop.
  public struct Iterator: IteratorProtocol {
    fileprivate let cursor: Cursor<Element>
    fileprivate let session: Session

    /// The next element; nil at the end, and after a failure.
    public func next() -> Element? {
      do {
        return try cursor.next()
      } catch {
        session.fail(error)
        return nil
      }
    }
  }

  /// Reads for an asynchronous loop.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let cursor: Cursor<Element>

    /// The next element, or nil at the end.
    public func next() async throws -> Element? { try cursor.next() }

    /// The next element, or nil at the end; read where the loop is.
    public func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try cursor.next()
    }
  }
}
