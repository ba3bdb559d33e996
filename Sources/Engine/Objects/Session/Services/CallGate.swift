import PersistentObjectsConnections
import PersistentObjectsDriver

/// A gate that admits a limited number of calls at once. Others wait in line, suspended, for a
/// limited time.
final class CallGate: Sendable {
  private let limit: Int
  private let longestWait: Duration
  private let state = Guarded(State())

  private struct State {
    var inside = 0
    var line = WaitingLine<Answer>()
  }

  private enum Answer: Sendable {
    case enter, cancelled, timedOut
  }

  init(limit: Int, longestWait: Duration) {
    self.limit = max(1, limit)
    self.longestWait = longestWait
  }

  /// Waits until the call is admitted; it ends with ``leave()``. Throws `timedOut` after the
  /// longest wait or at the call's deadline, and `CancellationError` if the task is cancelled
  /// before its turn.
  func enter(until latest: Deadlines.Instant?) async throws {
    try Task.checkCancellation()
    let last = Deadlines.Instant.now + longestWait
    let waiter = Waiter<Answer>(until: min(last, latest ?? last))
    let isAdmitted = state.withLock { state in
      if state.inside < limit {
        state.inside += 1
        return true
      }
      state.line.add(waiter)
      return false
    }
    if isAdmitted { return }
    let timer = Deadlines.shared.add(at: waiter.deadline) { [weak self] in
      self?.endWait(of: waiter, .timedOut)
    }
    defer { Deadlines.shared.remove(timer) }
    switch await waiter.suspend(onCancel: { endWait(of: waiter, .cancelled) }) {
    case .enter: return
    case .cancelled: throw CancellationError()
    case .timedOut: throw waitError(waiter.waited)
    }
  }

  /// Ends a call, and admits the next one.
  func leave() {
    let next = state.withLock { state in
      let next = state.line.popFirst()
      if next == nil { state.inside -= 1 }
      return next
    }
    next?.open(.enter)
  }

  private func endWait(of waiter: Waiter<Answer>, _ answer: Answer) {
    if state.withLock({ $0.line.remove(waiter) }) { waiter.open(answer) }
  }

  private func waitError(_ waited: String) -> PersistenceError {
    PersistenceError(
      .timedOut,
      """
      \(limit) calls of a directory of stores are running, and none has made room for this one within \(waited). \
      Shorten long work, or raise the limit (maximumCalls, or the call's timeout)
      """)
  }
}
