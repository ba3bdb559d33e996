public import PersistentObjectsConnections
import PersistentObjectsDriver

/// The calls of a store for code that may block its thread, such as a command-line program or code
/// on a thread of its own: `store.blocking.transaction { }`.
///
/// ```swift
/// let count = try store.blocking.transaction { session in
///   try session.save(Person(lastName: "Smith"))
///   return try Person.count(in: session)
/// }
/// ```
///
/// Each call does what its namesake of ``Store`` does, on the calling thread, and waits there.
/// Cancelling a task does not stop it; a `timeout` does. Do not use them in code that runs on
/// Swift's shared threads, nor on the main actor of a program that must stay responsive.
public struct BlockingStore: Sendable {
  /// The store that is called.
  public let store: Store

  // MARK: Sessions

  /// Lends a session, on the calling thread. See
  /// `Store.session(after:on:timeout:fileID:line:_:)`.
  public func session<R: Sendable>(
    after position: StorePosition? = nil, timeout: Duration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @Sendable (Session) throws -> R
  ) throws -> R {
    try Lending(
      name: "store.blocking.session", mode: .snapshot, store: store, limit: timeout,
      place: CallPlace(fileID: fileID, line: line), position: position
    ).runBlocking(body)
  }

  /// Lends a session whose whole work is one transaction, on the calling thread. See
  /// `Store.transaction(on:attempts:timeout:fileID:line:_:)`.
  @discardableResult
  public func transaction<R: Sendable>(
    attempts: Int? = nil, timeout: Duration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, _ body: @Sendable (Session) throws -> R
  ) throws -> R {
    try Lending(
      name: "store.blocking.transaction", mode: .transaction, store: store,
      attempts: attempts ?? store.character.attempts,
      limit: timeout, place: CallPlace(fileID: fileID, line: line)
    ).runBlocking(body)
  }
}

extension Store {
  /// The calls of the store for code that may block its thread.
  public var blocking: BlockingStore { BlockingStore(store: self) }
}
