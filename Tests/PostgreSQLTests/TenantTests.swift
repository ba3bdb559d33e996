import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Many stores that share the connections of one server.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) final class TenantTests {
  private let prefix = "tenants_\(UUID().uuidString.lowercased().prefix(8))_"

  private func directory(
    calls: Int = 8, openStores: Int = 64, statements: Int = 128, application: String = "tenants"
  ) -> StoreDirectory {
    var limits = StoreDirectory.Limits()
    limits.maximumCalls = calls
    limits.maximumOpenStores = openStores
    var postgres = PostgresConfiguration("")
    postgres.applicationName = application
    postgres.statementCacheCapacity = statements
    return StoreDirectory(postgres, schemaPrefix: prefix, limits: limits)
  }

  private func remove(_ names: [String]) throws {
    for name in names {
      var postgres = PostgresConfiguration("")
      postgres.schema = prefix + name
      try PostgresDriver(postgres).deleteDatabase()
    }
  }

  /// Two hundred stores, 64 of which are open, on a few connections. Each has its own objects, keys
  /// and tables.
  @Test func manyStoresTakeTurnsWithAFewConnections() async throws {
    let names = (0..<200).map { "Tenant \($0)" }
    let application = "many \(prefix)"
    let tenants = directory(application: application)
    try await withThrowingTaskGroup { group in
      for task in 0..<20 {
        group.addTask {
          for name in names.dropFirst(task * 10).prefix(10) + names.suffix(task % 3) {
            try await tenants.transaction(name) { session in
              try session.save(Address(city: name))
              let others = try Address.find(in: session) { $0.city != name }
              #expect(others.isEmpty)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for name in names.prefix(5) + names.suffix(2) {
      let addresses = try await tenants.session(name) {
        try Address.query.order(by: \.pk).find(in: $0).map { ($0.pk, $0.city) }
      }
      #expect(addresses.first?.0 == 1 && Set(addresses.map(\.1)) == [name])
    }
    #expect(try await isHeldToEightConnections(application))
    tenants.close()
    try remove(names)
  }

  /// A ninth connection exists for a moment while a failure is explained outside its transaction.
  private func isHeldToEightConnections(_ application: String) async throws -> Bool {
    let observer = try TestSchema().open()
    for _ in 0..<100 {
      // A parallel worker has the name of the connection that it works for.
      let connections = try observer.rows(
        """
        SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND backend_type = 'client backend'
        """, .text(application))
      if (1...8).contains(connections.count) { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  /// The first use of a closed store read all tables and records again, up to three times.
  @Test func aClosedStoreIsOpenedAgainWithoutReadingItsTables() async throws {
    let tenants = directory(openStores: 1)
    for name in ["a", "b"] {
      try await tenants.transaction(name) { try $0.save(Address(city: name)) }
    }
    for name in ["a", "b"] {
      let statements = StatementList()
      let city = try await tenants.withStore(name) { store in
        store.trace { statements.append($0.sql) }
        return try await store.transaction { session in
          let address = try #require(try Address.findFirst(in: session) { $0.pk > 0 })
          address.city += "!"
          return address.city
        }
      }
      #expect(city == name + "!")
      #expect(!statements.all.isEmpty)
      #expect(statements.all.filter { $0.contains("_persistent_") } == [])
    }
    // A store that someone else has made again in the meantime has other tables.
    try remove(["a"])
    try await tenants.transaction("a") { try $0.save(Address(city: "new")) }
    #expect(try await tenants.session("a") { try Address.count(in: $0) } == 1)
    tenants.close()
    try remove(["a", "b"])
  }

  private final class StatementList: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func append(_ sql: String) { list.withLock { $0.append(sql) } }
  }

  /// The server parsed each statement of a directory with each run.
  @Test(arguments: [128, 1]) func sharedConnectionsKeepStatements(capacity: Int) async throws {
    let tenants = directory(calls: 1, statements: capacity)
    let names = ["a", "b", "c"]
    for round in 0..<4 {
      for name in names {
        try await tenants.transaction(name) { session in
          if round == 0 { return try session.save(Address(city: name)) }
          let addresses = try Address.find(in: session) { $0.city > "" }
          #expect(addresses.map(\.city) == [name + String(repeating: "!", count: round - 1)])
          addresses[0].city += "!"
        }
      }
    }
    let kept = try await tenants.session("a") { session in
      try session.rows("SELECT statement FROM pg_prepared_statements ORDER BY name").map { row in
        guard case .text(let text) = row[0] else { return "" }
        return text
      }
    }
    if capacity == 1 {
      #expect(kept.count <= 8)
    } else {
      #expect(kept.filter { $0.hasPrefix("SELECT pk, city") }.count == names.count)
      #expect(kept.count(where: { $0.hasPrefix("COMMIT") }) <= names.count)
    }
    tenants.close()
    try remove(names)
  }

  /// The server does not prepare a statement again by itself if its columns change.
  @Test func aSharedStatementIsPreparedAgainWhenItsColumnsChange() async throws {
    let tenants = directory(calls: 1)
    try await tenants.transaction("a") { try $0.save(Address(city: "Rome")) }
    let read = { @Sendable in
      try await tenants.session("a") { try $0.rows("SELECT * FROM address")[0].count }
    }
    let width = try await read()
    #expect(try await read() == width)
    var postgres = PostgresConfiguration("")
    postgres.schema = prefix + "a"
    let other = try PostgresDriver(postgres).openConnection(.writer)
    let alteration = try other.prepare("ALTER TABLE address ADD COLUMN note text")
    while try alteration.next() != nil {}
    other.close()
    var widths: [Int] = []
    for _ in 0..<3 where widths.isEmpty { if let found = try? await read() { widths = [found] } }
    #expect(widths == [width + 1])
    tenants.close()
    try remove(["a"])
  }

  /// A connection that is lost between transactions is replaced, whichever store is next.
  @Test func aLostConnectionHarmsOneCallAtTheMost() async throws {
    let application = "lost \(prefix)"
    let tenants = directory(calls: 1, application: application)
    let other = try TestSchema().open()
    for round in 0..<4 {
      try await tenants.transaction("\(round % 2)") { try $0.save(Address(city: "\(round)")) }
      let killed = try other.rows(
        """
        SELECT pg_terminate_backend(pid, 60000)::text FROM pg_stat_activity WHERE application_name = $1
        """, .text(application))
      #expect(killed == [[.text("true")]])
    }
    for name in ["0", "1"] {
      #expect(try await tenants.session(name) { try Address.count(in: $0) } == 2)
    }
    tenants.close()
    try remove(["0", "1"])
  }

  /// A connection can be lost just after it was found to be alive.
  @Test func aConnectionThatIsLostWhileAStoreOpensIsReplaced() throws {
    let schema = TestSchema()
    let links = SharedLinks(schema.configuration, kept: 1)
    let link = try links.take()
    try link.loseNextStatement()
    links.giveBack(link)
    let driver = PostgresDriver(schema.configuration, links: links)
    let connection = try #require(try driver.openConnection(.writer) as? PostgresConnection)
    #expect(try connection.rows("SELECT 'here'") == [[.text("here")]])
    connection.close()
  }

  /// A burst of calls left as many connections open for ever as there had been calls.
  @Test func connectionsThatStayIdleAreClosed() throws {
    let links = SharedLinks(TestSchema().configuration, kept: 2, idleTime: .zero)
    let (first, second) = (try links.take(), try links.take())
    links.giveBack(first)
    links.giveBack(second)
    #expect(first.isLost && !second.isLost)
    #expect(try links.take() === second)
    second.close()
  }

  @Test func closingTheDirectoryClosesItsConnections() async throws {
    let application = "closed \(prefix)"
    let tenants = directory(application: application)
    try await tenants.transaction("a") { try $0.save(Address(city: "Rome")) }
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          _ = try await tenants.session("a") { try $0.rows("SELECT pg_sleep(0.05)::text") }
        }
      }
      try await group.waitForAll()
    }
    let observer = try TestSchema().open()
    let count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1"
    #expect(try observer.rows(count, .text(application)) != [[.integer(0)]])
    tenants.close()
    // The server notices a moment later.
    for _ in 0..<100 where try observer.rows(count, .text(application)) != [[.integer(0)]] {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try observer.rows(count, .text(application)) == [[.integer(0)]])
    try remove(["a"])
  }

  /// A timeout of one store stops only the statement that runs for that store.
  @Test func aTimeoutStopsTheStatementOfItsOwnStore() async throws {
    let tenants = directory(calls: 2)
    try await tenants.transaction("a") { try $0.save(Address(city: "Rome")) }
    try await withThrowingTaskGroup { group in
      group.addTask {
        for _ in 0..<10 {
          let error = await failureOf {
            try await tenants.session("a", timeout: .milliseconds(20)) { session in
              _ = try session.rows("SELECT pg_sleep(20)::text")
            }
          }
          #expect(error?.code == .timedOut)
        }
      }
      group.addTask {
        for number in 0..<100 {
          try await tenants.transaction("b") { try $0.save(Address(city: "\(number)")) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await tenants.session("b") { try Address.count(in: $0) } == 100)
    tenants.close()
    try remove(["a", "b"])
  }
}
