extension ConnectionPool {
  /// Refuses new and waiting leases with `storeClosed`, and closes idle connections. Lent
  /// connections may be used to the end of their leases and are closed when they are returned. The
  /// writer is closed last, so that it can copy the log into the file.
  package func close() {
    let waiters = state.withLock { $0.beginClosing() }
    // Never ended: connections that are returned from now on are closed.
    claimSpare()
    for waiter in waiters { waiter.open(.closed) }
    closeIdle()
  }

  /// Waits after ``close()`` until all connections are closed and all work has ended, but no longer
  /// than a limit. Returns whether that is so.
  package func waitUntilClosed(upTo limit: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      tellWhenClosed(upTo: limit) { continuation.resume(returning: $0) }
    }
  }

  /// Waits like ``waitUntilClosed(upTo:)``. The wait also ends if the task is cancelled.
  package func waitUntilClosedUnlessCancelled(upTo limit: Duration) async -> Bool {
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    tellWhenClosed(upTo: limit) { answer.yield($0) }
    return await answers.first { _ in true } ?? false
  }

  /// Waits like ``waitUntilClosed(upTo:)``, but blocks the thread.
  package func blockUntilClosed(upTo limit: Duration) -> Bool {
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

  /// Whether the database has been opened but not closed.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The work that has begun but not ended.
  package var unended: [Loan] { state.withLock { $0.unended } }

  /// The number of connections that are lent for single reads, which are not listed.
  package var unlistedReads: Int { state.withLock { $0.unlistedReads } }

  /// Stops all running statements.
  package func interruptAll() { state.withLock { $0.interruptAll() } }

  /// Closes idle connections of a closed pool, readers first, one by one. The thread that closes
  /// the last reader also closes the writer. Tells the listeners if everything is closed then.
  func closeIdle() {
    while let lent = state.withLock({ $0.nextToClose() }) { close(lent) }
    let listeners = state.withLock { $0.takeCloseListeners() }
    for listener in listeners { listener() }
  }

  /// Closes a connection, in whose place another may be opened.
  package func close(_ lent: LentConnection) {
    lent.connection.close()
    state.withLock { $0.didClose(lent) }
    serve()
  }
}
