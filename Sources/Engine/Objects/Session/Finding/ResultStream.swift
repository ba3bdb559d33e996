/// A sequence of objects or rows that a loop reads one by one; they are never all in memory at
/// once.
///
/// ```swift
/// for person in try Person.where { $0.age > 30 }.stream(in: session) { … }
/// for try await person in try Person.query.stream(in: session) { await … }
/// ```
///
/// A plain loop cannot throw: a failure ends the loop, and the session's next throwing call throws
/// it, at the latest the end of `store.session` or `store.transaction`. An asynchronous loop throws
/// the failure itself. A stream can be read once; in all other respects it behaves like the
/// ``Cursor`` that it reads.
public struct ResultStream<Element>: Sequence, AsyncSequence {
  private let cursor: Cursor<Element>
  private let session: Session

  init(_ cursor: Cursor<Element>, _ session: Session) {
    (self.cursor, self.session) = (cursor, session)
  }

  /// Returns an iterator for a plain loop.
  public func makeIterator() -> Iterator { Iterator(cursor: cursor, session: session) }

  /// Returns an iterator for an asynchronous loop.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursor: cursor) }

  /// An iterator for a plain loop.
  ///
  /// See ``ResultStream``.
  public struct Iterator: IteratorProtocol {
    fileprivate let cursor: Cursor<Element>
    fileprivate let session: Session

    /// Returns the next element; nil at the end and after a failure.
    public func next() -> Element? {
      do {
        return try cursor.next()
      } catch {
        session.fail(error)
        return nil
      }
    }
  }

  /// An iterator for an asynchronous loop.
  ///
  /// See ``ResultStream``.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let cursor: Cursor<Element>

    /// Returns the next element, or nil at the end.
    public func next() async throws -> Element? { try cursor.next() }

    /// Returns the next element, or nil at the end; reads it in the isolation of the loop.
    public func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try cursor.next()
    }
  }
}
