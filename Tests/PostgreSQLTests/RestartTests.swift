import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Servers that are restarted while a program uses them.
@Suite(
  .enabled(if: hasServer, "make test-postgres installs a server."), .serialized,
  .timeLimit(.minutes(3)))
struct RestartTests {
  private let server: PrivateServer

  init() throws { server = try PrivateServer() }

  private func openStore(_ change: (inout PostgresConfiguration) -> Void = { _ in }) throws -> Store
  {
    let store = try Store(
      server.configuration(change), configuration: StoreConfiguration(codecs: .standard))
    try store.blocking.transaction { try $0.save(Address(city: "Rome")) }
    #expect(try store.blocking.session { try Address.count(in: $0) } == 1)
    return store
  }

  /// Starts the server a moment later.
  private func startSoon() -> Thread {
    // Safe: the test waits for the end of the thread.
    nonisolated(unsafe) let server = server
    let starter = Thread {
      usleep(700_000)
      try? server.start()
    }
    starter.start()
    return starter
  }

  /// The call failed at once with `cannotOpen`.
  @Test func callsWaitForAServerThatIsRestarted() async throws {
    let store = try openStore()
    for number in 2...3 {
      server.kill()
      let starter = startSoon()
      try await store.transaction { try $0.save(Address(city: "Oslo")) }
      #expect(try await store.session { try Address.count(in: $0) } == number)
      while !starter.isFinished { try await Task.sleep(for: .milliseconds(1)) }
    }
    store.close()
  }

  /// All connections are new ones.
  @Test func aStoreWithoutConnectionsWaitsForAServerThatIsRestarted() async throws {
    let store = try openStore { $0.maximumReaders = 1 }
    server.kill()
    let starter = startSoon()
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { _ = try await store.session { try Address.count(in: $0) } }
      }
      try await group.waitForAll()
    }
    while !starter.isFinished { try await Task.sleep(for: .milliseconds(1)) }
    store.close()
  }

  @Test func sharedConnectionsAreWaitedForToo() async throws {
    let directory = StoreDirectory(server.configuration())
    try await directory.transaction("shop") { try $0.save(Address(city: "Rome")) }
    server.kill()
    let starter = startSoon()
    try await directory.transaction("shop") { try $0.save(Address(city: "Oslo")) }
    #expect(try await directory.session("shop") { try Address.count(in: $0) } == 2)
    while !starter.isFinished { try await Task.sleep(for: .milliseconds(1)) }
    directory.close()
  }

  /// The server has said that it ends the connection, so nothing was committed.
  @Test func aTransactionThatARestartEndsIsRunAgain() async throws {
    let store = try openStore()
    let runs = Atomic(0)
    // Safe: only the first run uses it, while the test waits.
    nonisolated(unsafe) let owner = try server.openOwner()
    try await store.transaction { session in
      try session.save(Address(city: "Oslo"))
      if runs.add(1, ordering: .relaxed).newValue == 1 {
        try owner.kill(try session.rows("SELECT pg_backend_pid()")[0][0])
      }
      _ = try Address.count(in: session)
    }
    #expect(runs.load(ordering: .relaxed) == 2)
    #expect(try await store.session { try Address.count(in: $0) } == 2)
    owner.close()
    store.close()
  }

  @Test func aCallEndsAtItsLimitWhileTheServerIsAway() async throws {
    let store = try openStore()
    server.kill()
    let error = await failureOf {
      try await store.session(timeout: .milliseconds(300)) { _ = try Address.count(in: $0) }
    }
    #expect(error?.code == .timedOut, "\(error as Any)")
    store.close()
  }

  @Test func aServerThatStaysAwayIsWaitedForUpToTheConfiguredTime() async throws {
    let store = try openStore { $0.maximumAbsence = .milliseconds(300) }
    server.kill()
    let error = await failureOf {
      try await store.transaction { _ = try Address.count(in: $0) }
    }
    #expect(error?.code == .cannotOpen, "\(error as Any)")
    #expect(error?.message.contains("maximumAbsence") == true, "\(error as Any)")
    store.close()
  }

  /// An address that is wrong has never worked.
  @Test func aServerThatWasNeverReachedIsNotWaitedFor() async throws {
    server.kill()
    let store = try Store(
      server.configuration(), configuration: StoreConfiguration(codecs: .standard))
    let error = await failureOf { try await store.session { _ = try Address.count(in: $0) } }
    #expect(error?.code == .cannotOpen, "\(error as Any)")
    store.close()
  }
}
