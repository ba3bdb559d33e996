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
    var lastNumber: UInt64 = 0
    var waiters = Queue<Waiter>()
  }

  private struct Waiter: Sendable {
    let number: UInt64
    let open: @Sendable (Answer) -> Void
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
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let began = Deadlines.Instant.now
    let last = began + longestWait
    let deadline = min(last, latest ?? last)
    let timer = Deadlines.shared.add(at: deadline) { [weak self] in
      self?.remove(number)?.open(.timedOut)
    }
    defer { Deadlines.shared.remove(timer) }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(number, until: deadline) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      remove(number)?.open(.cancelled)
    }
    switch answer {
    case .enter: return
    case .cancelled: throw CancellationError()
    case .timedOut: throw waitError(since: began)
    }
  }

  /// Ends a call, and admits the next one.
  func leave() {
    let next = state.withLock { state -> Waiter? in
      if let next = state.waiters.popFirst() { return next }
      state.inside -= 1
      return nil
    }
    next?.open(.enter)
  }

  /// Admits a call, or adds it to the line. A task is marked as cancelled before its handler runs,
  /// so either this sees the mark or the handler finds the waiter. In the same way, the timer finds
  /// it unless this sees that its time is over.
  private func wait(
    _ number: UInt64, until deadline: Deadlines.Instant,
    open: @escaping @Sendable (Answer) -> Void
  ) {
    let decided = state.withLock { state -> Answer? in
      if Task.isCancelled { return .cancelled }
      if state.inside < limit {
        state.inside += 1
        return .enter
      }
      if deadline <= .now { return .timedOut }
      state.waiters.append(Waiter(number: number, open: open))
      return nil
    }
    if let decided { open(decided) }
  }

  private func remove(_ number: UInt64) -> Waiter? {
    state.withLock { state in state.waiters.remove { $0.number == number } }
  }

  private func waitError(since began: Deadlines.Instant) -> PersistenceError {
    PersistenceError(
      .timedOut,
      """
      \(limit) calls of a directory of stores are running, and none has made room for this one within \
      \(began.duration(to: .now).formatted). Shorten long work, or raise the limit (maximumCalls, or the call's \
      timeout)
      """)
  }
}
