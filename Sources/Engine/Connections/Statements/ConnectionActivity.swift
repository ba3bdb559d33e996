import PersistentObjectsDriver

/// The state that a connection and its statements share: what is running, and the trace. Statements
/// retain it, so that a statement may outlive its connection.
package final class ConnectionActivity {
  let role: ConnectionRole
  /// The number of statements that were run but not yet reset.
  @exclusivity(unchecked) var running = 0
  /// The number of runs begun of statements that may write.
  @exclusivity(unchecked) var writes = 0
  /// The number of statements that have failed.
  @exclusivity(unchecked) private(set) var failures = 0
  /// The function that is called for each statement.
  var trace: (@Sendable (StatementTrace) -> Void)? {
    didSet { isTraced = trace != nil }
  }
  /// Whether there is a trace. Each statement checks this, and checking an optional closure is
  /// slower.
  @exclusivity(unchecked) private(set) var isTraced = false
  /// The warnings that came since the last traced statement.
  private var notices: [String] = []
  /// The rows to be deleted before anything else runs; nil if there are none.
  @exclusivity(unchecked) package unowned var deletions: WaitingDeletions?
  /// The statements that stay open from one key to the next.
  @exclusivity(unchecked) var openSeekers: [KeySeeker] = []

  /// The rows that the connection reaches; nil if tenants share no tables.
  var reach: TenantReach? {
    didSet { reachNumber += 1 }
  }
  /// A number that changes with ``reach``.
  private(set) var reachNumber = 0

  init(role: ConnectionRole) { self.role = role }

  func tell(_ sql: String, since start: ContinuousClock.Instant) {
    trace?(StatementTrace(sql: sql, duration: .now - start, role: role, notices: notices))
    if !notices.isEmpty { notices = [] }
  }

  /// Keeps a warning for the next traced statement, if there is a trace.
  func note(_ notice: String) { if isTraced { notices.append(notice) } }

  /// Runs `body`, and traces it as a run of a statement.
  @inline(never)
  func telling<R>(_ sql: String, _ body: () throws -> R) rethrows -> R {
    let began = ContinuousClock.now
    defer { tell(sql, since: began) }
    return try body()
  }

  /// Counts a failed statement, and closes the statements that are kept open.
  func noteFailure() {
    failures += 1
    endSeeking()
  }

  /// Closes the statements that are kept open; one whose row is in use closes after that use.
  func endSeeking() {
    // One by one, so that the array keeps its memory for those opened next.
    while let seeker = openSeekers.popLast() { seeker.close() }
  }
}

/// The beginning of a traced run. An object, since checking an optional instant is slow.
final class TracedRun {
  let began = ContinuousClock.now
}
