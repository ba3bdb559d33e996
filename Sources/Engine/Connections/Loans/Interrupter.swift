import PersistentObjectsDriver
import Synchronization

/// An object that stops the statements of one piece of work, from any thread.
///
/// A request can come while no statement runs, and databases ignore such a request. So it is
/// repeated until the work notices it; the work checks ``stopReason`` between its statements.
package final class Interrupter: Sendable {
  /// A reason for stopping work.
  package enum StopReason: UInt8, Sendable {
    case cancelled = 1
    case timedOut
    case storeClosing
  }

  private let reason = Atomic<UInt8>(0)
  private let state = Guarded(State())

  private struct State {
    /// The connections whose statements may be stopped. Most work uses only one, and needs no
    /// array.
    private var first: LentConnection?
    private var others: [LentConnection] = []
    /// The number of active calls of ``shielding(_:)``, such as for a COMMIT.
    var shields = 0
    /// The function that ends the wait for another connection or for other work, while there is
    /// one.
    var endWait: (@Sendable (StopReason) -> Void)?

    var connections: [LentConnection] { (first.map { [$0] } ?? []) + others }

    mutating func add(_ lent: LentConnection) {
      if first == nil { first = lent } else { others.append(lent) }
    }

    mutating func remove(_ connection: Connection) {
      if first?.connection === connection { first = nil }
      if !others.isEmpty { others.removeAll { $0.connection === connection } }
    }
  }

  /// The first reason to stop; nil if there is none.
  var stopReason: StopReason? { StopReason(rawValue: reason.load(ordering: .acquiring)) }

  /// Whether the work has been asked to stop.
  @inline(__always)
  var isStopped: Bool { reason.load(ordering: .relaxed) != 0 }

  /// Adds a connection that the work uses. Work that was stopped before, while it had none, is
  /// stopped on this one.
  func add(_ lent: LentConnection) {
    state.withLock { $0.add(lent) }
    if isStopped { interrupt() }
  }

  /// Returns the number of connections of a role that the work uses.
  func count(_ role: ConnectionRole) -> Int {
    state.withLock { $0.connections.count { $0.connection.role == role } }
  }

  /// Removes a connection, before it goes back to the pool.
  package func remove(_ connection: Connection) {
    let lent = LentConnection(connection)
    state.withLock { $0.remove(lent.connection) }
  }

  /// Stops statements that are running and those that begin later. The first reason counts.
  package func stop(_ reason: StopReason) {
    let isFirst = self.reason.compareExchange(
      expected: 0, desired: reason.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
    guard isFirst else { return }
    // Without the lock: the function takes that of the pool, under which others take this one.
    let endWait = state.withLock { $0.endWait }
    endWait?(reason)
    interrupt()
  }

  /// Sets the function that ends a wait of the work when it is stopped. The one who waits checks
  /// ``isStopped`` after this, since the work may have been stopped before.
  package func beginWaiting(_ end: @escaping @Sendable (StopReason) -> Void) {
    state.withLock { $0.endWait = end }
  }

  package func endWaiting() { state.withLock { $0.endWait = nil } }

  /// Runs `body`, whose statements are not stopped, unless the database is silent.
  @inlinable
  package func shielding<R>(_ body: () throws -> R) rethrows -> R {
    state.withLock { $0.shields += 1 }
    defer { state.withLock { $0.shields -= 1 } }
    return try body()
  }

  /// Interrupts the connections, and again after a time that doubles up to half a second. Under the
  /// lock, so that none is returned meanwhile.
  private func interrupt(pause: Duration = .milliseconds(5)) {
    let mayGoOn = state.withLock { state in
      for lent in state.connections { lent.connection.base.stop(isShielded: state.shields > 0) }
      return !state.connections.isEmpty
    }
    guard mayGoOn else { return }
    Deadlines.shared.add(at: .now + pause) {
      self.interrupt(pause: min(pause * 2, .milliseconds(500)))
    }
  }
}

extension DriverConnection {
  /// Stops the running statement; one that ends a transaction only if the database is silent.
  fileprivate func stop(isShielded: Bool) {
    if isShielded { (self as? any Abandoning)?.abandonIfSilent() } else { interrupt() }
  }
}
