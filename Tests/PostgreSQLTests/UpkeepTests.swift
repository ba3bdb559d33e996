import PersistentObjects
import Synchronization
import TestSupport
import Testing

@testable import PersistentObjectsPostgreSQL

/// Changes of tables beside what other programs do and have added.
@Suite(.enabled(if: hasServer, "make test-postgres starts a server.")) struct UpkeepTests {
  private let schema = TestSchema()

  private func store() throws -> Store {
    try Store(schema.configuration, configuration: StoreConfiguration(codecs: .standard))
  }

  /// The server dropped the constraint with the column.
  @Test(arguments: ["CHECK (size > 0)", "UNIQUE (size)"])
  func aColumnThatAConstraintOfOthersNeedsIsNotDropped(_ constraint: String) throws {
    let first = try store()
    try first.blocking.transaction { try $0.save(Boxes.Former(name: "a", size: 1)) }
    first.close()
    let connection = try schema.open()
    try connection.rows("ALTER TABLE box ADD CONSTRAINT sized \(constraint)")
    let second = try store()
    defer { second.close() }
    let error = failure { _ = try second.blocking.prune(Boxes.Present.self) }
    #expect(error?.code == .schemaMismatch, "\(error as Any)")
    #expect(error?.message.contains("constraint 'sized'") == true)
    #expect(try connection.rows("SELECT size FROM box") == [[.integer(1)]])
  }

  /// The index was made again with the old condition, which does not fit the new type.
  @Test func aRecodedColumnMayBeInTheConditionOfAnIndex() throws {
    let first = try store()
    try first.blocking.transaction { session in
      try session.insert(Issues.Former(email: "a", state: "open"))
      try session.insert(Issues.Former(email: "a", state: "closed"))
    }
    first.close()
    let second = try store()
    defer { second.close() }
    let count = try second.blocking.recode(
      .property(\Issues.Present.state, from: StringCodec()) {
        $0 == "open" ? 1 : 0
      })
    #expect(count == 2)
    try second.blocking.transaction { try $0.save(Issues.Present(email: "a", state: 0)) }
    let error = failure {
      try second.blocking.transaction { try $0.save(Issues.Present(email: "a", state: 1)) }
    }
    #expect(error?.code == .constraintViolated, "\(error as Any)")
  }

  /// The call gave up at the first conflict. Codecs of one type: a row is not locked before it is
  /// rewritten.
  @Test func aRecodeInTheWayOfAnotherProgramRunsAgain() throws {
    try makeFlags(1001)
    let (second, other) = (try store(), try schema.open())
    defer { second.close() }
    var runs = 0
    try second.blocking.recode(
      .property(\Flags.Present.color, from: StringCodec(), transform: { Color(hex: "#\($0)") }),
      progress: { _, _ in
        runs += 1
        if runs > 1 { return }
        try other.rows("UPDATE flag SET color = '00ff00' WHERE pk = (SELECT max(pk) FROM flag)")
      })
    #expect(runs == 3, "after 1000 rows, twice, and at the end")
    let colors = try second.blocking.session { try Flags.Present.findAll(in: $0).map(\.color.hex) }
    #expect(colors.filter { $0 == "#ff0000" }.count == 1000 && colors.contains("#00ff00"))
  }

  /// A program that started meanwhile rewrote the column a second time, at a lower isolation level.
  @Test func nobodyElseChangesTablesDuringARecode() throws {
    try makeFlags(1)
    let (second, other) = (try store(), try schema.open())
    defer { second.close() }
    var isFree: [[StoredValue]] = []
    try second.blocking.recode(
      .property(\Flags.Present.color, from: StringCodec(), transform: { Color(hex: "#\($0)") }),
      progress: { _, _ in
        isFree = try other.rows(
          """
          SELECT pg_try_advisory_xact_lock(\
          hashtextextended('PersistentObjects ' || current_schema(), 0))::int::bigint
          """)
      })
    #expect(isFree == [[.integer(0)]])
  }

  private func makeFlags(_ count: Int) throws {
    let store = try store()
    defer { store.close() }
    try store.blocking.transaction { session in
      try session.save(contentsOf: (0..<count).map { _ in Flags.Former(color: "ff0000") })
    }
  }

  /// Statements at this isolation level see what others have committed meanwhile, so the steps were
  /// written for a newer layout than that for which they had been computed.
  @Test func stepsForTablesThatOthersHaveChangedAreComputedAgain() throws {
    let first = try store()
    try first.blocking.transaction { session in
      let box = Boxes.Present(name: "a")
      try session.save(box)
      try session.delete(box)
    }
    first.close()
    var configuration = schema.configuration
    configuration.isolation = .readCommitted
    let second = try Store(configuration, configuration: StoreConfiguration(codecs: .standard))
    defer { second.close() }
    let comparisons = Atomic(0)
    second.trace { [schema] event in
      guard event.sql.hasPrefix("SELECT 1 FROM"),
        comparisons.add(1, ordering: .relaxed).newValue == 1
      else { return }
      #expect(throws: Never.self) {
        try schema.open().rows("CREATE INDEX index_box_name ON box (name)")
      }
    }
    try second.blocking.transaction { try $0.save(Boxes.Wide(name: "b", size: 1, weight: 2)) }
    second.trace(nil)
    let indices = try schema.open().rows(
      """
      SELECT indexname::text FROM pg_indexes WHERE schemaname = current_schema() \
      AND tablename = 'box' AND indexname LIKE 'index%' ORDER BY 1
      """)
    #expect(indices == [[.text("index_box_name")], [.text("index_box_name_2")]])
  }

  /// The old condition did not fit the new type, so the server refused to change it.
  @Test func aColumnThatGetsAnotherTypeMayBeInTheConditionOfAnIndex() throws {
    let first = try store()
    try first.blocking.transaction { try $0.save(Hatch(number: 1, isOpen: true)) }
    first.close()
    let connection = try schema.open()
    let name = "unique_hatch_number_partial"
    try connection.rows("DROP INDEX \(name)")
    try connection.rows("ALTER TABLE hatch ALTER COLUMN is_open TYPE bigint USING is_open::int")
    try connection.rows("CREATE UNIQUE INDEX \(name) ON hatch (number) WHERE is_open = 1")
    let second = try store()
    defer { second.close() }
    try second.blocking.transaction { try $0.save(Hatch(number: 1, isOpen: false)) }
    let error = failure {
      try second.blocking.transaction { try $0.save(Hatch(number: 1, isOpen: true)) }
    }
    #expect(error?.code == .constraintViolated, "\(error as Any)")
  }
}

private enum Boxes {
  @Persistent(table: "box") final class Former {
    var name: String
    var size: Int
  }

  @Persistent(table: "box") final class Present {
    var name: String
  }

  @Persistent(table: "box") final class Wide {
    @Column(indexed: true) var name: String
    var size: Int
    var weight: Int
  }
}

private enum Issues {
  @Persistent(table: "issue") final class Former {
    var email: String
    var state: String
    static let indices: [Index<Former>] = [.unique(\.email).where { $0.state == "open" }]
  }

  @Persistent(table: "issue") final class Present {
    var email: String
    var state: Int
    static let indices: [Index<Present>] = [.unique(\.email).where { $0.state == 1 }]
  }
}

@Persistent private final class Hatch {
  var number: Int
  var isOpen: Bool
  static let indices: [Index<Hatch>] = [.unique(\.number).where { $0.isOpen == true }]
}

private enum Flags {
  @Persistent(table: "flag") final class Former {
    var color: String
  }

  @Persistent(table: "flag") final class Present {
    @Column(codec: HexColor()) var color: Color
  }
}
