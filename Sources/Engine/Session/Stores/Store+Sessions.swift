import Synchronization

// Lending sessions.
//
// Where code may suspend, the compiler is to choose the asynchronous form also for a closure that
// awaits nothing; that is what the attribute on the synchronous forms is for.

extension Store {
  /// Lends a session to `body`, on the calling thread. All that it reads is one snapshot of the
  /// database, until it saves something, or uses a class whose table has to be made or altered; each
  /// `save()` is a transaction of its own.
  ///
  /// Objects cannot leave `body`: return values, or a snapshot. Inside another session of this
  /// store in the same task, `body` is given that session.
  @_disfavoredOverload
  public func session<R>(_ body: (Session) throws -> sending R) throws -> sending R {
    if let current = Lending.session(of: self) { return try body(current) }
    let session = Session(store: self, mode: .snapshot)
    defer { session.end() }
    return try Lending.lend(session) {
      let result = try body(session)
      try session.throwIfFailed()
      return result
    }
  }

  /// Lends a session whose whole work is one transaction, on the calling thread: what `body` saves
  /// is in the database when this returns, and none of it if `body` throws.
  ///
  /// Inside another session of this store in the same task, this is a transaction of that session,
  /// or a savepoint of its transaction.
  @_disfavoredOverload
  public func transaction<R>(_ body: (Session) throws -> sending R) throws -> sending R {
    if let current = Lending.session(of: self) {
      return try current.runTransaction(body)
    }
    let session = Session(store: self, mode: .transaction)
    defer { session.end() }
    return try Lending.lend(session) { try session.runTransaction(body) }
  }

  /// Lends a session to `body`, which runs on the store's own threads, so that the database's work
  /// does not take threads from Swift's shared pool. Waiting for a free connection suspends.
  ///
  /// Otherwise like the synchronous form.
  public func session<R>(
    _ body: @Sendable (Session) async throws -> sending R
  ) async throws -> sending R {
    if let current = Lending.session(of: self) { return try await body(current) }
    return try await withTaskExecutorPreference(executor) {
      try await lendSnapshot(body)
    }
  }

  /// Lends a session whose whole work is one transaction; `body` runs on the store's own threads.
  /// Waiting for other writers suspends.
  ///
  /// Otherwise like the synchronous form.
  public func transaction<R>(
    _ body: @Sendable (Session) async throws -> sending R
  ) async throws -> sending R {
    if let current = Lending.session(of: self) {
      return try await current.runTransaction(body)
    }
    return try await withTaskExecutorPreference(executor) {
      try await lendTransaction(body)
    }
  }

  @concurrent
  private func lendSnapshot<R>(
    _ body: @Sendable (Session) async throws -> sending R
  ) async throws -> sending R {
    let session = Session(store: self, mode: .snapshot)
    defer { session.end() }
    session.reader = try await pool.suspendingLease(.reader)
    return try await Lending.lend(session) {
      let result = try await body(session)
      try session.throwIfFailed()
      return result
    }
  }

  @concurrent
  private func lendTransaction<R>(
    _ body: @Sendable (Session) async throws -> sending R
  ) async throws -> sending R {
    let session = Session(store: self, mode: .transaction)
    defer { session.end() }
    session.leasedWriter = try await pool.suspendingLease(.writer)
    return try await Lending.lend(session) { try await session.runTransaction(body) }
  }
}

/// The session that the current task works in, so that a call further down can find it.
///
/// `@unchecked Sendable` is safe: task-local values are inherited by child tasks, but the session is
/// only given to the task that it was lent to.
final class Lending: @unchecked Sendable {
  @TaskLocal private static var current: Lending?

  private let session: Session
  private let task: Int?
  private let outer: Lending?
  /// Set when the session has ended: a task that outlives the one it was lent to may later be given
  /// that one's identity.
  private let isOver = Atomic(false)

  private init(_ session: Session) {
    self.session = session
    task = Self.currentTask
    outer = Self.current
  }

  /// The current task's identity; nil on a thread outside of tasks.
  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// The session of a store that was lent to the current task.
  static func session(of store: Store) -> Session? {
    let task = currentTask
    var lending = current
    while let next = lending {
      if next.session.store === store && next.isLent(to: task) { return next.session }
      lending = next.outer
    }
    return nil
  }

  /// The session that was lent to the current task last.
  static var innermost: Session? {
    current.flatMap { $0.isLent(to: currentTask) ? $0.session : nil }
  }

  private func isLent(to task: Int?) -> Bool {
    self.task == task && !isOver.load(ordering: .relaxed)
  }

  static func lend<R>(_ session: Session, _ body: () throws -> sending R) throws -> sending R {
    let lending = Lending(session)
    defer { lending.isOver.store(true, ordering: .relaxed) }
    return try $current.withValue(lending) { Carrier(value: try body()) }.value
  }

  static func lend<R>(
    _ session: Session, _ body: () async throws -> sending R
  ) async throws -> sending R {
    let lending = Lending(session)
    defer { lending.isOver.store(true, ordering: .relaxed) }
    return try await $current.withValue(lending) { Carrier(value: try await body()) }.value
  }

  /// Carries a `sending` result through `withValue`, which does not know of them. Safe, since what
  /// `body` sends is connected with nothing else.
  private struct Carrier<R>: @unchecked Sendable {
    let value: R
  }
}

extension Session {
  /// ``transaction(_:)`` for bodies whose result leaves the session.
  fileprivate func runTransaction<R>(
    _ body: (Session) throws -> sending R
  ) throws -> sending R {
    try refuseInInnerCode("begin a transaction")
    try begin()
    do {
      let result = try body(self)
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// ``transaction(_:)`` for bodies that suspend. Safe only since a lent session is one task's own.
  fileprivate func runTransaction<R>(
    _ body: (Session) async throws -> sending R
  ) async throws -> sending R {
    try refuseInInnerCode("begin a transaction")
    try begin()
    do {
      let result = try await body(self)
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }
}
