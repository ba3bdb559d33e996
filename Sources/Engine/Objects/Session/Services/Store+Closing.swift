import PersistentObjectsConnections

extension Store {
  /// The time that stopped work has to end.
  private static let graceOfClosing = Duration.seconds(2)

  /// Closes the database and waits for running work, which continues to its end; new work gets
  /// `storeClosed`. Work that still runs after `limit` is stopped: its statement fails, its
  /// transaction is rolled back, and it throws `storeClosed`. The last connection copies the log
  /// into the file.
  ///
  /// ```swift
  /// let report = await store.close(waitingUpTo: .seconds(10))
  /// if !report.interrupted.isEmpty { print("stopped:", report.interrupted) }
  /// ```
  ///
  /// Work that neither uses the database nor ends within two more seconds is left alone; its
  /// session throws `storeClosed` at its next call. Do not call this inside a session of this
  /// store, since it would wait for that session.
  ///
  /// - Returns: a report on the work that had to be stopped.
  @discardableResult
  public func close(waitingUpTo limit: Duration) async -> ClosingReport {
    close()
    if await waitUntilClosed(upTo: limit) { return ClosingReport() }
    let unended = pool.unended
    var report = ClosingReport()
    report.interrupted =
      unended.map(\.description)
      + Array(repeating: "a read of a session", count: pool.unlistedReads)
    for loan in unended { loan.stop(.storeClosing) }
    let end = Deadlines.Instant.now + Self.graceOfClosing
    repeat {
      // Sessions that the program owns read without a loan.
      pool.interruptAll()
      replicas?.interruptAll()
      report.isComplete = await waitUntilClosed(upTo: .milliseconds(20))
    } while !report.isComplete && .now < end
    report.unfinished = pool.unended.map(\.description)
    return report
  }

  /// Waits until all work has ended and all connections are closed, but no longer than a limit;
  /// returns whether they are.
  ///
  /// - Parameter endsWithTask: whether the wait also ends if the task is cancelled.
  func waitUntilClosed(upTo limit: Duration, endsWithTask: Bool = false) async -> Bool {
    let end = Deadlines.Instant.now + limit
    guard await pool.waitUntilClosed(upTo: limit, endsWithTask: endsWithTask) else { return false }
    return await replicas?.waitUntilClosed(upTo: end.remaining, endsWithTask: endsWithTask) ?? true
  }
}

/// A report on the closing of a store.
///
/// ```swift
/// let report = await store.close(waitingUpTo: .seconds(10))
/// if !report.isComplete { print("left alone:", report.unfinished) }
/// ```
public struct ClosingReport: Sendable {
  /// The work that was stopped, such as `store.transaction at Shop/Orders.swift:41 (12.3 s)`,
  /// oldest first.
  public internal(set) var interrupted: [String] = []
  /// The stopped work that has not ended.
  public internal(set) var unfinished: [String] = []
  /// Whether all connections are closed, and the log is copied into the file.
  public internal(set) var isComplete = true
}
