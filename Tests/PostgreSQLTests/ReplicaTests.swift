import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Sessions that read from servers that replicate another one.
@Suite(.enabled(if: hasServer, "make test-postgres installs a server."), .serialized)
struct ReplicaTests {
  private let primary: PrivateServer
  private let replicas: [PrivateServer]

  init() throws {
    let primary = try PrivateServer()
    self.primary = primary
    replicas = try (0..<2).map { _ in try PrivateServer(following: primary) }
  }

  /// The lag for tests whose replicas stand still, which would wait for them as long.
  private static let shortLag = Duration.milliseconds(300)

  private func store(
    _ replicas: ArraySlice<PrivateServer>, lag: Duration = .seconds(60)
  ) throws -> Store {
    try Store(
      configuration(replicas, lag: lag), configuration: StoreConfiguration(codecs: .standard))
  }

  /// - Parameter lag: the longest time by which a replica may be behind, long enough for a busy
  ///   machine.
  private func configuration(
    _ replicas: ArraySlice<PrivateServer>, lag: Duration = .seconds(60)
  ) -> PostgresConfiguration {
    primary.configuration { configuration in
      configuration.replicas = replicas.map { $0.configuration().connection }
      configuration.maximumReplicaLag = lag
    }
  }

  private static func isOnReplica(_ session: Session) throws -> Bool {
    try session.rows("SELECT pg_is_in_recovery()::int")[0][0] == .integer(1)
  }

  @Test func sessionsReadFromReplicasAndTransactionsDoNot() async throws {
    let store = try store(replicas[...])
    for number in 1...20 {
      let isOnReplica = try await store.transaction { session in
        try session.save(Address(city: "\(number)"))
        return try Self.isOnReplica(session)
      }
      #expect(!isOnReplica)
      let position = try await store.position()
      let copy = StorePosition(position.description)
      let (count, isCopy) = try await store.session(after: copy) { session in
        (try Address.count(in: session), try Self.isOnReplica(session))
      }
      #expect(count == number && isCopy)
    }
    let position = try store.blocking.position()
    let count = try store.blocking.session(after: position) { try Address.count(in: $0) }
    #expect(count == 20)
    store.close()
  }

  /// A session that has written reads from the server to which it wrote.
  @Test func aSessionThatWritesSeesWhatItHasWritten() async throws {
    let store = try store(replicas[...], lag: Self.shortLag)
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    try replicas.forEach { try $0.setReplay(isPaused: true) }
    let cities = try await store.session { session in
      try session.save(Address(city: "Oslo"))
      return try Address.query.order(by: \.pk).find(in: session).map(\.city)
    }
    #expect(cities == ["Rome", "Oslo"])
    store.close()
  }

  @Test func aReplicaThatStandsStillIsNotReadForLong() async throws {
    let store = try store(replicas[..<1], lag: Self.shortLag)
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    let first = try await store.position()
    #expect(try await Self.isRead(by: store, after: first))
    try replicas[0].setReplay(isPaused: true)
    try await store.transaction { try $0.save(Address(city: "Oslo")) }
    let second = try await store.position()
    let (count, isCopy) = try await store.session(after: second) { session in
      (try Address.count(in: session), try Self.isOnReplica(session))
    }
    #expect(count == 2 && !isCopy)
    // A call that does not say what it must see gets what the bound allows.
    try await Task.sleep(for: .seconds(1))
    #expect(try await store.session { try Address.count(in: $0) } == 2)
    try replicas[0].setReplay(isPaused: false)
    var isBack = false
    for _ in 0..<100 where !isBack {
      try await Task.sleep(for: .milliseconds(200))
      isBack = try await store.session { try Self.isOnReplica($0) }
    }
    #expect(isBack, "a replica that is near enough again is read again")
    store.close()
  }

  @Test func aReplicaThatDiesIsReplaced() async throws {
    let store = try store(replicas[...])
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    let position = try await store.position()
    for server in replicas {
      #expect(try await store.session(after: position) { try Self.isOnReplica($0) })
      server.kill()
      // Work in progress would be lost, but there is none.
      for _ in 0..<3 { #expect(try await store.session { try Address.count(in: $0) } == 1) }
    }
    #expect(try await store.session { try !Self.isOnReplica($0) })
    store.close()
  }

  /// Otherwise each connection would connect to the primary again twice a second.
  @Test func thePrimaryStandsInAsLongAsThereIsNoReplicaToTry() throws {
    let configuration = configuration(replicas[..<1], lag: Self.shortLag)
    let choice = ReplicaChoice(configuration, name: "test")
    let primary = try choice.primary()
    primary.wasNear -= .seconds(60)
    #expect(!choice.isNear(primary), "there is a replica")
    replicas[0].kill()
    let standIn = try choice.choose()
    #expect(standIn.replica == nil)
    for link in [primary, standIn] {
      link.wasNear -= .seconds(60)
      #expect(choice.isNear(link))
    }
  }

  /// Forty stores read from two replicas over as many connections as there are simultaneous calls.
  @Test func storesOfADirectoryShareConnectionsToReplicas() async throws {
    var limits = StoreDirectory.Limits()
    limits.maximumCalls = 4
    let tenants = StoreDirectory(configuration(replicas[...]), limits: limits)
    let names = (0..<40).map { "tenant \($0)" }
    for name in names {
      let position = try await tenants.withStore(name) { store in
        try await store.transaction { session in
          try session.save(Address(city: name))
          let isOnReplica = try Self.isOnReplica(session)
          #expect(!isOnReplica)
        }
        return try await store.position()
      }
      let (cities, isCopy) = try await tenants.withStore(name) { store in
        try await store.session(after: position) { session in
          (try Address.query.find(in: session).map(\.city), try Self.isOnReplica(session))
        }
      }
      #expect(cities == [name] && isCopy)
    }
    try await withThrowingTaskGroup { group in
      for name in names {
        group.addTask {
          try await tenants.session(name) { session in
            let (count, isCopy) = (try Address.count(in: session), try Self.isOnReplica(session))
            #expect(count == 1 && isCopy)
          }
        }
      }
      try await group.waitForAll()
    }
    let links = try await tenants.session(names[0]) { session in
      try session.rows(
        "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'")
    }
    #expect((1...4).contains(links.count))
    tenants.close()
  }

  @Test func storesOfADirectoryReadThePrimaryWhereReplicasAreGoneOrBehind() async throws {
    let tenants = StoreDirectory(configuration(replicas[...], lag: Self.shortLag))
    try await tenants.transaction("a") { try $0.save(Address(city: "Rome")) }
    let first = try await tenants.withStore("a") { try await $0.position() }
    #expect(try await tenants.withStore("a") { try await Self.isRead(by: $0, after: first) })
    try replicas.forEach { try $0.setReplay(isPaused: true) }
    try await tenants.transaction("a") { try $0.save(Address(city: "Oslo")) }
    let second = try await tenants.withStore("a") { try await $0.position() }
    for _ in 0..<3 {
      let (count, isCopy) = try await tenants.withStore("a") { store in
        try await store.session(after: second) { session in
          (try Address.count(in: session), try Self.isOnReplica(session))
        }
      }
      #expect(count == 2 && !isCopy)
    }
    replicas.forEach { $0.kill() }
    for _ in 0..<3 {
      #expect(try await tenants.session("a") { try Address.count(in: $0) } == 2)
    }
    tenants.close()
  }

  /// A class that is used for the first time is looked up where its table is.
  @Test func aReplicaThatLacksTablesIsNotRead() async throws {
    let store = try store(replicas[..<1], lag: Self.shortLag)
    try replicas[0].setReplay(isPaused: true)
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    let (count, isCopy) = try await store.session { session in
      (try Address.count(in: session), try Self.isOnReplica(session))
    }
    #expect(count == 1 && !isCopy)
    try replicas[0].setReplay(isPaused: false)
    #expect(try await Self.isReadAgain(store))
    try replicas[0].setReplay(isPaused: true)
    try await store.transaction { try $0.save(Seal(code: "b")) }
    #expect(try await store.session { try Seal.count(in: $0) } == 1)
    store.close()
  }

  @Test func aReplicaThatLacksTheSchemaIsNotRead() async throws {
    let tenants = StoreDirectory(configuration(replicas[..<1], lag: Self.shortLag))
    try replicas[0].setReplay(isPaused: true)
    try await tenants.transaction("new") { try $0.save(Address(city: "Oslo")) }
    #expect(try await tenants.session("new") { try Address.count(in: $0) } == 1)
    try replicas[0].setReplay(isPaused: false)
    #expect(try await tenants.withStore("new") { try await Self.isReadAgain($0) })
    tenants.close()
  }

  /// Returns whether a replica is eventually read by a session that has to see a position.
  private static func isRead(
    by store: Store, after position: StorePosition
  ) async throws -> Bool {
    for _ in 0..<100 {
      let isCopy = try await store.session(after: position) { try Self.isOnReplica($0) }
      if isCopy { return true }
      try await Task.sleep(for: .milliseconds(200))
    }
    return false
  }

  /// Whether a replica is eventually read again, with everything that it has.
  private static func isReadAgain(_ store: Store) async throws -> Bool {
    for _ in 0..<100 {
      let (count, isCopy) = try await store.session { session in
        (try Address.count(in: session), try Self.isOnReplica(session))
      }
      #expect(count == 1)
      if isCopy { return true }
      try await Task.sleep(for: .milliseconds(200))
    }
    return false
  }

  /// Otherwise it would stay with an idle store, and the next session would not ask how far behind
  /// it is.
  @Test func aSharedConnectionIsNotKeptForASessionThatCouldNotBegin() throws {
    let configuration = configuration(replicas[..<1])
    let links = SharedLinks(configuration, kept: 1, readsReplicas: true)
    let driver = PostgresDriver(configuration, links: links)
    let connection = try #require(try driver.openConnection(.reader) as? PostgresConnection)
    try connection.wait(for: try connection.position())
    #expect(connection.server.lease.keepsLink && connection.server.link != nil)
    #expect(failure { try connection.wait(for: "x") }?.code == .invalidQuery)
    #expect(connection.endLease())
    #expect(!connection.server.lease.keepsLink && connection.server.link == nil)
    connection.close()
  }

  /// Makes a connection to a replica, which may first have to begin to follow.
  private func reader(_ configuration: PostgresConfiguration) throws -> PostgresConnection {
    for _ in 0..<100 {
      let driver = try #require(PostgresDriver(configuration).replicas)
      let connection = try #require(try driver.openConnection(.reader) as? PostgresConnection)
      if connection.server.link?.replica != nil { return connection }
      connection.close()
      usleep(100_000)
    }
    throw PersistenceError(.cannotOpen, "no replica is near enough")
  }

  /// The request was forgotten with the next query, and the wait went on.
  @Test func theWaitForAReplicaCanBeStopped() throws {
    let connection = try reader(configuration(replicas[..<1], lag: .seconds(10)))
    let stopper = stopper(of: connection, pause: 200_000)
    let error = failure { try connection.wait(for: "FFFFFFFF/0") }
    stopper.cancel()
    #expect(error?.code == .interrupted, "\(error as Any)")
    connection.close()
  }

  /// The replica that answers again may be another one, or have been restored.
  @Test func aReplicaThatWasLostIsNotTrustedWithAPosition() throws {
    let connection = try reader(configuration(replicas[..<1]))
    let other = try #require(
      try PostgresDriver(replicas[0].configuration()).openFirstReader() as? PostgresConnection)
    let link = try connection.server.lease.take()
    link.wasNear = .now + .seconds(60)
    let process = try connection.process
    link.reached = try #require(LogPosition("FFFFFFFF/0"))
    try connection.wait(for: "FFFFFFFF/0")
    try other.kill(process)
    try connection.rows("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    #expect(try connection.rows("SELECT pg_is_in_recovery()::int") == [[.integer(0)]])
    try connection.rows("COMMIT")
    connection.close()
    other.close()
  }

  /// The replica was taken for a server that cannot be reached: libpq knows no schemas.
  @Test func aReplicaWhoseURINamesTheSchemaIsRead() throws {
    var configuration = configuration(replicas[..<1])
    let parameters = configuration.replicas[0].replacing(" ", with: "&")
    configuration.replicas = ["postgresql:///?\(parameters)&schema=public"]
    let connection = try reader(configuration)
    #expect(try connection.rows("SELECT pg_is_in_recovery()::int") == [[.integer(1)]])
    connection.close()
    configuration.schema = "shop"
    let error = failure { _ = try reader(configuration) }
    #expect(error?.code == .cannotOpen && error?.message.contains("'public'") == true)
  }

  @Test func aTextThatIsNoPositionIsRefused() async throws {
    let store = try store(replicas[..<1])
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    for text in ["x", "0/", "/0", "0/1'", "0/1/2", "+1/2", "123456789/0"] {
      let position = StorePosition(text)
      let error = await failureOf {
        _ = try await store.session(after: position) { try Address.count(in: $0) }
      }
      #expect(error?.code == .invalidQuery, "\(text)")
    }
    store.close()
  }
}
