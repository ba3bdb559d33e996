import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver

/// The type of a closure that a session is lent to and that may suspend.
///
/// It is `nonisolated(nonsending)`, and called from nowhere in particular. A plain `@Sendable`
/// closure that captures an actor's `self` is not checked: the compiler takes everything in it for
/// isolated to that actor, so that `await self.keep(object)` would let an object out. In this form
/// it refuses such a closure.
typealias LentBody<R> = nonisolated(nonsending) @Sendable (Session) async throws -> R

/// A call that lends a session of a store to a closure, once or in several attempts. Inside another
/// session of the store in the same task, the closure uses that session.
///
/// The functions that run closures exist twice: for closures that block their thread and for those
/// that suspend.
struct Lending: Sendable {
  /// The call, such as `store.transaction`.
  let name: String
  let mode: Session.Mode
  let store: Store
  var attempts = 1
  var limit: Duration?
  var place: CallPlace?
  var threads = SessionThreads.whereCalled
  /// The position that a snapshot must not be older than.
  var position: StorePosition?

  // MARK: On the calling thread

  func runBlocking<R: Sendable>(_ body: (Session) throws -> R) throws -> R {
    if let (session, outer) = try outerSession() {
      return try takePart(in: session, of: outer, body)
    }
    var attempts = firstAttempt
    while true {
      let (session, loan) = makeSession(attempts, isBlocking: true)
      store.pool.begin(loan)
      do {
        defer { end(session, loan: loan) }
        return try loan.lend { try session.runToItsEnd(body) }
      } catch {
        let pause = try attempts.pause(after: loan.failure(error))
        Thread.sleep(forTimeInterval: pause.seconds)
      }
    }
  }

  private func takePart<R: Sendable>(
    in session: Session, of outer: Loan, _ body: (Session) throws -> R
  ) throws -> R {
    let token = limit.map { outer.stop(at: .now + $0) }
    defer { token.map(Deadlines.shared.remove) }
    do {
      return try mode == .transaction ? session.runTransaction(body) : body(session)
    } catch {
      throw outer.failure(error)
    }
  }

  // MARK: In a task

  /// Runs a closure that may suspend. Cancelling the task stops it.
  func run<R: Sendable>(_ body: LentBody<R>) async throws -> R {
    if let (session, outer) = try outerSession() {
      return try await takePart(in: session, of: outer, body)
    }
    var attempts = firstAttempt
    while true {
      do {
        return try await lend(attempts, body)
      } catch {
        try await Task.sleep(for: attempts.pause(after: error))
      }
    }
  }

  /// Runs the body on the caller's thread, if that may be blocked and a connection is idle;
  /// otherwise on the store's threads, where it can wait for one.
  @concurrent
  private func lend<R: Sendable>(
    _ attempts: Attempts, _ body: LentBody<R>
  ) async throws -> R {
    try Task.checkCancellation()
    if let (session, loan) = await beginHere(attempts) {
      defer { SharedThreads.shared.leaveSeat() }
      return try await use(session, loan, body)
    }
    defer { SharedThreads.shared.didReturn() }
    return try await withTaskExecutorPreference(store.executor) {
      defer { SharedThreads.shared.willReturn() }
      let (session, loan) = makeSession(attempts, isBlocking: false)
      store.pool.begin(loan)
      return try await use(session, loan, body)
    }
  }

  /// Begins a session for the caller's thread, and takes a seat there; returns nil if it has to run
  /// elsewhere.
  private func beginHere(_ attempts: Attempts) async -> (Session, Loan)? {
    guard threads == .whereCalled, let place, !isOnStoreThreads else { return nil }
    let shared = SharedThreads.shared
    await shared.giveWay()
    guard shared.takeSeat(for: place) else { return nil }
    let (session, loan) = makeSession(attempts, isBlocking: false)
    if session.connections.beginAtOnce(loan) { return (session, loan) }
    end(session, loan: loan)
    shared.leaveSeat()
    return nil
  }

  /// Whether the task has chosen the store's threads.
  private var isOnStoreThreads: Bool {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor == store.executor.asUnownedTaskExecutor() }
  }

  private func use<R: Sendable>(
    _ session: Session, _ loan: Loan, _ body: LentBody<R>
  ) async throws -> R {
    defer { end(session, loan: loan) }
    do {
      return try await withTaskCancellationHandler {
        try await session.connections.leaseFirst()
        let began = Deadlines.Instant.now
        defer { note(session, since: began) }
        return try await loan.lend { try await session.runToItsEnd(body) }
      } onCancel: {
        loan.stop(.cancelled)
      }
    } catch {
      throw loan.failure(error)
    }
  }

  private func note(_ session: Session, since began: Deadlines.Instant) {
    guard threads == .whereCalled, let place else { return }
    SharedThreads.shared.note(
      place, duration: began.duration(to: .now), mayWait: session.connections.hasLeasedMore)
  }

  private func takePart<R: Sendable>(
    in session: Session, of outer: Loan, _ body: LentBody<R>
  ) async throws -> R {
    let token = limit.map { outer.stop(at: .now + $0) }
    defer { token.map(Deadlines.shared.remove) }
    do {
      return try await mode == .transaction ? session.runTransaction(body) : body(session)
    } catch {
      throw outer.failure(error)
    }
  }

  // MARK: -

  /// Returns the session of an outer call of the task on the same rows; nil if there is none.
  private func outerSession() throws -> (Session, Loan)? {
    guard let outer = SessionLoan.ofCurrentTask(store.pool), let session = outer.lent else {
      return nil
    }
    guard session.store.reach == store.reach else {
      throw PersistenceError(
        .wrongSession,
        """
        \(name) is called within \(outer.description) of another tenant of \(store.name); call it after that has \
        ended
        """)
    }
    return (session, outer)
  }

  private var firstAttempt: Attempts {
    Attempts(
      attempts, limit: limit ?? store.configuration.timeout,
      usesSavepoints: attempts <= 1 || !store.character.failureSpoilsTransaction)
  }

  private func makeSession(_ attempts: Attempts, isBlocking: Bool) -> (Session, Loan) {
    let session = Session(store: store, mode: mode)
    session.connections.usesSavepoints = attempts.usesSavepoints
    session.connections.earliestPosition = position
    let loan = SessionLoan(
      name, at: place, of: store.pool, isBlocking: isBlocking,
      keepsWriter: mode == .transaction || store.pool.driver.maximumReaders == 0,
      isOneTransaction: mode == .transaction, deadline: attempts.remaining.map { .now + $0 })
    loan.lent = session
    session.connections.loan = loan
    return (session, loan)
  }

  private func end(_ session: Session, loan: Loan) {
    session.end()
    store.pool.end(loan)
  }
}

extension Lending {
  /// Makes a lending for a call of the library, whose place in the program is not known yet.
  init(_ name: String, _ mode: Session.Mode, of store: Store) {
    self.init(
      name: name, mode: mode, store: store,
      attempts: mode == .transaction ? store.character.attempts : 1)
  }
}

extension Store {
  /// Lends a session to a call of the library.
  ///
  /// - Parameter place: the call's place in the program; nil for one that may take long and so runs
  ///   on the store's threads.
  func lend<R: Sendable>(
    _ name: String, _ mode: Session.Mode, at place: CallPlace? = nil, _ body: LentBody<R>
  ) async throws -> R {
    var lending = Lending(name, mode, of: self)
    lending.place = place
    lending.threads = configuration.threads
    return try await lending.run(body)
  }
}
