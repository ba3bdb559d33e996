import Dispatch

/// A thread or a task that waits for an answer, such as one in a ``WaitingLine``.
package final class Waiter<Answer: Sendable>: Sendable {
  let since: Deadlines.Instant
  /// The instant at which the wait ends without success.
  package let deadline: Deadlines.Instant
  /// Whether its work has begun to do something, and so goes on while the pool is closed.
  let isUnderway: Bool
  /// The work that has connections of the pool and cannot end before this waiter has got one: that
  /// of the waiter itself, and of the tasks that wait for it.
  let heldUp: [Loan]
  private let state = Guarded(State())

  private struct State {
    var answer: Answer?
    /// Lets the thread or the task go on; nil while it does not wait yet.
    var wake: (@Sendable () -> Void)?
  }

  package init(
    since: Deadlines.Instant = .now, until deadline: Deadlines.Instant, isUnderway: Bool = false,
    heldUp: [Loan] = []
  ) {
    self.since = since
    self.deadline = deadline
    self.isUnderway = isUnderway
    self.heldUp = heldUp
  }

  /// The time that it has waited, for messages.
  package var waited: String { since.duration(to: .now).formatted }

  /// Ends the wait. Called once, and not under a lock that the woken thread would have to wait for.
  package func open(_ answer: Answer) {
    let wake = state.withLock { state in
      state.answer = answer
      return state.wake
    }
    wake?()
  }

  /// Blocks the calling thread until there is an answer.
  package func block() -> Answer {
    let gate = DispatchSemaphore(value: 0)
    sleep { gate.signal() }
    gate.wait()
    return answer
  }

  /// Suspends the task until there is an answer.
  ///
  /// - Parameter leave: called if the task is cancelled, even before. It takes the waiter out of
  ///   its line, and then opens it.
  package func suspend(onCancel leave: @Sendable () -> Void = {}) async -> Answer {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in sleep { continuation.resume() } }
    } onCancel: {
      leave()
    }
    return answer
  }

  private func sleep(wake: @escaping @Sendable () -> Void) {
    let isAnswered = state.withLock { state in
      state.wake = wake
      return state.answer != nil
    }
    if isAnswered { wake() }
  }

  /// The answer. The lock also shows the thread sanitizer that what follows comes after the work of
  /// the one who has answered; it does not see the order in which threads and tasks are woken.
  private var answer: Answer {
    guard let answer = state.withLock({ $0.answer }) else {
      preconditionFailure("a waiter was woken without an answer")
    }
    return answer
  }
}
