import Foundation

/// A call that lends a session of a store to a closure, once or in several attempts. Inside another
/// session of the store in the same task the closure takes part in that one.
///
/// What runs closures is there twice, for those that block their thread and for those that suspend.
struct Lending: Sendable {
  private let name: String
  private let mode: Session.Mode
  private let store: Store
  private let attempts: Int
  private let limit: Duration?
  private let place: CallPlace?

  init(
    _ name: String, _ mode: Session.Mode, of store: Store, attempts: Int = 1,
    limit: Duration? = nil, at place: CallPlace? = nil
  ) {
    self.name = name
    self.mode = mode
    self.store = store
    self.attempts = attempts
    self.limit = limit
    self.place = place
  }

  // MARK: On the calling thread

  func run<R>(_ body: (Session) throws -> sending R) throws -> sending R {
    if let outer = Loan.ofCurrentTask(store.pool) { return try takePart(in: outer, body) }
    var attempts = firstAttempt
    while true {
      do {
        return try lend(within: attempts.remaining, body)
      } catch {
        Thread.sleep(forTimeInterval: try attempts.pause(after: error).seconds)
      }
    }
  }

  private func lend<R>(
    within limit: Duration?, _ body: (Session) throws -> sending R
  ) throws -> sending R {
    let (session, loan) = begin(within: limit, isBlocking: true)
    defer { end(session, loan: loan) }
    do {
      return try loan.lend { try session.runToItsEnd(body) }
    } catch {
      throw loan.failure(error)
    }
  }

  private func takePart<R>(
    in outer: Loan, _ body: (Session) throws -> sending R
  ) throws -> sending R {
    let token = limit.map { outer.stop(after: $0) }
    defer { token.map(Deadlines.shared.remove) }
    do {
      let session = outer.lentSession
      return try mode == .transaction ? session.runTransaction(body) : body(session)
    } catch {
      throw outer.failure(error)
    }
  }

  // MARK: On the store's threads

  /// Cancelling the task stops what runs.
  func run<R>(_ body: @Sendable (Session) async throws -> sending R) async throws -> sending R {
    if let outer = Loan.ofCurrentTask(store.pool) { return try await takePart(in: outer, body) }
    var attempts = firstAttempt
    while true {
      do {
        return try await withTaskExecutorPreference(store.executor) {
          try await lend(within: attempts.remaining, body)
        }
      } catch {
        try await Task.sleep(for: attempts.pause(after: error))
      }
    }
  }

  @concurrent
  private func lend<R>(
    within limit: Duration?, _ body: @Sendable (Session) async throws -> sending R
  ) async throws -> sending R {
    let (session, loan) = begin(within: limit, isBlocking: false)
    defer { end(session, loan: loan) }
    do {
      return try await withTaskCancellationHandler {
        try await session.connections.leaseFirst()
        return try await loan.lend { SentResult(try await session.runToItsEnd(body)) }
      } onCancel: {
        loan.interrupter.stop(.cancelled)
      }.value
    } catch {
      throw loan.failure(error)
    }
  }

  private func takePart<R>(
    in outer: Loan, _ body: (Session) async throws -> sending R
  ) async throws -> sending R {
    let token = limit.map { outer.stop(after: $0) }
    defer { token.map(Deadlines.shared.remove) }
    do {
      let session = outer.lentSession
      return try await mode == .transaction ? session.runTransaction(body) : body(session)
    } catch {
      throw outer.failure(error)
    }
  }

  // MARK: -

  private var firstAttempt: Attempts {
    Attempts(attempts, limit: limit ?? store.configuration.timeout)
  }

  private func begin(within limit: Duration?, isBlocking: Bool) -> (Session, Loan) {
    let session = Session(store: store, mode: mode)
    let loan = Loan(
      name, at: place, of: store.pool, isBlocking: isBlocking,
      keepsWriter: mode == .transaction || store.pool.driver.maximumReaders == 0,
      session: session, deadline: limit.map { .now + $0 })
    session.connections.loan = loan
    loan.keepDeadline()
    store.pool.begin(loan)
    return (session, loan)
  }

  private func end(_ session: Session, loan: Loan) {
    session.end()
    loan.forgetDeadline()
    store.pool.end(loan)
  }
}
