/// The state that a connection and its statements share: what runs, and whom to tell of it. Statements
/// hold it, so that one may outlive its connection.
final class ConnectionActivity {
  let role: ConnectionRole
  /// The number of statements that were run and not yet reset.
  @exclusivity(unchecked) var running = 0
  /// The number of runs that have begun of statements that may write.
  @exclusivity(unchecked) var writes = 0
  /// The number of statements that have failed.
  @exclusivity(unchecked) private(set) var failures = 0
  /// The function that is told of each statement.
  var trace: (@Sendable (StatementTrace) -> Void)? {
    didSet { isTraced = trace != nil }
  }
  /// Whether there is somebody to tell; each statement asks, and a closure is slower to ask for.
  @exclusivity(unchecked) private(set) var isTraced = false
  /// The warnings that came since the last statement that was told.
  private var notices: [String] = []
  /// The rows that are to be deleted before anything else runs; nil where there are none.
  @exclusivity(unchecked) unowned var deletions: WaitingDeletions?
  /// The statements that are kept open from key to key.
  @exclusivity(unchecked) var openSeekers: [KeySeeker] = []

  init(role: ConnectionRole) { self.role = role }

  func tell(_ sql: String, since start: ContinuousClock.Instant) {
    trace?(StatementTrace(sql: sql, duration: .now - start, role: role, notices: notices))
    if !notices.isEmpty { notices = [] }
  }

  /// Keeps a warning for the statement that is told next, if anybody is told.
  func note(_ notice: String) { if isTraced { notices.append(notice) } }

  /// Runs `body`, which stands for a run of a statement, and tells of it.
  @inline(never)
  func telling<R>(_ sql: String, _ body: () throws -> R) rethrows -> R {
    let began = ContinuousClock.now
    defer { tell(sql, since: began) }
    return try body()
  }

  /// Remembers that a statement has failed.
  func noteFailure() {
    failures += 1
    endSeeking()
  }

  /// Closes the statements that are kept open, each at the latest when its row is no longer in use.
  func endSeeking() {
    // One by one: the array keeps its memory for those that are opened next.
    while let seeker = openSeekers.popLast() { seeker.close() }
  }
}

/// The beginning of a run that is traced. An object, since an optional instant is slow to ask for.
final class TracedRun {
  let began = ContinuousClock.now
}
