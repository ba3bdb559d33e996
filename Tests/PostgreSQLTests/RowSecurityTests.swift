import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

@Persistent private final class Receipt {
  var text: String
  var lines: [String] = []
  init(_ text: String) { self.text = text }
}

/// The server itself keeps tenants apart, for a role that may not pass row-level security.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server."))
struct RowSecurityTests {
  @Test func aRoleThatMayNotPassItMeetsTheRowsOfItsTenantAlone() throws {
    let schema = TestSchema { $0.hasRowSecurity = true }
    let role = "clerk_\(UUID().uuidString.lowercased())"
    let owner = try schema.open()
    defer { owner.close() }
    try fill(schema.configuration)
    try owner.rows("CREATE ROLE \"\(role)\" LOGIN")
    defer {
      _ = try? owner.rows("DROP OWNED BY \"\(role)\"")
      _ = try? owner.rows("DROP ROLE \"\(role)\"")
    }
    let name = "\"\(schema.configuration.schema)\""
    try owner.rows("GRANT USAGE ON SCHEMA \(name) TO \"\(role)\"")
    try owner.rows("GRANT ALL ON ALL TABLES IN SCHEMA \(name) TO \"\(role)\"")
    try owner.rows("GRANT ALL ON ALL SEQUENCES IN SCHEMA \(name) TO \"\(role)\"")
    for isPooled in [false, true] {
      var service = schema.configuration
      service.connection = "user=\(role)"
      service.isPooled = isPooled
      try serve(service, isPooled: isPooled)
    }
    var raw = schema.configuration
    raw.connection = "user=\(role)"
    let connection = try PostgresDriver(raw).openConnection(.writer)
    defer { connection.close() }
    let none = try connection.rows("SELECT count(*) FROM receipt")
    #expect(none == [[.integer(0)]])
    connection.serve(.integer(2), of: .integer)
    let texts = try connection.rows("SELECT text FROM receipt")
    #expect(texts == [[.text("of 2")]])
    let lines = try connection.rows(
      "SELECT DISTINCT value FROM receipt_lines WHERE value LIKE 'line%'")
    #expect(lines == [[.text("line 2")]])
    for change in [
      "UPDATE receipt SET _persistent_tenant = 1",
      "INSERT INTO receipt (_persistent_tenant, pk, text) VALUES (1, 99, 'x')",
    ] {
      let error = failure { _ = try connection.rows(change) }
      #expect(error?.databaseCode == "42501")
    }
  }

  private func fill(_ configuration: PostgresConfiguration) throws {
    let whole = try store(configuration)
    defer { whole.close() }
    for tenant in 1...2 {
      try whole.tenant(tenant).blocking.transaction { session in
        let receipt = Receipt("of \(tenant)")
        receipt.lines = ["line \(tenant)"]
        try session.save(receipt)
      }
    }
  }

  /// The usual statements of a store work for such a role.
  private func serve(_ configuration: PostgresConfiguration, isPooled: Bool) throws {
    let whole = try store(configuration)
    defer { whole.close() }
    for tenant in [1, 2, 1] {
      let store = try whole.tenant(tenant)
      try store.blocking.transaction { session in
        let receipt = try #require(try Receipt.query.findFirst(in: session))
        #expect(receipt.text == "of \(tenant)")
        receipt.lines.append("more")
        let new = Receipt("new")
        try session.save(new)
        try session.delete(new)
      }
      let count = try store.blocking.session { try Receipt.count(in: $0) }
      #expect(count == 1)
      // Outside of a transaction.
      #expect(try Receipt.count(in: Session(store: store)) == 1)
    }
  }

  private func store(_ postgres: PostgresConfiguration) throws -> Store {
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.tenants = TenantLayout(by: Int.self)
    return try Store(driver: PostgresDriver(postgres), configuration: configuration)
  }
}
