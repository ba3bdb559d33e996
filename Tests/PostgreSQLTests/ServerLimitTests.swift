import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Limits that the role, the database or the connection string sets. The driver replaced them by
/// its own.
@Suite(.enabled(if: hasServer, "make test-postgres installs a server."))
struct ServerLimitTests {
  private static let names = [
    "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout",
  ]

  private static func options(_ limits: [String]) -> String {
    "options='\(zip(names, limits).map { "-c \($0)=\($1)" }.joined(separator: " "))'"
  }

  private static func limits(_ session: Session) throws -> [String] {
    try names.map { name in
      try #require(
        try session.scalar("SELECT current_setting(\(name))", as: String.self) as String?)
    }
  }

  @Test(arguments: [false, true]) func theyStayUnlessTheProgramSetsOne(isPooled: Bool) throws {
    let schema = TestSchema {
      ($0.connection, $0.isPooled) = (Self.options(["7s", "8s", "9s"]), isPooled)
    }
    for (change, expected) in [
      ({ _ in }, ["7s", "8s", "9s"]), ({ $0.lockTimeout = nil }, ["7s", "0", "9s"]),
      ({ $0.lockTimeout = .seconds(5) }, ["7s", "5s", "9s"]),
    ] as [((inout PostgresConfiguration) -> Void, [String])] {
      var configuration = schema.configuration
      change(&configuration)
      let store = try Store(configuration, configuration: StoreConfiguration(codecs: .standard))
      #expect(try store.blocking.transaction { try Self.limits($0) } == expected)
      #expect(try store.blocking.session { try Self.limits($0) } == expected)
      store.close()
    }
  }

  @Test func theyStayOverSharedConnections() async throws {
    let configuration = PostgresConfiguration(Self.options(["7s", "8s", "9s"]))
    let directory = StoreDirectory(configuration)
    let limits = try await directory.session("limits_\(UUID().uuidString)") {
      try Self.limits($0)
    }
    #expect(limits == ["7s", "8s", "9s"])
    directory.close()
  }

  @Test func withoutOneTheDriversLimitForLocksHolds() throws {
    let store = try Store(
      TestSchema().configuration, configuration: StoreConfiguration(codecs: .standard))
    #expect(try store.blocking.session { try Self.limits($0) } == ["0", "5s", "0"])
    store.close()
  }

  /// Maintenance is exempt from the store's own limit alone.
  @Test func theServersLimitHoldsWhileTheStoresDoesNot() throws {
    let schema = TestSchema { $0.connection = Self.options(["7s", "8s", "9s"]) }
    let connection = try schema.open()
    for (limit, expected) in [(Duration.seconds(60), "1min"), (nil, "7s")] {
      try connection.setStatementTimeout(limit)
      #expect(try connection.rows("SHOW statement_timeout") == [[.text(expected)]])
    }
    connection.close()
  }

  /// The error was `interrupted`, as if an administrator had stopped it.
  @Test func aStatementThatReachesTheServersLimitIsTimedOut() throws {
    let schema = TestSchema { $0.connection = Self.options(["50ms", "8s", "9s"]) }
    let connection = try schema.open(.reader)
    let error = failure { try connection.rows("SELECT 'late' FROM pg_sleep(600)") }
    #expect(error?.code == .timedOut, "\(error as Any)")
    #expect(error?.message.contains("statement_timeout of its role") == true, "\(error as Any)")
    connection.close()
  }

  /// The server leaves the schema out of the search path, and the store seemed to be empty.
  @Test func aRoleWithoutUsageOfTheSchemaIsTold() throws {
    let schema = TestSchema()
    let role = "clerk_\(UUID().uuidString.lowercased())"
    let owner = try schema.open()
    defer { owner.close() }
    try owner.rows("CREATE ROLE \"\(role)\" LOGIN")
    var configuration = schema.configuration
    configuration.connection = "user=\(role)"
    for connectionRole in [ConnectionRole.reader, .writer] {
      let driver = PostgresDriver(configuration)
      let error = failure { _ = try driver.openConnection(connectionRole) }
      #expect(error?.code == .cannotOpen && error?.databaseCode == "42501", "\(error as Any)")
      let remedy = "GRANT USAGE ON SCHEMA \"\(configuration.schema)\" TO \"\(role)\""
      #expect(error?.message.contains(remedy) == true, "\(error as Any)")
    }
    try owner.rows("DROP ROLE \"\(role)\"")
  }
}
