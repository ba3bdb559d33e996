extension ConnectionPool {
  /// Refuses further leases and those that wait for one, with `storeClosed`, and closes what is idle.
  /// Leases that are out may be used to their end and are closed when they come back; the writer
  /// goes last, so that it can copy the log into the file.
  func close() {
    let waiters = state.withLock { $0.beginClosing() }
    // Never ended: what comes back from now on is closed.
    claimSpare()
    for waiter in waiters { waiter.open(.closed) }
    closeIdle()
  }

  /// Waits until all connections are closed after ``close()``, but no longer than a limit; returns whether
  /// they are.
  func waitUntilClosed(upTo limit: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      tellWhenClosed(upTo: limit) { continuation.resume(returning: $0) }
    }
  }

  /// Does the same, but blocks the thread.
  func blockUntilClosed(upTo limit: Duration) -> Bool {
    let gate = ThreadGate<Bool>()
    tellWhenClosed(upTo: limit, gate.open)
    return gate.wait()
  }

  private func tellWhenClosed(upTo limit: Duration, _ body: @escaping @Sendable (Bool) -> Void) {
    let hasEnded = Guarded(false)
    // The first answer counts.
    let end: @Sendable (Bool) -> Void = { answer in
      let isLate = hasEnded.withLock { hasEnded in
        defer { hasEnded = true }
        return hasEnded
      }
      if !isLate { body(answer) }
    }
    if state.withLock({ $0.isClosed { end(true) } }) { return end(true) }
    Deadlines.shared.add(at: .now + limit) { end(false) }
  }

  /// Whether the database has been opened and not been closed.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The work that has begun and not ended.
  var unended: [Loan] { state.withLock { $0.unended } }

  /// The number of connections lent for single reads, which are not listed.
  var unlistedReads: Int { state.withLock { $0.unlistedReads } }

  /// Stops the statements that run now.
  func interruptAll() { state.withLock { $0.interruptAll() } }

  /// Closes idle connections of a closed pool, readers first, one by one. Whoever closes the last
  /// reader goes on with the writer.
  func closeIdle() {
    while let lent = state.withLock({ $0.nextToClose() }) { close(lent) }
  }

  func close(_ lent: LentConnection) {
    lent.connection.close()
    let listeners = state.withLock { $0.didClose(lent) }
    for listener in listeners { listener() }
  }
}
