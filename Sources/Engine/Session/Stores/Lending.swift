/// Lends one new session of a store to a closure, and takes it back.
struct Lending: Sendable {
  private let name: String
  private let mode: Session.Mode
  private let store: Store
  private let isBlocking: Bool
  private let limit: Duration?
  private let place: CallPlace?

  init(
    _ name: String, _ mode: Session.Mode, of store: Store, isBlocking: Bool, limit: Duration?,
    at place: CallPlace?
  ) {
    self.name = name
    self.mode = mode
    self.store = store
    self.isBlocking = isBlocking
    self.limit = limit ?? store.configuration.timeout
    self.place = place
  }

  /// On the calling thread.
  func run<R>(_ body: (Session) throws -> sending R) throws -> sending R {
    let (session, loan) = begin()
    defer { end(session, loan) }
    do {
      return try loan.lend {
        switch mode {
        case .transaction: return try session.runTransaction(body)
        case .snapshot, .autocommit: return try session.runReading(body)
        }
      }
    } catch {
      throw loan.failure(error)
    }
  }

  /// On the store's threads; cancelling the task stops it.
  @concurrent
  func run<R>(_ body: @Sendable (Session) async throws -> sending R) async throws -> sending R {
    let (session, loan) = begin()
    defer { end(session, loan) }
    do {
      return try await withTaskCancellationHandler {
        try await session.leaseFirst()
        return try await loan.lend {
          switch mode {
          case .transaction: return SentResult(try await session.runTransaction(body))
          case .snapshot, .autocommit: return SentResult(try await session.runReading(body))
          }
        }
      } onCancel: {
        loan.interrupter.stop(.cancelled)
      }.value
    } catch {
      throw loan.failure(error)
    }
  }

  private func begin() -> (Session, Loan) {
    let session = Session(store: store, mode: mode)
    let loan = Loan(
      name, at: place, of: store.pool, isBlocking: isBlocking,
      keepsWriter: mode == .transaction || store.pool.driver.maximumReaders == 0,
      session: session, deadline: limit.map { .now + $0 })
    session.loan = loan
    loan.keepDeadline()
    store.pool.begin(loan)
    return (session, loan)
  }

  private func end(_ session: Session, _ loan: Loan) {
    session.end()
    loan.forgetDeadline()
    store.pool.end(loan)
  }
}
