import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent private final class Nation {
  @Column(unique: true) var code: String
  init(_ code: String) { self.code = code }
}

@Persistent private final class Branch {
  @Column(unique: true) var name: String
  var nation: Nation?
  var staff: [Clerk] = []
  var rooms: [[String]] = []
  init(_ name: String) { self.name = name }
}

@Persistent private final class Clerk {
  var name: String
  var branch: Branch?
  var chief: Clerk?
  @Column(onDelete: .cascade) var deputy: Clerk?
  init(_ name: String) { self.name = name }
}

@Persistent private final class Census {
  var nation: Nation?
  var branch: Branch?
}

@Persistent private final class Slip {
  var text: String
  init(_ text: String) { self.text = text }
}

@Persistent private final class Latecomer {
  var name: String = ""
}

/// Tenants that share tables have nothing of each other.
@Suite(.enabled(if: TestedDatabase.current != .tenants, "These tests have tenants of their own."))
struct TenantTests {
  private static func withStore(
    _ body: (_ whole: Store, _ statements: StatementRecorder, _ file: TemporaryFile) throws -> Void
  ) throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try open(file)
    defer { store.close() }
    let statements = StatementRecorder(of: store)
    try body(store, statements, file)
  }

  private static func open(_ file: TemporaryFile) throws -> Store {
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.keys = TenantKeys()
    configuration.tenants = TenantLayout(by: String.self, shared: [Nation.self])
    return try TestedDatabase.current.store(
      SQLiteConfiguration(path: file.path), configuration: configuration)
  }

  /// Saves the same objects, with the same keys, for two tenants.
  private static func fill(_ whole: Store) throws -> (Store, Store) {
    let stores = (try whole.tenant("acme"), try whole.tenant("blue"))
    try whole.blocking.transaction { try $0.save(Nation("de")) }
    for (store, suffix) in [(stores.0, "A"), (stores.1, "B")] {
      try TenantKeys.$tenant.withValue(suffix) {
        try store.blocking.transaction { session in
          let chief = Clerk("Chief\(suffix)")
          let clerk = Clerk("Clerk\(suffix)")
          clerk.chief = chief
          let branch = Branch("Main")
          branch.staff = [chief, clerk]
          branch.rooms = [["1\(suffix)", "2\(suffix)"], ["3\(suffix)"]]
          branch.nation = try Nation.query.findFirst(in: session)
          clerk.branch = branch
          try session.save(branch)
        }
      }
    }
    return stores
  }

  @Test func eachHasItsOwnRowsUnderTheSameKeys() throws {
    try Self.withStore { whole, _, file in
      let (acme, blue) = try Self.fill(whole)
      for (store, suffix) in [(acme, "A"), (blue, "B")] {
        try store.blocking.session { session in
          let branch = try #require(try Branch.query.findFirst(in: session))
          #expect(branch.pk == 1)
          #expect(branch.staff.map(\.name) == ["Chief\(suffix)", "Clerk\(suffix)"])
          #expect(branch.rooms == [["1\(suffix)", "2\(suffix)"], ["3\(suffix)"]])
          #expect(branch.nation?.code == "de")
          #expect(try Clerk.count(in: session) == 2)
          #expect(try Clerk.find("WHERE name LIKE 'C%' ORDER BY pk", in: session).count == 2)
          #expect(try session.find(Clerk.self, pk: 2)?.chief?.name == "Chief\(suffix)")
        }
      }
      #expect(try whole.tenant("none").blocking.session { try Clerk.count(in: $0) } == 0)
      // As another process finds them.
      let again = try Self.open(file)
      defer { again.close() }
      let names = try again.tenant("blue").blocking.session { session in
        try Clerk.query.order(by: \.name).find(in: session).map(\.name)
      }
      #expect(names == ["ChiefB", "ClerkB"])
    }
  }

  @Test func changesStayWithinOne() throws {
    try Self.withStore { whole, _, _ in
      let (acme, blue) = try Self.fill(whole)
      let before = try Self.contents(blue)
      try acme.blocking.transaction { session in
        let branch = try #require(try Branch.query.findFirst(in: session))
        branch.rooms.insert(["0"], at: 0)
        branch.rooms[1].removeFirst()
        branch.staff.removeFirst()
        try session.save()
        try Clerk.query.where { $0.name != "" }.update(in: session) { $0.name = "X" }
        try session.upsert(Branch("Main"), by: \.name)
        try session.upsert(contentsOf: [Branch("Main"), Branch("Side")], by: \.name)
        try Clerk.find("WHERE name = 'X'", in: session).forEach { try session.delete($0) }
        #expect(try Clerk.count(in: session) == 0)
        try Branch.deleteAll(in: session)
      }
      #expect(try Self.contents(blue) == before)
      #expect(try acme.blocking.session { try Branch.count(in: $0) } == 0)
    }
  }

  /// The deletion goes with the next statement, which here makes a table for all tenants.
  @Test func aDeletionThatWaitsStaysWithinOne() throws {
    try Self.withStore { whole, _, _ in
      for tenant in ["acme", "blue"] {
        try TenantKeys.$tenant.withValue(tenant) {
          try whole.tenant(tenant).blocking.transaction { try $0.save(Slip(tenant)) }
        }
      }
      try whole.tenant("acme").blocking.transaction { session in
        let memo = try #require(try session.find(Slip.self, pk: 1))
        try session.delete(memo)
        try session.save(Latecomer())
      }
      for (tenant, count) in [("acme", 0), ("blue", 1)] {
        let found = try whole.tenant(tenant).blocking.session { try Slip.count(in: $0) }
        #expect(found == count)
      }
    }
  }

  private static func contents(_ store: Store) throws -> [String] {
    try store.blocking.session { session in
      try Branch.query.order(by: \.name).find(in: session).map { branch in
        "\(branch.pk ?? 0) \(branch.name) \(branch.rooms) \(branch.staff.map(\.name))"
      }
        + Clerk.query.order(by: \.name).find(in: session).map { clerk in
          "\(clerk.pk ?? 0) \(clerk.name) \(clerk.chief?.name ?? "") \(clerk.branch?.name ?? "")"
        }
    }
  }

  @Test func valuesAreUniqueWithinOne() throws {
    try Self.withStore { whole, _, _ in
      let (acme, _) = try Self.fill(whole)
      let error = failure {
        try acme.blocking.transaction { try $0.save(Branch("Main")) }
      }
      #expect(error?.code == .constraintViolated)
      #expect(error?.context.property == "name")
      #expect(error?.constraint?.conflictingPK == 1)
    }
  }

  @Test func referencesAreToRowsOfTheSame() throws {
    try Self.withStore { whole, _, _ in
      let (acme, blue) = try Self.fill(whole)
      try TenantKeys.$tenant.withValue("B") {
        try blue.blocking.transaction { session in
          let late = Clerk("Late")
          try session.save(late)
          #expect(late.pk == 3)
        }
      }
      // Tenant acme has no row with that key.
      #expect(throws: PersistenceError.self) {
        try acme.blocking.transaction { session in
          try session.execute("UPDATE clerk SET deputy = 3 WHERE pk = 1")
        }
      }
      try acme.blocking.transaction { session in
        try session.execute("UPDATE clerk SET deputy = 2 WHERE pk = 1")
        let deputy = try #require(try session.find(Clerk.self, pk: 2))
        try session.delete(deputy)
        #expect(try Clerk.count(in: session) == 0)
      }
      #expect(try blue.blocking.session { try Clerk.count(in: $0) } == 3)
    }
  }

  @Test func sharedObjectsAreReadByAllAndChangedByTheWhole() throws {
    try Self.withStore { whole, _, _ in
      let (acme, blue) = try Self.fill(whole)
      let error = failure {
        try acme.blocking.transaction { try $0.save(Nation("fr")) }
      }
      #expect(error?.code == .readOnly)
      #expect(error?.message.contains("all tenants share table 'nation'") == true)
      try whole.blocking.transaction { session in
        let nation = try #require(try Nation.query.findFirst(in: session))
        nation.code = "DE"
        try session.save(Nation("fr"))
      }
      for store in [acme, blue] {
        let codes = try store.blocking.session { session in
          try Nation.query.order(by: \.code).find(in: session).map(\.code)
        }
        #expect(codes == ["DE", "fr"])
        let joined = try store.blocking.session { session in
          try Branch.query.where { $0.nation.code == "DE" }.count(in: session)
        }
        #expect(joined == 1)
      }
    }
  }

  @Test func theWholeStoreHasNoRowsOfTenants() throws {
    try Self.withStore { whole, _, _ in
      _ = try Self.fill(whole)
      for error in [
        failure { _ = try whole.blocking.session { try Clerk.count(in: $0) } },
        failure { try whole.blocking.transaction { try $0.save(Clerk("Nobody's")) } },
      ] {
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("open the store for one of them") == true)
      }
    }
  }

  @Test func aCallWithinThatOfAnotherTenantIsRefused() async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let whole = try Self.open(file)
    defer { whole.close() }
    let (acme, blue) = try Self.fill(whole)
    await #expect(throws: PersistenceError.self) {
      try await acme.transaction { _ in
        try await blue.transaction { try $0.save(Clerk("Stray")) }
      }
    }
    let count = try await acme.session { _ in
      try await acme.session { try Clerk.count(in: $0) }
    }
    #expect(count == 2)
  }

  @Test func aSharedClassRefersToSharedOnes() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.tenants = TenantLayout(by: Int.self, shared: [Nation.self, Census.self])
    let whole = try TestedDatabase.current.store(
      SQLiteConfiguration(path: file.path), configuration: configuration)
    defer { whole.close() }
    let error = failure { try whole.blocking.transaction { try $0.save(Census()) } }
    #expect(error?.code == .invalidModel)
    #expect(error?.message.contains("Branch") == true)
  }

  @Test func aStoreThatKnowsNoTenantsIsRefused() throws {
    try Self.withStore { whole, _, file in
      _ = try Self.fill(whole)
      let plain = try TestedDatabase.current.store(SQLiteConfiguration(path: file.path))
      defer { plain.close() }
      let error = failure { _ = try plain.blocking.session { try Clerk.count(in: $0) } }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.message.contains("`tenants`") == true)
      let none = failure { _ = try plain.tenant("acme") }
      #expect(none?.code == .unsupported)
      let other = failure { _ = try whole.tenant(7) }
      #expect(other?.code == .encodingFailed)
    }
  }

  @Test func aTenantMovesToAFileOfItsOwnAndBack() async throws {
    let (file, other) = (try TemporaryFile(), try TemporaryFile())
    defer { file.remove(); other.remove() }
    let whole = try Self.open(file)
    defer { whole.close() }
    let (acme, blue) = try Self.fill(whole)
    let before = (try Self.contents(acme), try Self.contents(blue))
    let alone = try TestedDatabase.current.store(SQLiteConfiguration(path: other.path))
    defer { alone.close() }
    _ = try await acme.copy(to: alone)
    #expect(try Self.contents(alone) == before.0)
    #expect(try await Self.refusal { try await alone.copy(to: blue) }?.code == .cannotOpen)
    try await alone.copy(to: whole.tenant("moved"))
    #expect(try Self.contents(whole.tenant("moved")) == before.0)
    #expect(try Self.contents(blue) == before.1)
    #expect(try await Self.refusal { try await whole.copy(to: alone) }?.code == .unsupported)
    // New keys come after those that were copied.
    let key = try await whole.tenant("moved").transaction { session in
      let clerk = Clerk("Next")
      try session.save(clerk)
      return clerk.pk
    }
    #expect((key ?? 0) > 2)
  }

  private static func refusal(_ body: () async throws -> Void) async throws -> PersistenceError? {
    do {
      try await body()
      return nil
    } catch let error as PersistenceError {
      return error
    }
  }

  @Test func keysThatAreUniqueOverAllAreReadTogether() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.tenants = TenantLayout(by: Int.self, keysAreUnique: true)
    let whole = try TestedDatabase.current.store(
      SQLiteConfiguration(path: file.path), configuration: configuration)
    defer { whole.close() }
    for tenant in 1...3 {
      try whole.tenant(tenant).blocking.transaction { try $0.save(Clerk("C\(tenant)")) }
    }
    let all = try whole.allTenants()
    let names = try all.blocking.session { try Clerk.findAll(in: $0).map(\.name).sorted() }
    #expect(names == ["C1", "C2", "C3"])
    #expect(
      failure { try all.blocking.transaction { try $0.save(Clerk("X")) } }?.code
        == .readOnly)
    configuration.tenants = TenantLayout(by: Int.self)
    let other = try TestedDatabase.current.store(
      SQLiteConfiguration(path: file.path), configuration: configuration)
    defer { other.close() }
    let error = failure {
      _ = try other.tenant(1).blocking.session { try Clerk.count(in: $0) }
    }
    #expect(error?.code == .schemaMismatch)
    #expect(failure { _ = try other.allTenants() }?.code == .unsupported)
  }

  @Test(.onSQLite) func eachStatementHasTheTenant() throws {
    try Self.withStore { whole, statements, _ in
      let (acme, _) = try Self.fill(whole)
      try acme.blocking.session { session in
        statements.clear()
        _ = try session.find(Clerk.self, pk: 1)
        _ = try Clerk.query.where { $0.branch.nation.code == "de" }.count(in: session)
        _ = try Branch.query.where { $0.staff.contains { $0.name == "X" } }.find(in: session)
      }
      #expect(
        statements.all.filter { $0.hasPrefix("SELECT") } == [
          """
          SELECT pk, name, branch, chief, deputy FROM \
          (SELECT * FROM clerk WHERE _persistent_tenant = ?2) AS clerk WHERE pk = ?1
          """,
          """
          SELECT count(*) FROM (SELECT 1 FROM (SELECT * FROM clerk WHERE _persistent_tenant = ?2) AS clerk \
          LEFT JOIN (SELECT * FROM branch WHERE _persistent_tenant = ?2) AS branch ON branch.pk = clerk.branch \
          LEFT JOIN nation AS branch_nation ON branch_nation.pk = branch.nation WHERE branch_nation.code = ?1)
          """,
          """
          SELECT branch.pk, branch.name, branch.nation FROM \
          (SELECT * FROM branch WHERE _persistent_tenant = ?2) AS branch WHERE EXISTS (SELECT 1 FROM \
          (SELECT * FROM branch_staff WHERE _persistent_tenant = ?2) AS staff LEFT JOIN \
          (SELECT * FROM clerk WHERE _persistent_tenant = ?2) AS staff_2 ON staff_2.pk = staff.fk \
          WHERE staff.parent_pk = branch.pk AND staff_2.name = ?1) ORDER BY branch.pk
          """,
        ])
      statements.clear()
      try acme.blocking.transaction { session in
        let clerk = Clerk("New")
        try session.save(clerk)
        clerk.name = "Old"
        try session.save()
        try session.delete(clerk)
      }
      #expect(
        statements.all.filter { $0.contains(" clerk") && !$0.hasPrefix("SELECT") } == [
          """
          INSERT INTO clerk (_persistent_tenant, pk, name, branch, chief, deputy) \
          VALUES (?6, ?1, ?2, ?3, ?4, ?5)
          """,
          "UPDATE clerk SET name = ?2 WHERE clerk._persistent_tenant = ?3 AND (pk = ?1)",
          """
          UPDATE clerk SET chief = NULL WHERE clerk._persistent_tenant = ?2 AND \
          (chief IN (SELECT c0 FROM _persistent_rows(?1)))
          """,
          "DELETE FROM clerk WHERE clerk._persistent_tenant = ?2 AND (pk = ?1)",
        ])
    }
  }
}

/// Keys that each tenant counts from 1, as files have them that are moved into shared tables.
struct TenantKeys: KeyStrategy {
  @TaskLocal static var tenant: String?
  private let last = LastKeys()

  func nextKey(table: String, counted: () throws -> Int64) throws -> Int64 {
    guard let tenant = Self.tenant else { return try counted() }
    return last.next(in: "\(tenant) \(table)")
  }

  private final class LastKeys: @unchecked Sendable {
    // Protected by the lock.
    private var keys: [String: Int64] = [:]
    private let lock = NSLock()

    func next(in place: String) -> Int64 {
      lock.withLock {
        keys[place, default: 0] += 1
        return keys[place] ?? 0
      }
    }
  }
}
