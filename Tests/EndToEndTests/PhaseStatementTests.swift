import PersistentObjects
import TestSupport
import Testing

/// The phases that `make bench` measures, with fewer objects: one statement for each object or
/// find, one for all insertions, and a fixed number around them.
@Suite(.enabled(if: TestedDatabase.current != .strict, "It has a savepoint around each save."))
struct PhaseStatementTests {
  private static let columns = "pk, city, street"
  private static let insertion = """
    INSERT OR FAIL INTO address (\(columns)) SELECT c0, c1, c2 \
    FROM _persistent_rows(?1)
    """
  private let count = 200

  @Test func insertionIsOneStatementAndTwoForTheKeys() throws {
    try TemporaryStore.run { store, session in
      try session.makeTables(for: Address.self)
      let statements = try store.statements { try insert(into: store) }
      // A server's sequence provides the keys itself.
      let count =
        TestedDatabase.current == .postgres
        ? []
        : [
          """
          INSERT INTO _persistent_sequence (table_name, next_pk) VALUES (?1, ?2) \
          ON CONFLICT (table_name) DO UPDATE SET next_pk = excluded.next_pk
          """
        ]
      #expect(
        Self.counted(statements) == [
          "BEGIN IMMEDIATE",
          """
          SELECT max(coalesce((SELECT next_pk FROM _persistent_sequence WHERE table_name = ?1), 1), \
          coalesce((SELECT max(pk) FROM address), 0) + 1)
          """,
          Self.insertion,
        ] + count + ["COMMIT"])
    }
  }

  @Test func readingTakesOneStatementForEachFind() throws {
    try TemporaryStore.run { store, session in
      try insert(into: store)
      let all = try statements(in: store) { try Address.findAll(in: $0).count }
      #expect(
        all == ["BEGIN DEFERRED", "SELECT \(Self.columns) FROM address ORDER BY pk", "COMMIT"])
      let select = "200 × SELECT \(Self.columns) FROM address WHERE pk = ?1"
      #expect(
        try statements(in: store) { try findEach(in: $0) } == ["BEGIN DEFERRED", select, "COMMIT"])
      var found = 0
      let eachOnItsOwn = try store.statements { found = try findEach(in: session) }
      #expect(found == count)
      #expect(Self.counted(eachOnItsOwn) == [select])
      let byName = "10 × SELECT \(Self.columns) FROM address WHERE city = ?1 ORDER BY pk"
      #expect(
        try statements(in: store) { try findByCity(in: $0) } == [
          "BEGIN DEFERRED", byName, "COMMIT",
        ])
    }
  }

  @Test func changeAndDeletionAreOneStatementForManyObjects() throws {
    try TemporaryStore.run { store, _ in
      try insert(into: store)
      let changes = try store.statements {
        try store.store.blocking.transaction { session in
          for address in try Address.findAll(in: session) { address.street = "Rue Cler" }
          try session.save()
        }
      }
      let select = "SELECT \(Self.columns) FROM address ORDER BY pk"
      #expect(
        Self.counted(changes) == [
          "BEGIN IMMEDIATE", select,
          """
          UPDATE address SET street = b.c1 FROM _persistent_rows(?1) AS b \
          WHERE address.pk = b.c0
          """,
          "COMMIT",
        ])
      // The delete rules in the file are read only once.
      try store.store.blocking.transaction { try Address.findByPK(1, in: $0)?.delete() }
      let deletions = try store.statements {
        try store.store.blocking.transaction { session in
          for address in try Address.findAll(in: session) { try session.delete(address) }
        }
      }
      #expect(
        Self.counted(deletions) == [
          "BEGIN IMMEDIATE", select,
          "DELETE FROM address WHERE pk IN (SELECT c0 FROM _persistent_rows(?1))", "COMMIT",
        ])
    }
  }

  private func insert(into store: TemporaryStore) throws {
    try store.store.blocking.transaction { session in
      for number in 0..<count { try session.insert(Address(city: "\(number % 10)")) }
      try session.save()
    }
  }

  /// The statements of a session that finds all addresses in some way.
  private func statements(
    in store: TemporaryStore, find: @Sendable (Session) throws -> Int
  ) throws -> [String] {
    let statements = try store.statements {
      let found = try store.store.blocking.session { try find($0) }
      #expect(found == count)
    }
    return Self.counted(statements)
  }

  private func findEach(in session: Session) throws -> Int {
    try (1...count).filter { try Address.findByPK(Int64($0), in: session) != nil }.count
  }

  private func findByCity(in session: Session) throws -> Int {
    try (0..<10).reduce(0) { try $0 + Address.findByCity("\($1)", in: session).count }
  }

  /// The statements, with runs of equal ones combined into one line with their number.
  private static func counted(_ statements: [String]) -> [String] {
    var lines: [(sql: String, count: Int)] = []
    for sql in statements {
      if lines.last?.sql == sql {
        lines[lines.count - 1].count += 1
      } else {
        lines.append((sql, 1))
      }
    }
    return lines.map { $0.count == 1 ? $0.sql : "\($0.count) × \($0.sql)" }
  }
}
