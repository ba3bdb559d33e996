import Foundation

/// The calls of a store for code that may block its thread, such as a command-line program's, or a
/// thread of its own: `store.blocking.transaction { }`.
///
/// Each does what its namesake of ``Store`` does, on the calling thread, and waits there. Cancelling a
/// task does not stop it; a `timeout` does. Not for code that runs on Swift's shared threads, and not for
/// the main actor's of a program that must answer meanwhile.
public struct BlockingStore: Sendable {
  /// The store that is called.
  public let store: Store

  // MARK: Sessions

  /// Lends a session, on the calling thread. See `Store.session(timeout:fileID:line:_:)`.
  public func session<R>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @Sendable (Session) throws -> sending R
  ) throws -> sending R {
    try lendSession(limit: timeout, at: CallPlace(fileID: fileID, line: line), body)
  }

  /// Lends a session whose whole work is one transaction, on the calling thread. See
  /// `Store.transaction(attempts:timeout:fileID:line:_:)`.
  public func transaction<R>(
    attempts: Int = 1, timeout: Duration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line, _ body: @Sendable (Session) throws -> sending R
  ) throws -> sending R {
    try lendTransaction(
      attempts: attempts, limit: timeout, at: CallPlace(fileID: fileID, line: line), body)
  }

  // MARK: -

  /// The same for the engine's own bodies, which use what lies on the thread's stack.
  func lendSession<R>(
    limit: Duration? = nil, at place: CallPlace? = nil, _ body: (Session) throws -> sending R
  ) throws -> sending R {
    if let outer = Loan.ofCurrentTask(store.pool) {
      return try takePart(in: outer, limit: limit) { try body($0) }
    }
    return try Lending(
      "store.blocking.session", .snapshot, of: store, isBlocking: true, limit: limit, at: place
    ).run(body)
  }

  func lendTransaction<R>(
    attempts: Int = 1, limit: Duration? = nil, at place: CallPlace? = nil,
    _ body: (Session) throws -> sending R
  ) throws -> sending R {
    if let outer = Loan.ofCurrentTask(store.pool) {
      return try takePart(in: outer, limit: limit) { try $0.runTransaction(body) }
    }
    var attempts = Attempts(attempts, limit: limit ?? store.configuration.timeout)
    while true {
      do {
        return try Lending(
          "store.blocking.transaction", .transaction, of: store, isBlocking: true,
          limit: attempts.remaining, at: place
        ).run(body)
      } catch {
        guard let pause = attempts.pause(after: error) else { throw error }
        Thread.sleep(forTimeInterval: pause.seconds)
      }
    }
  }

  /// Runs `body` with the session that the current task has already.
  private func takePart<R>(
    in outer: Loan, limit: Duration?, _ body: (Session) throws -> sending R
  ) throws -> sending R {
    let token = limit.map { outer.stop(after: $0) }
    defer { token.map(Deadlines.shared.remove) }
    do {
      return try body(outer.lentSession)
    } catch {
      throw outer.failure(error)
    }
  }
}

extension Store {
  /// The same calls for code that may block its thread.
  public var blocking: BlockingStore { BlockingStore(store: self) }
}
