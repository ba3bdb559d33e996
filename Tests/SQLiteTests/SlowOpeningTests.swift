import Foundation
import PersistentObjectsSQLite
import StrictDriver
import Testing

@testable import PersistentObjectsEngine

/// Opening a connection to a server may take long, and nothing can stop it. Those that wait for it
/// can go.
@Suite struct SlowOpeningTests {
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
    let loan = Loan(
      "the work", of: pool, isBlocking: false, keepsWriter: false,
      deadline: .now + .milliseconds(1))
    loan.limit = loan.deadline.map(loan.stop)
    pool.begin(loan)
    let refusal = await refusal(of: loan, isBlocking: isBlocking)
    #expect((refusal as? PersistenceError)?.code == .timedOut)
    let message = (refusal as? PersistenceError)?.message ?? ""
    #expect(message.contains("A connection is still being opened; 0 others wait."))
    pool.end(loan)
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
