// Stopping the work of a loan, and the errors that are thrown then.

package import PersistentObjectsDriver
import Synchronization

/// An error of work that was committed. A reason to stop the work, which comes too late, must not
/// replace it: that would say that the changes are undone.
package struct ErrorAfterCommit: Error {
  let error: PersistenceError

  package init(error: PersistenceError) { self.error = error }
}

extension Loan {
  /// A reason for stopping work.
  package enum StopReason: UInt8, Sendable {
    case cancelled = 1
    case timedOut
    case storeClosing
  }

  /// The first reason to stop; nil if there is none.
  var stopReason: StopReason? { StopReason(rawValue: reason.load(ordering: .acquiring)) }

  /// Whether the work has been asked to stop.
  @inline(__always)
  var isStopped: Bool { reason.load(ordering: .relaxed) != 0 }

  /// Stops the statements of the work, from any thread: those that are running and those that begin
  /// later. The first reason counts.
  ///
  /// A request can come while no statement runs, and databases ignore such a request. So it is
  /// repeated until the work notices it: it checks ``throwIfStopped()`` between its statements.
  package func stop(_ reason: StopReason) {
    let isFirst = self.reason.compareExchange(
      expected: 0, desired: reason.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
    guard isFirst else { return }
    // Without the lock: the function takes that of the pool, under which others take this one.
    let endWait = holdings.withLock { $0.endWait }
    endWait?(reason)
    interrupt()
  }

  /// Stops the work at an instant, unless the token is removed first.
  package func stop(at instant: Deadlines.Instant) -> Deadlines.Token {
    Deadlines.shared.add(at: instant) { self.stop(.timedOut) }
  }

  /// Interrupts the connections, and again after a time that doubles up to half a second. Under the
  /// lock, so that none is returned meanwhile.
  func interrupt(pause: Duration = .milliseconds(5)) {
    let mayGoOn = holdings.withLock { holdings in
      for lent in holdings.connections {
        lent.connection.base.stop(isShielded: holdings.shields > 0)
      }
      return !holdings.connections.isEmpty
    }
    guard mayGoOn else { return }
    Deadlines.shared.add(at: .now + pause) {
      self.interrupt(pause: min(pause * 2, .milliseconds(500)))
    }
  }

  /// Runs `body`, whose statements are not stopped, unless the database is silent.
  @inlinable
  package func shielding<R>(_ body: () throws -> R) rethrows -> R {
    holdings.withLock { $0.shields += 1 }
    defer { holdings.withLock { $0.shields -= 1 } }
    return try body()
  }

  /// Sets the function that ends a wait of the work when it is stopped. The one who waits checks
  /// ``isStopped`` after this, since the work may have been stopped before.
  package func beginWaiting(_ end: @escaping @Sendable (StopReason) -> Void) {
    holdings.withLock { $0.endWait = end }
  }

  package func endWaiting() { holdings.withLock { $0.endWait = nil } }

  // MARK: Errors

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
    if isStopped, let error = stopError(cause: nil) { throw error }
  }

  /// Returns the error that says why the work was stopped; nil if it was not.
  func stopError(cause: (any Error)?) -> (any Error)? {
    switch stopReason {
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

extension DriverConnection {
  /// Stops the running statement; one that ends a transaction only if the database is silent.
  fileprivate func stop(isShielded: Bool) {
    if isShielded { (self as? any Abandoning)?.abandonIfSilent() } else { interrupt() }
  }
}
