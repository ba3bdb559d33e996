import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent final class Gauge {
  var number: Int
  var amount: Double?
  var note = ""
  var bytes: Data?
  @Column(codec: HexColor()) var colour: Color?
  @Column(unique: true) var place: Int?
  var next: Gauge?
  var marks: [Int] = []
  var readings: [Double]?
}

/// One statement writes successive changed objects.
@Suite struct RowUpdateTests {
  private static let together = """
    UPDATE gauge SET number = b.c1 FROM _persistent_rows(?1) AS b WHERE gauge.pk = b.c0
    """
  private static let single = "UPDATE gauge SET number = ?2 WHERE pk = ?1"

  private func gauges(_ count: Int, in session: Session) throws -> [Gauge] {
    let gauges = (0..<count).map { Gauge(number: $0, place: $0) }
    try session.save(contentsOf: gauges)
    return gauges
  }

  /// The statements of a save, without those of its transaction.
  private func saved(_ store: TemporaryStore, _ session: Session) throws -> [String] {
    try store.statements { try session.save() }.filter {
      !["BEGIN IMMEDIATE", "COMMIT"].contains($0)
    }
  }

  // MARK: Statements

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite.")) func manyRowsTakeOneStatementForEach512()
    throws
  {
    try TemporaryStore.run { store, session in
      let gauges = try gauges(1100, in: session)
      for gauge in gauges { gauge.number += 1 }
      #expect(try saved(store, session) == Array(repeating: Self.together, count: 3))
      #expect(gauges.allSatisfy { $0.state == .clean })
      var random = RandomNumbers.printed("RowUpdateTests")
      for gauge in gauges.shuffled(using: &random).prefix(500) { gauge.number += 1 }
      #expect(try saved(store, session) == [Self.together])
      let expected = gauges.map { "\($0.number)" }
      #expect(try store.rows("SELECT number FROM gauge ORDER BY pk") == expected)
    }
  }

  @Test func fewRowsAreWrittenOneByOneAndScatteredOnesTogether() throws {
    try TemporaryStore.run { store, session in
      let gauges = try gauges(200, in: session)
      for gauge in gauges.prefix(7) { gauge.number = -1 }
      #expect(try saved(store, session) == Array(repeating: Self.single, count: 7))
      for index in stride(from: 0, to: 200, by: 5) { gauges[index].number = -2 }
      #expect(try saved(store, session) == [Self.together])
      #expect(try store.rows("SELECT count(*) FROM gauge WHERE number = -2") == ["40"])
    }
  }

  @Test func otherColumnsAndOtherClassesEndAStatement() throws {
    try TemporaryStore.run { store, session in
      let gauges = try gauges(30, in: session)
      let addresses = (0..<10).map { Address(city: "\($0)") }
      try session.save(contentsOf: addresses)
      // Where several transactions write at once, rows are written by table and key.
      for address in addresses { address.city = "Rome" }
      for gauge in gauges.prefix(10) { gauge.number = -1 }
      for gauge in gauges.dropFirst(10).prefix(10) { gauge.note = "x" }
      gauges[20].note = "y"
      gauges[20].marks = [1, 2]
      gauges[21].next = gauges[0]
      for gauge in gauges.suffix(8) { gauge.place = nil }
      let statements = try saved(store, session)
      #expect(
        statements.prefix(3) == [
          """
          UPDATE address SET city = b.c1 FROM _persistent_rows(?1) AS b \
          WHERE address.pk = b.c0
          """,
          Self.together,
          """
          UPDATE gauge SET note = b.c1 FROM _persistent_rows(?1) AS b \
          WHERE gauge.pk = b.c0
          """,
        ])
      #expect(statements[3...4].allSatisfy { $0.hasPrefix("INSERT INTO gauge_marks") })
      #expect(statements[5] == "UPDATE gauge SET next = ?2 WHERE pk = ?1")
      #expect(
        statements.suffix(8)
          == Array(repeating: "UPDATE gauge SET place = ?2 WHERE pk = ?1", count: 8))
    }
  }

  /// Optional collections have a column as well as rows.
  @Test func optionalCollectionsAreWrittenWithTheirRows() throws {
    try TemporaryStore.run { store, session in
      let gauges = try gauges(20, in: session)
      for gauge in gauges { gauge.readings = [Double(gauge.number)] }
      try session.save()
      let other = Session(store: try store.reopened())
      #expect(try Gauge.findAll(in: other).map(\.readings) == gauges.map(\.readings))
      #expect(try store.rows("SELECT count(*) FROM gauge_readings") == ["20"])
    }
  }

  @Test func uniqueValuesMoveOnInAnyOrderOfChanges() throws {
    try TemporaryStore.run { store, session in
      let gauges = try gauges(20, in: session)
      for gauge in gauges.reversed() { gauge.place = gauge.place.map { $0 + 1 } }
      try session.save()
      for gauge in gauges.reversed() { gauge.place = gauge.place.map { $0 - 1 } }
      try session.save()
      let places = try store.rows("SELECT place FROM gauge ORDER BY pk")
      #expect(places == (0..<20).map { "\($0)" })
    }
  }

  // MARK: Values

  /// A store that saves many changes at once ends up with the same contents as one that saves each
  /// change separately.
  @Test(
    .notOnPostgreSQL("It asks SQLite in its own SQL."),
    arguments: RandomNumbers.seeds)
  func savesWhatSavingEachSaves(seed: UInt64) throws {
    try TemporaryStore.run { store, session in
      try TemporaryStore.run { other, otherSession in
        var random = RandomNumbers(seed: seed)
        let gauges = try gauges(700, in: session)
        let twins = try self.gauges(700, in: otherSession)
        for _ in 0..<12 {
          let first = Int.random(in: 0..<700, using: &random)
          let step = Int.random(in: 1...3, using: &random)
          var chosen = Array(stride(from: first, to: min(700, first + 600), by: step))
          if Bool.random(using: &random) { chosen.shuffle(using: &random) }
          var change = random.change()
          try otherSession.transaction {
            for index in chosen {
              if Int.random(in: 0..<50, using: &random) == 0 { change = random.change() }
              change(gauges[index], index)
              change(twins[index], index)
              try otherSession.save(twins[index])
            }
          }
          if Bool.random(using: &random) {
            try session.cancelledTransaction { try session.save() }
            #expect(chosen.allSatisfy { gauges[$0].state == .changed })
          }
          try session.transaction { try session.save() }
          #expect(gauges.allSatisfy { $0.state == .clean })
          let all: Criteria = """
            SELECT pk, number, quote(amount), quote(note), length(note), quote(bytes), colour \
            FROM gauge ORDER BY pk
            """
          #expect(try store.rows(all) == other.rows(all))
        }
        #expect(store.statements.all.contains { $0.contains("FROM _persistent_rows(?1) AS b") })
        #expect(!other.statements.all.contains { $0.contains("FROM _persistent_rows(?1) AS b") })
      }
    }
  }

  // MARK: Failures

  /// The error of saving twenty changed objects after `sql`; everything else must stay unchanged.
  private func refusal(
    _ sql: String, change: (Gauge) -> Void = { $0.number += 100 }
  ) throws -> PersistenceError {
    var error: PersistenceError?
    try TemporaryStore.run { store, session in
      let gauges = try gauges(20, in: session)
      try session.execute(Criteria(stringLiteral: sql))
      let before = try store.rows("SELECT pk, number, note, colour FROM gauge ORDER BY pk")
      for gauge in gauges { change(gauge) }
      let values = gauges.map(\.number)
      try session.transaction {
        error = failure { try session.transaction { try session.save() } }
        #expect(gauges.allSatisfy { $0.state == .changed } && gauges.map(\.number) == values)
      }
      #expect(try store.rows("SELECT pk, number, note, colour FROM gauge ORDER BY pk") == before)
      #expect(store.statements.all.contains { $0.contains("FROM _persistent_rows(?1) AS b") })
    }
    return try #require(error)
  }

  /// The save has no savepoint of its own, so nothing undoes it.
  @Test func aSingleObjectThatIsRefusedInATransactionKeepsItsChanges() throws {
    try TemporaryStore.run { store, session in
      let gauges = try gauges(2, in: session)
      try session.transaction {
        try session.save(Gauge(number: 7))
        gauges[0].number = 5
        gauges[0].place = 1
        #expect(failure { try session.save() }?.code == .constraintViolated)
        #expect(gauges[0].state == .changed)
        gauges[0].place = 9
        try session.save()
      }
      #expect(try store.rows("SELECT number, place FROM gauge WHERE pk = 1") == ["5|9"])
    }
  }

  @Test func aRowThatIsGoneIsNamed() throws {
    let error = try refusal("DELETE FROM gauge WHERE pk = 11")
    #expect(error.code == .objectNotFound && error.context.pk == 11)
    #expect(error.context.className == "Gauge")
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func aRowThatATriggerRefusesIsNamed()
    throws
  {
    let error = try refusal(
      """
      CREATE TRIGGER refuse BEFORE UPDATE ON gauge WHEN old.pk = 11 \
      BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    #expect(error.code == .constraintViolated && error.context.pk == 11)
    #expect(error.sql == Self.single)
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func aRowThatATriggerPassesOverIsNamed()
    throws
  {
    let error = try refusal(
      """
      CREATE TRIGGER refuse BEFORE UPDATE ON gauge WHEN old.pk = 11 \
      BEGIN SELECT RAISE(IGNORE); END
      """)
    #expect(error.code == .objectNotFound && error.context.pk == 11)
  }

  /// The transaction is over, so no rows remain to be written separately.
  @Test(.onSQLite) func aTriggerThatEndsTheTransactionEndsTheSave() throws {
    try TemporaryStore.run { store, session in
      let gauges = try gauges(20, in: session)
      try session.execute(
        """
        CREATE TRIGGER refuse BEFORE UPDATE ON gauge WHEN old.pk = 11 \
        BEGIN SELECT RAISE(ROLLBACK, 'no'); END
        """)
      for gauge in gauges { gauge.number += 100 }
      let error = try #require(failure { try session.save() })
      #expect(error.code == .constraintViolated && error.context.className == "Gauge")
      #expect(!store.statements.all.contains(Self.single))
      #expect(gauges.allSatisfy { $0.state == .changed })
      #expect(try store.rows("SELECT count(*) FROM gauge WHERE number >= 100") == ["0"])
      try session.execute("DROP TRIGGER refuse")
      try session.save()
      #expect(try store.rows("SELECT count(*) FROM gauge WHERE number >= 100") == ["20"])
    }
  }

  /// A unique index of another program: the values are refused in one order and accepted in
  /// another.
  @Test func anIndexOfSomebodyElseRefusesWhatItWouldOneByOne() throws {
    let error = try refusal("CREATE UNIQUE INDEX own ON gauge (number)") { $0.number += 1 }
    #expect(error.constraint?.properties == ["number"] && error.constraint?.conflictingPK == 2)
    #expect(error.context.pk == 1)
  }

  /// The rows that were gathered before are not written either.
  @Test func aValueThatCannotBeStoredIsNamed() throws {
    try TemporaryStore.run { store, session in
      let gauges = try gauges(600, in: session)
      for gauge in gauges { gauge.colour = Color(hex: "#ffffff") }
      gauges[580].colour = Color(hex: "white")
      let error = try #require(failure { try session.save() })
      #expect(error.code == .encodingFailed && error.context.pk == gauges[580].pk)
      #expect(gauges.allSatisfy { $0.state == .changed })
      #expect(try store.rows("SELECT count(*) FROM gauge WHERE colour IS NOT NULL") == ["0"])
      gauges[580].colour = nil
      try session.save()
      #expect(try store.rows("SELECT count(*) FROM gauge WHERE colour IS NOT NULL") == ["599"])
    }
  }
}

extension RandomNumbers {
  /// A change of one property or of several; it also depends on the object's index.
  fileprivate mutating func change() -> (Gauge, Int) -> Void {
    let number = Int(truncatingIfNeeded: next())
    let amount =
      [nil, -0.0, 0, .infinity, -1.5, .leastNonzeroMagnitude].randomElement(using: &self) ?? nil
    let text =
      ["", "ä", "1", "a\0b", String(repeating: "long ", count: 900)]
      .randomElement(using: &self) ?? ""
    let kind = Int.random(in: 0..<6, using: &self)
    return { gauge, index in
      if kind != 1 { gauge.number = number &+ index }
      if kind == 1 || kind == 2 { gauge.amount = amount }
      if kind == 3 || kind == 4 { gauge.note = index.isMultiple(of: 3) ? "" : text }
      if kind >= 4 { gauge.bytes = index.isMultiple(of: 2) ? nil : Data(text.utf8) }
      if kind == 5 { gauge.colour = index.isMultiple(of: 5) ? nil : Color(hex: "#\(index)") }
    }
  }
}
