import Foundation
import PersistentObjectsDriver
import PersistentObjectsSQLite
import StrictDriver
import Testing

@testable import PersistentObjectsConnections
@testable import PersistentObjectsEngine

/// Opening a connection to a server may take long, and nothing can stop it. Those that wait for it
/// can go.
@Suite(.timeLimit(.minutes(10))) struct SlowOpeningTests {
  private let file: TemporaryDatabase
  private let driver: CountingDriver
  private let pool: ConnectionPool
  private let server = DispatchSemaphore(value: 0)

  init() throws {
    file = try TemporaryDatabase()
    driver = CountingDriver(base: StrictDriver(SQLiteConfiguration(path: file.path)))
    pool = patientPool(driver)
    driver.beforeNextOpening { [server] in server.wait() }
  }

  @Test func aCancelledTaskDoesNotWaitForAnOpening() async throws {
    let task = Task { [pool] in pool.release(try await pool.suspendingLease(.writer)) }
    while pool.waitingCount(.writer) < 1 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try expectOneOpening()
  }

  @Test(arguments: [false, true]) func workThatIsStoppedDoesNotWaitForAnOpening(
    isBlocking: Bool
  ) async throws {
    let report = "A connection is still being opened; 0 others wait."
    var message = ""
    // On a busy machine, a short limit is over before the wait begins.
    for limit in [1, 1_000, 60_000] where !message.contains(report) {
      let loan = Loan(
        "the work", of: pool, isBlocking: isBlocking, keepsWriter: false,
        deadline: .now + .milliseconds(limit))
      pool.begin(loan)
      let refusal = await refusal(of: loan, isBlocking: isBlocking) as? PersistenceError
      #expect(refusal?.code == .timedOut)
      message = refusal?.message ?? ""
      pool.end(loan)
    }
    #expect(message.contains(report))
    try expectOneOpening()
  }

  /// Each would otherwise wait for its own attempt, after those before it.
  @Test func nobodyWaitsLongerThanTheLimitForAnOpening() async {
    let pool = ConnectionPool(driver: driver, acquisitionTimeout: .milliseconds(1))
    await withTaskGroup(of: PersistenceError.Code?.self) { group in
      for role in [ConnectionRole.writer, .reader, .reader] {
        group.addTask {
          await codeOfFailure { pool.release(try await pool.suspendingLease(role)) }
        }
      }
      for await code in group { #expect(code == .timedOut) }
    }
    server.signal()
    pool.close()
    #expect(await pool.waitUntilClosed(upTo: .seconds(60)))
  }

  @Test func aFailedOpeningIsToldToTheFirstAndTheNextOneTries() async throws {
    driver.failNext(.writer)
    let first = Task { [pool] in
      await codeOfFailure { pool.release(try await pool.suspendingLease(.writer)) }
    }
    while pool.waitingCount(.writer) < 1 { await Task.yield() }
    let second = Task { [pool] in
      await codeOfFailure { pool.release(try await pool.suspendingLease(.reader)) }
    }
    while pool.waitingCount(.reader) < 1 { await Task.yield() }
    server.signal()
    #expect(await first.value == .cannotOpen)
    #expect(await second.value == nil)
    #expect(driver.opened == [.writer: 1, .reader: 1])
  }

  /// Regression test: such calls failed, although a connection became free.
  @Test func aConnectionThatCannotBeOpenedBesideOthersIsNotMissed() async throws {
    server.signal()
    let held = try await pool.suspendingLease(.reader)
    driver.failNext(.reader)
    let task = Task { [pool] in
      await codeOfFailure { pool.release(try await pool.suspendingLease(.reader)) }
    }
    while driver.isToFail { await Task.yield() }
    pool.release(held)
    #expect(await task.value == nil)
  }

  @Test func afterAFailureAnotherAttemptIsMadeOnceASecond() throws {
    var state = PoolState(driver)
    (state[.reader].isReady, state[.reader].open) = (true, 1)
    let start = Deadlines.Instant.now
    let end = start + .seconds(600)
    let waiters = (0..<2).map { _ in Waiter<Grant>(since: start, until: end, isUnderway: true) }
    for waiter in waiters { state[.reader].waiters.add(waiter) }
    let openings = state.serve().openings
    let error = PersistenceError(.cannotOpen, "no more connections")
    for opening in openings { #expect(state.giveUp(opening, error) == nil) }
    #expect(openings.count == 2 && state.serve().openings.isEmpty)
    let next = try #require(state.earlierLook)
    #expect(start + .milliseconds(900) < next && next < end)
    #expect(state.takeDue(at: next).openings.count == 2)
    let wakes = state.takeDue(at: end).wakes
    #expect(wakes.map { ObjectIdentifier($0.0) } == waiters.map(ObjectIdentifier.init))
    for (_, grant) in wakes {
      guard case .timedOut(let report) = grant else {
        Issue.record("another answer")
        continue
      }
      #expect(report.contains("another could not be opened: cannotOpen: no more connections"))
    }
  }

  /// A server that grants no connection now may grant one before the caller's time is over.
  @Test func aFirstConnectionThatIsNotGrantedNowIsTriedAgain() throws {
    var state = PoolState(driver)
    let start = Deadlines.Instant.now
    let end = start + .seconds(600)
    state[.writer].waiters.add(Waiter(since: start, until: end, isUnderway: true))
    let openings = state.serve().openings
    let opening = try #require(openings.first)
    #expect(openings.count == 1 && opening.isFirst)
    #expect(state.giveUp(opening, PersistenceError(.busy, "no more connections")) == nil)
    #expect(state.serve().openings.isEmpty)
    let next = try #require(state.earlierLook)
    #expect(start + .milliseconds(900) < next && next < end)
    #expect(state.takeDue(at: next).openings.count == 1)
    #expect(state.earlierLook == end, "the attempt has not ended")
    guard case .timedOut(let report)? = state.takeDue(at: end).wakes.first?.1 else {
      Issue.record("another answer")
      return
    }
    #expect(report.contains("another could not be opened: busy: no more connections"))
  }

  /// A database that grants one connection: each role gets it in turn, and no turn is lost.
  @Test func aRoleThatIsGrantedNoConnectionGetsTheNextOneOfTheOther() throws {
    var state = PoolState(driver)
    (state[.reader].isReady, state[.writer].isReady) = (true, true)
    let start = Deadlines.Instant.now
    func wait(_ role: ConnectionRole, from number: Int) -> Waiter<Grant> {
      let waiter = Waiter<Grant>(
        since: start + .milliseconds(number), until: start + .seconds(600), isUnderway: true)
      state[role].waiters.add(waiter)
      return waiter
    }
    let first = wait(.writer, from: 1)
    let opening = try #require(state.serve().openings.first)
    server.signal()
    let writer = LentConnection(try pool.lease(.writer))
    state.adopt(writer, from: opening)
    #expect(state.giveBack(writer) === first)
    let second = wait(.writer, from: 2)
    _ = wait(.reader, from: 3)
    _ = wait(.writer, from: 4)
    let refused = state.serve().openings
    #expect(refused.map(\.role) == [.writer, .writer, .reader])
    for opening in refused {
      #expect(state.giveUp(opening, PersistenceError(.busy, "no more connections")) == nil)
    }
    var makesRoom = state.makesRoom(writer)
    #expect(!makesRoom, "the second has waited longest")
    #expect(state.giveBack(writer) === second)
    makesRoom = state.makesRoom(writer)
    #expect(makesRoom)
    makesRoom = state.makesRoom(writer)
    #expect(!makesRoom, "one is enough")
    // Writers that would open another one wait for the reader, and no timer runs for them.
    let later = start + .milliseconds(50)
    state[.writer].note(nil)
    #expect(state.takeDue(at: later).openings.isEmpty)
    #expect(try #require(state.earlierLook) > later)
    state.didClose(writer)
    let due = try #require(state.earlierLook)
    #expect(due < .now + .milliseconds(200))
    #expect(state.takeDue(at: due).openings.map(\.role) == [.reader])
  }

  /// The first was told, and the others waited for an attempt each second.
  @Test func allThatWaitAreToldAtOnceThatNoConnectionCanBeOpened() {
    var state = PoolState(driver)
    state[.reader].isReady = true
    let start = Deadlines.Instant.now
    let waiters = (1...4).map { _ in
      Waiter<Grant>(since: start, until: start + .seconds(600), isUnderway: true)
    }
    for waiter in waiters { state[.reader].waiters.add(waiter) }
    var openings = state.serve().openings
    #expect(openings.count > 1)
    var told: [ObjectIdentifier] = []
    while !openings.isEmpty {
      let error = PersistenceError(.cannotOpen, "connection refused")
      if let waiter = state.giveUp(openings.removeFirst(), error) {
        told.append(ObjectIdentifier(waiter))
      }
      openings += state.serve().openings
    }
    #expect(told == waiters.map(ObjectIdentifier.init))
  }

  @Test func closingWaitsForAnOpening() async throws {
    let task = Task { [pool] in
      await codeOfFailure { pool.release(try await pool.suspendingLease(.writer)) }
    }
    while pool.waitingCount(.writer) < 1 { await Task.yield() }
    pool.close()
    #expect(await task.value == .storeClosed)
    #expect(await pool.waitUntilClosed(upTo: .milliseconds(1)) == false)
    server.signal()
    #expect(await pool.waitUntilClosed(upTo: .seconds(60)))
  }

  private func refusal(of loan: Loan, isBlocking: Bool) async -> (any Error)? {
    do {
      let connection =
        isBlocking
        ? try pool.lease(.writer, for: loan) : try await pool.suspendingLease(.writer, for: loan)
      pool.release(connection, of: loan)
      return nil
    } catch {
      return error
    }
  }

  /// The connection that nobody waited for serves the next one.
  private func expectOneOpening() throws {
    #expect(pool.waitingCount(.writer) == 0)
    server.signal()
    pool.release(try pool.lease(.writer))
    #expect(driver.opened == [.writer: 1])
  }
}

private func codeOfFailure(_ body: () async throws -> Void) async -> PersistenceError.Code? {
  do { try await body() } catch { return (error as? PersistenceError)?.code ?? .databaseFailed }
  return nil
}
