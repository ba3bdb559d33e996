// Stopping the work of a loan, and the errors that are thrown then.

package import PersistentObjectsDriver

/// An error of work that was committed. A reason to stop the work, which comes too late, must not
/// replace it: that would say that the changes are undone.
package struct ErrorAfterCommit: Error {
  let error: PersistenceError

  package init(error: PersistenceError) { self.error = error }
}

extension Loan {
  /// Stops the work at an instant, unless the token is removed first.
  package func stop(at instant: Deadlines.Instant) -> Deadlines.Token {
    Deadlines.shared.add(at: instant) { self.interrupter.stop(.timedOut) }
  }

  /// Removes the deadline, since the work has ended.
  package func forgetDeadline() { if let limit { Deadlines.shared.remove(limit) } }

  /// Returns the error to throw for an error of the work: the reason for stopping it, if it was
  /// stopped before it was done. That would say that nothing was committed, so it replaces no
  /// `commitUnknown`.
  package func failure(_ error: any Error) -> any Error {
    if let late = error as? ErrorAfterCommit { return late.error }
    if (error as? PersistenceError)?.leavesCommitUnknown == true { return error }
    guard let stop = stopError(cause: error) else { return error }
    let code = (stop as? PersistenceError)?.code
    return code != nil && (error as? PersistenceError)?.code == code ? error : stop
  }

  /// Throws if the work has to stop. Inlined, because each call of a session checks it.
  @inline(__always)
  package func throwIfStopped() throws {
    if interrupter.isStopped, let error = stopError(cause: nil) { throw error }
  }

  /// Returns the error that says why the work was stopped; nil if it was not.
  func stopError(cause: (any Error)?) -> (any Error)? {
    switch interrupter.stopReason {
    case nil: nil
    case .cancelled: CancellationError()
    case .timedOut:
      PersistenceError(
        .timedOut,
        """
        the work took longer than its limit and was stopped: \(self); \(fate). Give it more \
        time, or let it do less at once
        """, cause: cause)
    case .storeClosing:
      PersistenceError(
        .storeClosed,
        "the store was closed, which stopped the work: \(self); \(fate)", cause: cause)
    }
  }

  /// The fate of the changes of stopped work, in messages.
  private var fate: String {
    isOneTransaction ? "its changes are undone" : "what it has not committed is undone"
  }
}

extension PersistenceError {
  /// Whether the changes may have been committed: true for `commitUnknown`, and for a
  /// `sessionFailed` that it has caused.
  fileprivate var leavesCommitUnknown: Bool {
    switch code {
    case .commitUnknown: true
    case .sessionFailed: (cause as? PersistenceError)?.leavesCommitUnknown == true
    default: false
    }
  }
}
