import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Servers that die, refuse connections or have no space left.
@Suite(.enabled(if: hasServer, "make test-postgres installs a server."), .serialized)
struct ServerFailureTests {
  /// Each transaction saves two objects with its number. After the server was killed, everything
  /// acknowledged is there, and no transaction is there only in part.
  @Test func whatWasAcknowledgedIsThereAfterTheServerWasKilled() async throws {
    let server = try PrivateServer()
    let store = try Store(
      server.configuration(), configuration: StoreConfiguration(codecs: .standard))
    try await store.transaction { _ = try Address.count(in: $0) }
    let outcome = Outcome()
    try await withThrowingTaskGroup { group in
      for task in 0..<4 {
        group.addTask { await Self.save(in: store, task, outcome) }
      }
      var kills = 0
      // On a busy machine, nothing may be in progress when the server dies.
      while kills < 4 || (outcome.codes.isEmpty || outcome.done.count <= 20) && kills < 20 {
        try await Task.sleep(for: .milliseconds(Int.random(in: 300...2_000)))
        server.kill()
        try server.start()
        kills += 1
      }
      outcome.end()
      try await group.waitForAll()
    }
    let found = try await store.session { session in
      try Address.findAll(in: session).map { $0.city }
    }
    let counts = Dictionary(grouping: found, by: \.self).mapValues(\.count)
    let (done, codes) = (outcome.done, outcome.codes)
    #expect(done.count > 20 && codes.count > 0, "\(done.count) transactions, \(codes)")
    #expect(done.filter { counts[$0] != 2 } == [], "acknowledged and not there")
    #expect(counts.filter { $0.value != 2 } == [:], "there by halves")
    #expect(
      codes.subtracting([.databaseFailed, .commitUnknown, .cannotOpen, .busy]) == [],
      "what was lost has a code of its own")
    store.close()
  }

  /// The transactions that were acknowledged, and the codes of those that were not.
  private final class Outcome: Sendable {
    private let state = Mutex<(isOver: Bool, done: [String], codes: Set<PersistenceError.Code>)>(
      (false, [], []))

    var isOver: Bool { state.withLock { $0.isOver } }
    var done: [String] { state.withLock { $0.done } }
    var codes: Set<PersistenceError.Code> { state.withLock { $0.codes } }
    func end() { state.withLock { $0.isOver = true } }
    func add(_ city: String) { state.withLock { $0.done.append(city) } }
    func add(_ code: PersistenceError.Code) { state.withLock { _ = $0.codes.insert(code) } }
  }

  private static func save(in store: Store, _ task: Int, _ outcome: Outcome) async {
    var number = 0
    while !outcome.isOver {
      number += 1
      let city = "\(task) \(number)"
      do {
        try await store.transaction { session in
          try session.insert(Address(city: city))
          try session.insert(Address(city: city, street: "second"))
          // Changes that are not saved here are sent with the COMMIT.
          if Bool.random() { try session.save() }
        }
        outcome.add(city)
      } catch let error as PersistenceError {
        outcome.add(error.code)
        try? await Task.sleep(for: .milliseconds(20))
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func aDatabaseOrUserThatIsMissingIsNamedWithoutThePassword() throws {
    for (connection, words) in [
      ("dbname=missing_database password=geheim", "missing_database"),
      ("user=nobody_here password=geheim", "nobody_here"),
      ("host=/tmp/no-such-folder", "no-such-folder"), ("no such = option", "no"),
    ] {
      let store = try Store(postgres: connection)
      let error = failure { try store.blocking.open() }
      #expect(error?.code == .cannotOpen, "\(error as Any)")
      let text = "\(error as Any)"
      #expect(text.contains(words) && !text.contains("geheim"), "\(text)")
      store.close()
    }
  }

  @Test func aWrongPasswordIsSaidAndNotShown() async throws {
    let server = try PrivateServer(password: "rightGeheim")
    for (password, isRight) in [("wrongGeheim", false), ("rightGeheim", true)] {
      let configuration = server.configuration { $0.connection += " password=\(password)" }
      let store = try Store(configuration, configuration: StoreConfiguration(codecs: .standard))
      let error = await failureOf {
        try await store.transaction { try $0.save(Address(city: "Rome")) }
      }
      #expect((error == nil) == isRight)
      #expect(error?.code == (isRight ? nil : .cannotOpen))
      let text = "\(error as Any)"
      #expect(!text.contains("Geheim") && (isRight || text.contains("password")), "\(text)")
      store.close()
    }
  }

  /// A save that finds no space is refused as a whole, and succeeds once the disk has grown.
  @Test(.enabled(if: SmallDisk.isPossible, "Only root mounts a small disk."))
  func aFullDiskLosesNothing() async throws {
    let (server, disk) = (try PrivateServer(), try SmallDisk())
    let connection = try #require(
      try PostgresDriver(server.configuration()).openConnection(.writer) as? PostgresConnection)
    try connection.server.runAlone("CREATE TABLESPACE small LOCATION '\(disk.folder)'")
    try connection.rows("ALTER DATABASE postgres SET default_tablespace = small")
    connection.close()
    let store = try Store(
      server.configuration(), configuration: StoreConfiguration(codecs: .standard))
    let session = Session(store: store)
    var saved = 0
    // Random, so that the server does not compress it.
    var random = SystemRandomNumberGenerator()
    var error: PersistenceError?
    while error == nil && saved < 1_000 {
      let people = (0..<4).map { number in
        let person = Person(firstName: "Ann", lastName: "\(saved + number)")
        person.photo = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) })
        return person
      }
      error = failure { try session.save(contentsOf: people) }
      if error != nil {
        #expect(people.allSatisfy { $0.state == .new && $0.pk == nil })
        try disk.grow()
        try session.save(contentsOf: people)
      }
      saved += people.count
    }
    #expect(error?.code == .diskFull && error?.databaseCode == "53100", "\(error as Any)")
    #expect(try await store.session { try Person.count(in: $0) } == saved)
    store.close()
  }

  /// Otherwise it would go on in another schema, and without the transaction that it has begun.
  @Test func aConnectionMadeAnewIsNotUsedWithoutItsSettings() throws {
    let server = try PrivateServer()
    let owner = try server.openOwner()
    try owner.rows("CREATE ROLE clerk LOGIN")
    try owner.rows("CREATE SCHEMA shop AUTHORIZATION clerk")
    let configuration = server.clerk
    let connection = try #require(
      try PostgresDriver(configuration).openConnection(.writer) as? PostgresConnection)
    try owner.kill(connection.process)
    try connection.rows("BEGIN")
    try owner.rows("REVOKE SELECT ON pg_catalog.pg_namespace FROM PUBLIC")
    #expect(failure { try connection.rows("SELECT current_schema()") }?.code == .readOnly)
    try owner.rows("GRANT SELECT ON pg_catalog.pg_namespace TO PUBLIC")
    #expect(try connection.rows("SELECT current_schema()") == [[.text("shop")]])
    #expect(connection.isInTransaction)
    connection.close()
    owner.close()
  }

  /// The request went to the connection that was lost, and the call waited for the server.
  @Test(arguments: [false, true])
  func aLostConnectionThatIsBeingMadeAgainCanBeStopped(isShared: Bool) throws {
    let server = try PrivateServer()
    let owner = try server.openOwner()
    let links = isShared ? SharedLinks(server.configuration(), kept: 1) : nil
    let driver = PostgresDriver(server.configuration(), links: links)
    let connection = try #require(try driver.openConnection(.writer) as? PostgresConnection)
    try owner.kill(connection.process)
    try server.setAcceptance(isPaused: true)
    let stopper = stopper(of: connection, pause: 20_000)
    let error = failure { try connection.rows("SELECT 'here'") }
    stopper.cancel()
    #expect(error?.code == .interrupted, "\(error as Any)")
    try server.setAcceptance(isPaused: false)
    // A request of the other thread may still come.
    while !stopper.isFinished { usleep(1000) }
    #expect(try connection.rows("SELECT 'here'") == [[.text("here")]])
    connection.close()
    owner.close()
  }

  @Test func callsShareTheConnectionsThatTheServerGrants() async throws {
    let server = try PrivateServer()
    try server.makeClerk(connectionLimit: 2)
    let configuration = server.clerk
    let store = try Store(configuration, configuration: StoreConfiguration(codecs: .standard))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await store.transaction { try $0.given(Address(city: "\(number)")) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.blocking.transaction { try Address.count(in: $0) } == 8)
    // The idle writers make room for a reader.
    #expect(try await store.session { try Address.count(in: $0) } == 8)
    store.close()
  }

  /// One role, with idle connections or with many callers, kept the other from getting any, until
  /// its calls were `timedOut`.
  @Test func rolesTakeTurnsWithTheOnlyConnectionThatTheServerGrants() async throws {
    let server = try PrivateServer()
    try server.makeClerk(connectionLimit: 1)
    let store = try Store(server.clerk, configuration: StoreConfiguration(codecs: .standard))
    for number in 1...3 {
      try await store.transaction { try $0.given(Address(city: "\(number)")) }
      #expect(try await store.session { try Address.count(in: $0) } == number)
    }
    let writers = (0..<4).map { _ in
      Task {
        while !Task.isCancelled {
          try await store.transaction { try $0.given(Address(city: "more")) }
        }
      }
    }
    for _ in 0..<3 { #expect(try await store.session { try Address.count(in: $0) } >= 3) }
    for writer in writers {
      writer.cancel()
      if case .failure(let error) = await writer.result {
        #expect(error is CancellationError, "\(error)")
      }
    }
    store.close()
  }

  /// The call failed at once with `cannotOpen`, although it had time left.
  @Test func aStoreWithoutConnectionsWaitsForTheFirstThatTheServerGrants() async throws {
    let server = try PrivateServer()
    try server.makeClerk(connectionLimit: 2)
    let driver = PostgresDriver(server.clerk)
    let others = try (0..<2).map { _ in try driver.openConnection(.writer) }
    let refusal = failure { _ = try driver.openConnection(.writer) }
    #expect(refusal?.code == .busy && refusal?.databaseCode == "53300", "\(refusal as Any)")
    #expect(refusal?.message.contains("too many connections for role") == true)
    let store = try Store(server.clerk, configuration: StoreConfiguration(codecs: .standard))
    let late = await failureOf {
      try await store.transaction(timeout: .milliseconds(300)) { _ = try Address.count(in: $0) }
    }
    #expect(late?.code == .timedOut, "\(late as Any)")
    async let count = store.transaction { session in
      try session.save(Address(city: "Rome"))
      return try Address.count(in: session)
    }
    for connection in others { connection.close() }
    #expect(try await count == 1)
    store.close()
  }

  @Test func aServerThatMayOnlyBeReadSaysSo() async throws {
    let schema = TestSchema()
    let store = try Store(
      schema.configuration, configuration: StoreConfiguration(codecs: .standard))
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    store.close()
    var configuration = schema.configuration
    configuration.connection = "options='-c default_transaction_read_only=on'"
    let replica = try Store(configuration, configuration: StoreConfiguration(codecs: .standard))
    #expect(try await replica.session { try Address.count(in: $0) } == 1)
    let error = await failureOf {
      try await replica.transaction { try $0.save(Address(city: "Oslo")) }
    }
    #expect(error?.code == .readOnly, "\(error as Any)")
    #expect(try await replica.session { try Address.count(in: $0) } == 1)
    replica.close()
  }
}
