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
  ///
  /// - Parameter endsWithTask: whether the wait also ends if the task is cancelled.
  package func waitUntilClosed(
    upTo limit: Duration, endsWithTask: Bool = false
  ) async -> Bool {
    let closer = makeCloser(upTo: limit)
    return await closer.suspend { if endsWithTask { endWait(of: closer) } }
  }

  /// Waits in the same way, but blocks the thread.
  package func blockUntilClosed(upTo limit: Duration) -> Bool { makeCloser(upTo: limit).block() }

  private func makeCloser(upTo limit: Duration) -> Waiter<Bool> {
    let closer = Waiter<Bool>(until: .now + limit)
    if state.withLock({ $0.isClosed(orTell: closer) }) {
      closer.open(true)
    } else {
      Deadlines.shared.add(at: closer.deadline) { [weak self] in self?.endWait(of: closer) }
    }
    return closer
  }

  private func endWait(of closer: Waiter<Bool>) {
    if state.withLock({ $0.closers.remove(closer) }) { closer.open(false) }
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
  /// the last reader also closes the writer. Tells those that wait for it if everything is closed.
  func closeIdle() {
    while let lent = state.withLock({ $0.nextToClose() }) { close(lent) }
    for closer in state.withLock({ $0.takeClosers() }) { closer.open(true) }
  }

  /// Closes a connection, in whose place another may be opened.
  package func close(_ lent: LentConnection) {
    lent.connection.close()
    state.withLock { $0.didClose(lent) }
    serve()
  }
}
