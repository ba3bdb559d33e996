import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine

@Suite struct ConnectionPoolTests {
  private let file: TemporaryDatabase

  init() throws { file = try TemporaryDatabase() }

  @Test func aThousandTasksShareFourReaders() async throws {
    let driver = CountingDriver(base: file.driver { $0.maximumReaders = 4 })
    let pool = patientPool(driver)
    try prepare(pool)
    let inUse = Shared(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<1000 {
        group.addTask {
          let connection = try await pool.suspendingLease(.reader)
          let count = inUse.change { $0 += 1 }
          #expect(count <= 4)
          #expect(try connection.value("SELECT count(*) FROM t") == .integer(0))
          await Task.yield()
          inUse.change { $0 -= 1 }
          pool.release(connection)
        }
      }
      try await group.waitForAll()
    }
    #expect(driver.opened[.reader] ?? 0 <= 4)
    pool.close()
    #expect(await pool.waitUntilClosed(upTo: .seconds(60)))
  }

  @Test func threadsAndTasksWriteInTurn() async throws {
    let pool = patientPool(file.driver())
    try prepare(pool)
    let threads = (0..<4).map { _ in
      BackgroundThread {
        for _ in 0..<50 { try insertOne(try pool.lease(.writer), pool) }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask { try insertOne(try await pool.suspendingLease(.writer), pool) }
      }
      try await group.waitForAll()
    }
    for thread in threads { await thread.finish() }
    let reader = try await pool.suspendingLease(.reader)
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(400))
    pool.release(reader)
  }

  @Test func servesInTheOrderOfArrival() async throws {
    let pool = patientPool(file.driver())
    let order = Shared<[Int]>([])
    let held = try await pool.suspendingLease(.writer)
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<20 {
      tasks.append(
        Task {
          let connection = try await pool.suspendingLease(.writer)
          order.change { $0.append(number) }
          pool.release(connection)
        })
      while pool.waitingCount(.writer) <= number { await Task.yield() }
    }
    pool.release(held)
    for task in tasks { try await task.value }
    #expect(order.value == Array(0..<20))
  }

  /// Otherwise each further timer would schedule others when it fires.
  @Test func aPoolHasOneTimer() throws {
    var state = PoolState(file.driver())
    let now = Deadlines.Instant.now
    let (look, end) = (now + .seconds(500), now + .seconds(600))
    let pending = Deadlines.shared.add(at: look) {}
    defer { Deadlines.shared.remove(pending) }
    state.look = pending
    _ = state.takeDue(at: now)
    #expect(state.look == pending, "the timer that fired was another")
    (state[.writer].isReady, state[.writer].open) = (true, 1)
    state[.writer].waiters.add(Waiter(until: end))
    #expect(state.earlierLook == nil)
    _ = state.takeDue(at: look)
    #expect(state.look == nil && state.earlierLook == end)
  }

  @Test func aCancelledWaiterLeavesTheLine() async throws {
    let pool = patientPool(file.driver())
    let held = try await pool.suspendingLease(.writer)
    let tasks = (0..<10).map { _ in
      Task { pool.release(try await pool.suspendingLease(.writer)) }
    }
    while pool.waitingCount(.writer) < 10 { await Task.yield() }
    for task in tasks[..<5] { task.cancel() }
    for task in tasks[..<5] {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(pool.waitingCount(.writer) == 5)
    pool.release(held)
    for task in tasks[5...] { try await task.value }
    pool.release(try pool.lease(.writer))
  }

  /// Interrupting its connections would not end a wait for another one.
  @Test(arguments: [Loan.StopReason.cancelled, .timedOut, .storeClosing], [true, false])
  func workThatIsStoppedWaitsNoLonger(
    _ reason: Loan.StopReason, isStoppedBefore: Bool
  ) async throws {
    let pool = patientPool(file.driver())
    let held = try await pool.suspendingLease(.writer)
    let loan = Loan("the work", of: pool, isBlocking: false, keepsWriter: false)
    pool.begin(loan)
    if isStoppedBefore { loan.stop(reason) }
    let refusal = Shared<(any Error)?>(nil)
    let waiter = BackgroundThread {
      do {
        pool.release(try pool.lease(.writer, for: loan), of: loan)
      } catch {
        refusal.change { $0 = error }
      }
    }
    if !isStoppedBefore {
      while pool.waitingCount(.writer) < 1 { await Task.yield() }
      loan.stop(reason)
    }
    await waiter.finish()
    #expect(pool.waitingCount(.writer) == 0)
    switch reason {
    case .cancelled: #expect(refusal.value is CancellationError)
    case .timedOut: #expect((refusal.value as? PersistenceError)?.code == .timedOut)
    case .storeClosing: #expect((refusal.value as? PersistenceError)?.code == .storeClosed)
    }
    pool.end(loan)
    pool.release(held)
    pool.release(try pool.lease(.writer))
  }

  /// Tasks that began one another in their sessions kept all earlier loans.
  @Test func onlyALoanThatWaitsForAnotherIsAroundIt() async throws {
    let pool = patientPool(file.driver())
    @Sendable func makeLoan() -> Loan {
      Loan("the work", of: pool, isBlocking: false, keepsWriter: false)
    }
    let loan = makeLoan()
    let isAlone = try await loan.lend {
      #expect(makeLoan().outer === loan)
      async let child = makeLoan().outer
      #expect(await child === loan)
      return await Task { makeLoan().outer == nil }.value
    }
    #expect(isAlone && makeLoan().outer == nil)
  }

  @Test func workIsListedUntilItEnds() {
    let pool = patientPool(file.driver())
    let loans = (0..<6).map {
      Loan("\($0)", of: pool, isBlocking: $0.isMultiple(of: 2), keepsWriter: false)
    }
    for loan in loans { pool.begin(loan) }
    var names = Set(loans.map(\.name))
    for loan in [2, 5, 0, 4, 1, 3].map({ loans[$0] }) {
      pool.end(loan)
      names.remove(loan.name)
      #expect(Set(pool.unended.map(\.name)) == names)
    }
  }

  /// The query ends by itself, after a while, so that the test does.
  @Test func workThatWasStoppedBeforeItGotAConnectionIsInterrupted() throws {
    let pool = patientPool(file.driver())
    pool.release(try pool.lease(.writer))
    let loan = Loan("the work", of: pool, isBlocking: true, keepsWriter: false)
    pool.begin(loan)
    loan.stop(.timedOut)
    let connection = try pool.lease(.writer, for: loan)
    let error = failure {
      _ = try connection.value(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) \
        SELECT count(*) FROM n
        """)
    }
    #expect(error?.code == .interrupted)
    pool.release(connection, of: loan)
    pool.end(loan)
  }

  @Test(arguments: 0..<8) func anElementLeavesAQueueFromAnyPlace(head: Int) {
    var queue = Queue<Int>()
    for number in 0..<head {
      queue.append(number)
      _ = queue.popFirst()
    }
    for number in 0..<8 { queue.append(number) }
    let removed = [3, 0, 6, 7, 3].map { number in queue.remove { $0 == number } }
    #expect(removed == [3, 0, 6, 7, nil])
    #expect(queue.elements == [1, 2, 4, 5] && queue.count == 4)
  }

  @Test func cancellingAtAnyMomentLeaksNoLease() async throws {
    let pool = patientPool(file.driver { $0.maximumReaders = 2 })
    for round in 0..<300 {
      let tasks = (0..<6).map { _ in
        Task { pool.release(try await pool.suspendingLease(.reader)) }
      }
      for _ in 0..<(round % 7) { await Task.yield() }
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.result }
    }
    let both = [try pool.lease(.reader), try pool.lease(.reader)]
    for connection in both { pool.release(connection) }
  }

  /// A killed process has left this file: tables of the package, and rows that are only in the log.
  @Test func readingNeedsNoWriterAndLeavesNoLog() throws {
    let writer = try file.open()
    try writer.runAll("CREATE TABLE _persistent_table (name TEXT); CREATE TABLE t (a INT)")
    try writer.execute("INSERT INTO t VALUES (1)")
    let left = try TemporaryDatabase()
    for suffix in ["", "-wal"] {
      try file.bytes(suffix).write(to: URL(fileURLWithPath: left.path + suffix))
    }
    let driver = CountingDriver(base: left.driver())
    let pool = patientPool(driver)
    let readers = try [pool.lease(.reader), pool.lease(.reader)]
    for reader in readers {
      #expect(try reader.value("SELECT a FROM t") == .integer(1))
      #expect(failure { try reader.execute("DELETE FROM t") }?.code == .readOnly)
      pool.release(reader)
    }
    #expect(driver.opened == [.reader: 2])
    pool.close()
    #expect(pool.blockUntilClosed(upTo: .seconds(60)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: left.folder) == ["test.sqlite3"])
    #expect(try left.open().value("SELECT a FROM t") == .integer(1))
  }

  /// The writer would change the file, or report what is wrong with it.
  @Test(arguments: ["PRAGMA journal_mode = DELETE", "DROP TABLE _persistent_table"])
  func aFileThatIsNotReadyIsOpenedByTheWriterFirst(_ change: String) throws {
    let writer = try file.open()
    try writer.runAll(
      "CREATE TABLE _persistent_table (name TEXT); CREATE TABLE t (a INT); \(change)")
    writer.close()
    let driver = CountingDriver(base: file.driver())
    let pool = patientPool(driver)
    pool.release(try pool.lease(.reader))
    #expect(driver.opened == [.writer: 1, .reader: 1])
    pool.close()
  }

  @Test func lendsTheSameReaderAgain() throws {
    let driver = CountingDriver(base: file.driver())
    let pool = patientPool(driver)
    let traced = Shared(0)
    let first = try pool.lease(.reader)
    let second = try pool.lease(.reader)
    pool.release(first)
    pool.release(second)
    for _ in 0..<3 {
      let again = try pool.lease(.reader)
      #expect(again === first)
      try again.execute("SELECT 1")
      pool.release(again)
      pool.setTrace { _ in traced.change { $0 += 1 } }
    }
    #expect(driver.opened == [.writer: 1, .reader: 2])
    #expect(traced.value == 2, "a connection follows when it is lent next")
    pool.close()
    #expect(pool.blockUntilClosed(upTo: .seconds(60)))
    #expect(failure { pool.release(try pool.lease(.reader)) }?.code == .storeClosed)
  }

  @Test func threadsAndTasksReadWhileThePoolIsClosed() async throws {
    for round in 0..<40 {
      let file = try TemporaryDatabase()
      let pool = patientPool(file.driver { $0.maximumReaders = 1 + round % 3 })
      try prepare(pool)
      let read = Shared(0)
      let readOnce = { @Sendable (connection: Connection) in
        _ = try connection.value("SELECT count(*) FROM t")
        read.change { $0 += 1 }
      }
      let threads = (0..<3).map { _ in
        BackgroundThread {
          do {
            while true {
              let connection = try pool.lease(.reader)
              defer { pool.release(connection) }
              try readOnce(connection)
            }
          } catch let error as PersistenceError where error.code == .storeClosed {}
        }
      }
      let tasks = (0..<3).map { _ in
        Task {
          do {
            while true {
              let connection = try await pool.suspendingLease(.reader)
              defer { pool.release(connection) }
              try readOnce(connection)
            }
          } catch let error as PersistenceError where error.code == .storeClosed {}
        }
      }
      while read.value < 50 { await Task.yield() }
      pool.close()
      for thread in threads { await thread.finish() }
      for task in tasks { try await task.value }
      #expect(await pool.waitUntilClosed(upTo: .seconds(60)))
    }
  }

  @Test func closesReadersBeforeTheWriterAndRefusesWaiters() async throws {
    let driver = CountingDriver(base: file.driver())
    let pool = patientPool(driver)
    let writer = try await pool.suspendingLease(.writer)
    let reader = try await pool.suspendingLease(.reader)
    let waiter = Task { pool.release(try await pool.suspendingLease(.writer)) }
    while pool.waitingCount(.writer) < 1 { await Task.yield() }
    pool.close()
    await #expect(throws: PersistenceError.self) { try await waiter.value }
    #expect(failure { pool.release(try pool.lease(.reader)) }?.code == .storeClosed)
    try writer.execute("CREATE TABLE t (a ANY) STRICT")
    pool.release(writer)
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(0))
    pool.release(reader)
    #expect(await pool.waitUntilClosed(upTo: .seconds(60)))
    #expect(failure { try writer.execute("SELECT 1") }?.code == .storeClosed)
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
  }

  /// `close(waitingUpTo:)` also interrupts connections that run no statement.
  @Test func theLogIsCopiedAlthoughTheWriterWasInterrupted() throws {
    let pool = patientPool(file.driver())
    try prepare(pool)
    #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
    pool.interruptAll()
    pool.close()
    #expect(pool.blockUntilClosed(upTo: .seconds(60)))
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
  }

  /// A session that has only saved holds no connection until it reads.
  @Test func aSessionThatWaitsForAReaderWhenItsStoreIsClosedGoesOn() async throws {
    // The wait must not end because the machine is busy.
    var configuration = StoreConfiguration(codecs: CodecRegistry())
    configuration.acquisitionTimeout = .seconds(600)
    let store = try Store(
      driver: file.driver { $0.maximumReaders = 1 }, configuration: configuration)
    try store.blocking.execute("CREATE TABLE t (a ANY) STRICT")
    let reader = try store.pool.lease(.reader)
    let (found, hasEnded) = (Shared<StoredValue?>(nil), Shared(false))
    let work = BackgroundThread {
      defer { hasEnded.change { $0 = true } }
      try store.blocking.session { session in
        try session.execute("INSERT INTO t VALUES (1)")
        let value = try session.connections.reading { try $0.value("SELECT a FROM t") }
        found.change { $0 = value }
      }
    }
    while store.pool.waitingCount(.reader) < 1 && !hasEnded.value { await Task.yield() }
    store.close()
    store.pool.release(reader)
    await work.finish()
    #expect(found.value == .integer(1))
    #expect(await store.pool.waitUntilClosed(upTo: .seconds(60)))
  }

  @Test func waitingForTheEndOfALeaseHasAnEnd() async throws {
    let pool = patientPool(file.driver())
    let reader = try pool.lease(.reader)
    pool.close()
    #expect(await pool.waitUntilClosed(upTo: .milliseconds(1)) == false)
    #expect(pool.blockUntilClosed(upTo: .milliseconds(1)) == false)
    pool.release(reader)
    #expect(await pool.waitUntilClosed(upTo: .seconds(60)))
  }

  /// Deleting the database would not last: the work would make the file again.
  @Test func closingWaitsForWorkThatHasOpenedNothingYet() throws {
    let pool = patientPool(file.driver())
    let loan = Loan("the work", of: pool, isBlocking: true, keepsWriter: false)
    pool.begin(loan)
    pool.close()
    #expect(!pool.blockUntilClosed(upTo: .milliseconds(1)))
    pool.release(try pool.lease(.writer, for: loan), of: loan)
    #expect(!pool.blockUntilClosed(upTo: .milliseconds(1)))
    pool.end(loan)
    #expect(pool.blockUntilClosed(upTo: .seconds(60)))
  }

  /// Regression test: such work in the line was refused when the closing began, but this came
  /// later, and waited.
  @Test func workThatHasOnlyBegunDoesNotWaitWhileThePoolCloses() throws {
    let pool = ConnectionPool(driver: file.driver(), acquisitionTimeout: .milliseconds(1))
    let held = try pool.lease(.writer)
    let loan = Loan("the work", of: pool, isBlocking: false, keepsWriter: false)
    pool.begin(loan)
    pool.close()
    #expect(failure { pool.release(try pool.lease(.writer, for: loan)) }?.code == .storeClosed)
    pool.end(loan)
    pool.release(held)
    #expect(pool.blockUntilClosed(upTo: .seconds(60)))
  }

  @Test(arguments: [true, false]) func closingWaitsForTheFirstOpening(fails: Bool) throws {
    let driver = CountingDriver(base: file.driver())
    let pool = patientPool(driver)
    driver.beforeNextOpening {
      pool.close()
      #expect(!pool.blockUntilClosed(upTo: .milliseconds(1)))
    }
    if fails { driver.failNext(.writer) }
    let refusal = failure { pool.release(try pool.lease(.writer)) }
    #expect(refusal?.code == (fails ? .cannotOpen : .storeClosed))
    #expect(pool.blockUntilClosed(upTo: .seconds(60)))
  }

  /// Otherwise the pool would open another connection, and forget the next one in line.
  @Test func workThatGoesOnWhileThePoolClosesWaitsForTheFirstOpening() {
    var state = PoolState(file.driver())
    let pool = patientPool(file.driver())
    let loan = Loan("the work", of: pool, isBlocking: true, keepsWriter: false)
    state.begin(loan)
    _ = state.beginClosing()
    #expect(state.mayOpen(.writer) && !state.refuses(loan) && state.refuses(nil))
  }

  @Test func aClosedConnectionLeavesItsPlaceToTheNextInLineWhileThePoolCloses() throws {
    let driver = UnfitDriver(unfit: 0, maximumReaders: 1)
    var state = PoolState(driver)
    let reader = LentConnection(try Connection(opening: .reader, of: driver))
    state.adopt(reader, from: Opening(role: .reader, isFirst: true))
    let waiter = Waiter<Grant>(until: .now + .seconds(600), isUnderway: true)
    state[.reader].waiters.add(waiter)
    let refused = state.beginClosing()
    state.didClose(reader)
    let served = state.serve().wakes.map { waiter, _ in waiter }
    #expect(refused.isEmpty && served.count == 1 && served.first === waiter)
    #expect(state[.reader].open == 1)
  }

  /// The timer would otherwise fire without end, and the work would wait until a reader came back.
  @Test func workThatGoesOnWhileThePoolClosesGetsConnectionsBeyondTheUsualOnes() {
    var state = PoolState(file.driver())
    (state[.reader].isReady, state[.reader].open) = (true, state[.reader].growth.usual)
    let now = Deadlines.Instant.now
    let (later, end) = (now + .seconds(1), now + .seconds(600))
    let waiter = Waiter<Grant>(since: now, until: end, isUnderway: true)
    state[.reader].waiters.add(waiter)
    let refused = state.beginClosing()
    let served = state.takeDue(at: later).wakes.map { waiter, _ in waiter }
    #expect(refused.isEmpty && served.count == 1 && served.first === waiter)
    #expect(state.earlierLook == nil)
  }

  @Test func aFailedOpeningGivesItsPlaceToTheNext() async throws {
    let driver = CountingDriver(base: file.driver { $0.maximumReaders = 1 })
    let pool = patientPool(driver)
    driver.failNext(.writer)
    #expect(failure { pool.release(try pool.lease(.reader)) }?.code == .cannotOpen)
    driver.failNext(.reader)
    #expect(failure { pool.release(try pool.lease(.reader)) }?.code == .cannotOpen)
    pool.release(try pool.lease(.reader))
    #expect(driver.opened == [.writer: 1, .reader: 1])
  }

  @Test(arguments: [ConnectionRole.writer, .reader], [0, 1])
  func aConnectionThatCannotRollBackIsNotLentAgain(
    _ role: ConnectionRole, _ maximumReaders: Int
  ) async throws {
    let driver = UnfitDriver(unfit: 2, maximumReaders: maximumReaders)
    let pool = patientPool(driver)
    let unfit = try await pool.suspendingLease(role)
    let waiter = Task { pool.release(try await pool.suspendingLease(role)) }
    while pool.waitingCount(role) < 1 { await Task.yield() }
    pool.release(unfit)
    try await waiter.value
    #expect(driver.closed.value >= 1)
    for _ in 0..<3 { pool.release(try pool.lease(role)) }
    #expect(driver.opened.value == 3)
    pool.close()
    #expect(await pool.waitUntilClosed(upTo: .seconds(60)))
    #expect(driver.closed.value == 3)
  }

  @Test func aConnectionThatCannotRollBackDoesNotKeepThePoolFromClosing() async throws {
    let driver = UnfitDriver(unfit: 1, maximumReaders: 1)
    let pool = patientPool(driver)
    let unfit = try await pool.suspendingLease(.writer)
    pool.close()
    pool.release(unfit)
    #expect(await pool.waitUntilClosed(upTo: .seconds(60)))
    #expect(driver.closed.value == 1)
  }

  @Test func theWriterReadsWhereThereAreNoReaders() async throws {
    let pool = patientPool(SQLiteDriver(.inMemory))
    try prepare(pool)
    let reader = try await pool.suspendingLease(.reader)
    #expect(reader.role == .writer)
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(0))
    pool.release(reader)
  }

  @Test func rollsBackWhatAHolderForgot() async throws {
    let pool = patientPool(file.driver())
    try prepare(pool)
    let writer = try await pool.suspendingLease(.writer)
    try writer.runAll("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
    pool.release(writer)
    let reader = try await pool.suspendingLease(.reader)
    #expect(try reader.value("SELECT count(*) FROM t") == .integer(0))
    pool.release(reader)
  }

  @Test func tellsEveryConnectionOfTheTrace() async throws {
    let pool = patientPool(file.driver())
    try prepare(pool)
    let roles = Shared<[ConnectionRole]>([])
    pool.setTrace { event in roles.change { $0.append(event.role) } }
    for role in [ConnectionRole.writer, .reader] {
      let connection = try await pool.suspendingLease(role)
      try connection.execute("SELECT 1")
      pool.release(connection)
    }
    pool.setTrace(nil)
    try prepare(pool)
    #expect(roles.value == [.writer, .reader])
  }

  private func prepare(_ pool: ConnectionPool) throws {
    let writer = try pool.lease(.writer)
    try writer.execute("CREATE TABLE IF NOT EXISTS t (a ANY) STRICT")
    pool.release(writer)
  }
}

private func insertOne(_ connection: Connection, _ pool: ConnectionPool) throws {
  try connection.runAll("BEGIN IMMEDIATE; INSERT INTO t SELECT count(*) FROM t; COMMIT")
  pool.release(connection)
}
