import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Servers that keep their connections and say nothing, such as one whose machine was paused. Calls
/// waited as long as that, whatever their limits.
@Suite(.enabled(if: hasServer, "make test-postgres installs a server."), .timeLimit(.minutes(2)))
struct SilentServerTests {
  private let schema = TestSchema()

  private func openStore(_ change: (inout StoreConfiguration) -> Void = { _ in }) throws -> Store {
    var configuration = StoreConfiguration(codecs: .standard)
    change(&configuration)
    let store = try Store(schema.configuration, configuration: configuration)
    try store.blocking.transaction { try $0.save(Address(city: "Rome")) }
    return store
  }

  /// Runs a call that makes its server process silent; returns its error, and whether it has ended
  /// before the silence.
  private func outcome(
    _ silence: Silence, _ call: () async throws -> Void
  ) async -> (error: (any Error)?, isInTime: Bool) {
    var error: (any Error)?
    do { try await call() } catch let thrown { error = thrown }
    let isInTime = silence.hasBegun
    silence.end()
    return (error, isInTime)
  }

  @Test(arguments: [false, true])
  func aCallEndsAtItsLimit(isTransaction: Bool) async throws {
    let (store, silence) = (try openStore(), Silence())
    let (error, isInTime) = await outcome(silence) {
      if isTransaction {
        try await store.transaction(timeout: .seconds(3)) { session in
          try session.insert(Address(city: "Oslo"))
          try session.save()
          try silence.begin(session)
          _ = try Address.count(in: session)
        }
      } else {
        try await store.session(timeout: .seconds(3)) { session in
          try silence.begin(session)
          _ = try Address.count(in: session)
        }
      }
    }
    #expect((error as? PersistenceError)?.code == .timedOut, "\(error as Any)")
    #expect(isInTime)
    #expect(try await store.session { try Address.count(in: $0) } == 1)
    store.close()
  }

  @Test func aBlockingCallEndsAtItsLimit() async throws {
    let (store, silence) = (try openStore(), Silence())
    let (error, isInTime) = await outcome(silence) {
      try store.blocking.session(timeout: .seconds(3)) { session in
        try silence.begin(session)
        _ = try Address.count(in: session)
      }
    }
    #expect((error as? PersistenceError)?.code == .timedOut && isInTime)
    store.close()
  }

  @Test func aCancelledCallEnds() async throws {
    let (store, silence) = (try openStore(), Silence())
    let (error, isInTime) = await outcome(silence) {
      let task = Task {
        try await store.session { session in
          try silence.begin(session)
          _ = try Address.count(in: session)
        }
      }
      while !silence.hasBegun { try await Task.sleep(for: .milliseconds(1)) }
      task.cancel()
      try await task.value
    }
    #expect(error is CancellationError && isInTime, "\(error as Any)")
    store.close()
  }

  /// A request stops nothing, and the connection is dropped.
  @Test func aSilentServerIsNamed() throws {
    let (connection, silence) = (try schema.open(), Silence())
    try silence.begin(connection)
    let stopper = stopper(of: connection, pause: 20_000)
    let error = failure { try connection.rows("SELECT 1") }
    stopper.cancel()
    silence.end()
    #expect(error?.code == .interrupted, "\(error as Any)")
    #expect(error?.message.contains("did not answer in time") == true, "\(error as Any)")
    while !stopper.isFinished { usleep(1000) }
    #expect(try connection.rows("SELECT 1::bigint") == [[.integer(1)]])
    connection.close()
  }

  /// The process stops at a `COMMIT` on its own, or at one that is sent with the last save.
  @Test(arguments: [false, true])
  func theOutcomeOfACommitIsUnknown(isWithSave: Bool) async throws {
    let (store, silence) = (try openStore(), Silence())
    try schema.delayCommits(of: "address")
    let (error, isInTime) = await outcome(silence) {
      let task = Task {
        try await store.transaction { session in
          try session.insert(Address(city: "Oslo"))
          if isWithSave { return }
          try session.save()
          // The COMMIT is not sent with it.
          try session.execute("UPDATE address SET city = 'Bergen' WHERE city = 'Oslo'")
        }
      }
      try await silence.begin(schema, atCommitOf: "address")
      task.cancel()
      try await task.value
    }
    #expect((error as? PersistenceError)?.code == .commitUnknown, "\(error as Any)")
    #expect(isInTime)
    store.close()
  }

  /// The error of the closure came only when the server had answered the ROLLBACK.
  @Test func aRollbackWaitsForNobody() async throws {
    let (store, silence) = (try openStore(), Silence())
    let (error, isInTime) = await outcome(silence) {
      try await store.transaction { session in
        try session.insert(Address(city: "Oslo"))
        try session.save()
        try silence.begin(session)
        throw CocoaError(.userCancelled)
      }
    }
    #expect(error is CocoaError && isInTime, "\(error as Any)")
    #expect(try await store.session { try Address.count(in: $0) } == 1)
    store.close()
  }

  @Test func theEndOfASessionWaitsForNobody() async throws {
    let (store, silence) = (try openStore(), Silence())
    let (error, isInTime) = await outcome(silence) {
      try await store.session { try silence.begin($0) }
    }
    #expect(error == nil && isInTime, "\(error as Any)")
    store.close()
  }

  @Test func aCopyOfRowsEndsAtItsLimit() async throws {
    let (store, silence) = (try openStore(), Silence())
    let (error, isInTime) = await outcome(silence) {
      try await store.transaction(timeout: .seconds(3)) { session in
        try silence.begin(session)
        let street = String(repeating: "street ", count: 100)
        for number in 0..<20_000 {
          try session.insert(Address(city: "\(number)", street: street))
        }
        try session.save()
      }
    }
    #expect((error as? PersistenceError)?.code == .timedOut, "\(error as Any)")
    #expect(isInTime)
    #expect(try await store.session { try Address.count(in: $0) } == 1)
    store.close()
  }

  @Test func aCursorEndsAtTheLimitOfItsCall() async throws {
    let (store, silence) = (try openStore(), Silence())
    try await store.transaction { session in
      for number in 0..<1_000 { try session.insert(Address(city: "\(number)")) }
    }
    let (error, isInTime) = await outcome(silence) {
      try await store.session(timeout: .seconds(3)) { session in
        let cursor = try session.cursor(Address.query)
        _ = try cursor.next()
        try silence.begin(session)
        while try cursor.next() != nil {}
      }
    }
    #expect((error as? PersistenceError)?.code == .timedOut, "\(error as Any)")
    #expect(isInTime)
    store.close()
  }

  @Test func aStoreIsClosedWithoutTheServersAnswer() async throws {
    let (store, silence) = (try openStore(), Silence())
    let task = Task {
      try await store.session { session in
        try silence.begin(session)
        _ = try Address.count(in: session)
      }
    }
    while !silence.hasBegun { try await Task.sleep(for: .milliseconds(1)) }
    let (_, isInTime) = await outcome(silence) { await store.close(waitingUpTo: .zero) }
    #expect(isInTime)
    let error = await failureOf { try await task.value }
    #expect(error?.code == .storeClosed, "\(error as Any)")
  }

  @Test func aSharedConnectionIsDroppedToo() async throws {
    let silence = Silence()
    let directory = StoreDirectory(schema.configuration)
    let name = schema.configuration.schema
    try await directory.transaction(name) { try $0.save(Address(city: "Rome")) }
    let (error, isInTime) = await outcome(silence) {
      try await directory.session(name, timeout: .seconds(3)) { session in
        try silence.begin(session)
        _ = try Address.count(in: session)
      }
    }
    #expect((error as? PersistenceError)?.code == .timedOut, "\(error as Any)")
    #expect(isInTime)
    #expect(try await directory.session(name) { try Address.count(in: $0) } == 1)
    directory.close()
  }

  /// libpq waits for the end of the request, which the server does not read.
  @Test func aRequestToWhichNobodyAnswersHoldsNothing() async throws {
    let (server, silence) = (try PrivateServer(), Silence())
    let store = try Store(
      server.configuration(), configuration: StoreConfiguration(codecs: .standard))
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    try server.setAcceptance(isPaused: true)
    let (error, isInTime) = await outcome(silence) {
      try await store.transaction(timeout: .seconds(3)) { session in
        try silence.begin(session)
        _ = try Address.count(in: session)
      }
    }
    try server.setAcceptance(isPaused: false)
    #expect((error as? PersistenceError)?.code == .timedOut, "\(error as Any)")
    #expect(isInTime)
    #expect(try await store.session { try Address.count(in: $0) } == 1)
    store.close()
  }

  /// The statement is answered, but the request that was to stop it stays on its way.
  @Test func aRequestOnItsWayStopsNoLaterStatement() async throws {
    let server = try PrivateServer()
    let connection = try #require(
      try PostgresDriver(server.configuration()).openConnection(.writer) as? PostgresConnection)
    let process = try connection.process
    try server.setAcceptance(isPaused: true)
    let stopper = stopper(of: connection, pause: 1_000)
    #expect(try connection.rows("SELECT 'here' FROM pg_sleep(0.1)") == [[.text("here")]])
    stopper.cancel()
    while !stopper.isFinished { usleep(1000) }
    // Safe: only the other thread uses it meanwhile.
    nonisolated(unsafe) let paused = server
    let other = Thread {
      usleep(1_500_000)
      try? paused.setAcceptance(isPaused: false)
    }
    other.start()
    #expect(try connection.rows("SELECT 'here'") == [[.text("here")]])
    #expect(try connection.process != process)
    while !other.isFinished { usleep(1000) }
    connection.close()
  }

  /// A server that accepts a connection, and is silent when it is asked for something.
  @Test func aCallEndsAtItsLimitWhileItsConnectionIsMadeReady() async throws {
    let server = try FakeServer(greets: true)
    defer { server.close() }
    let store = try Store(
      FakeServer.configuration([server]), configuration: StoreConfiguration(codecs: .standard))
    let error = await failureOf {
      try await store.session(timeout: .seconds(3)) { _ = try Address.count(in: $0) }
    }
    #expect(
      error?.code == .timedOut, "\(error as Any)")
    store.close()
  }
}

/// The silence of a server process, which ends by itself after ten minutes.
private final class Silence: Sendable {
  private let process = Mutex<pid_t?>(nil)

  var hasBegun: Bool { process.withLock { $0 != nil } }

  /// Stops the server process of a session's connection.
  func begin(_ session: Session) throws {
    begin(try session.rows("SELECT pg_backend_pid()")[0][0])
  }

  func begin(_ connection: PostgresConnection) throws { begin(try connection.process) }

  /// Waits for a commit that is delayed, and stops its process.
  func begin(_ schema: TestSchema, atCommitOf table: String) async throws {
    let connection = try schema.open()
    defer { connection.close() }
    while true {
      if let row = try connection.rows(schema.delayedCommits(of: table)).first {
        return begin(row[0])
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  private func begin(_ cell: StoredValue) {
    guard case .integer(let number) = cell else { return }
    kill(pid_t(number), SIGSTOP)
    process.withLock { $0 = pid_t(number) }
    Thread.detachNewThread { [self] in
      sleep(600)
      end()
    }
  }

  func end() {
    process.withLock { process in
      if let process { kill(process, SIGCONT) }
      process = nil
    }
  }
}
