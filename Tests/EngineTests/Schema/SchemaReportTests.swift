import PersistentObjects
import TestSupport
import Testing

/// Reports on a file, and pruning it.
@Suite struct SchemaReportTests {
  private func evolve(
    _ old: (Session) throws -> Void, _ new: (TemporaryStore, Store) throws -> Void
  ) throws {
    try TemporaryStore.run { store, session in
      try old(session)
      let reopened = try store.reopened()
      try new(store, reopened)
      reopened.close()
    }
  }

  private func saveShed(_ session: Session) throws {
    let shed = Sheds.Old(name: "n", size: 3, code: "c")
    shed.tools = ["saw"]
    shed.marks = ["m": 1]
    shed.builder = Address(city: "here")
    try session.save(shed)
  }

  private func schema(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT sql FROM sqlite_schema")
      + store.rows("SELECT * FROM _persistent_column ORDER BY 1, 2")
  }

  @Test(.notOnPostgreSQL("It expects the SQL of SQLite."))
  func aReportShowsWhatTheClassWantsAndTheFileHas() throws {
    try evolve(saveShed) { store, reopened in
      let before = try schema(store)
      let report = try reopened.blocking.schema(of: Sheds.New.self)
      #expect(
        report.description == """
          shed of Old, 1 row
            pk
            name text ← name, codec text 1
            size integer ← size, codec integer 1, not declared
            code text ← code, codec text 1, not declared
            builder integer ← builder, codec reference(address) 1, not declared
            CREATE INDEX index_shed_builder ON shed (builder)
            CREATE UNIQUE INDEX unique_shed_code ON shed (code)
          shed_tools of Old, 1 row
            parent_pk
            array_index
            value text ← tools, codec text 1
          shed_marks of Old, 1 row
            parent_pk, not declared
            dictionary_key text ← marks, codec text 1, not declared
            value integer ← marks, codec integer 1, not declared
          pending: add the column shed.colour
          pending: drop the index index_shed_builder
          pending: drop the index unique_shed_code
          pending record: record the class of shed
          pending record: record the codec 'text 1' of shed.colour
          pending record: record the class of shed_tools
          prunable: drop the index index_shed_builder
          prunable: drop the column shed.builder
          prunable: drop the index unique_shed_code
          prunable: drop the column shed.code
          prunable: drop the column shed.size
          prunable: drop the table shed_marks
          """)
      #expect(report.exists && report.conflict == nil)
      #expect(try schema(store) == before)
    }
  }

  @Test func aReportTellsOfAConflictAndOfNothing() throws {
    try evolve(saveShed) { store, reopened in
      let report = try reopened.blocking.schema(of: Sheds.Wrong.self)
      #expect(report.conflict?.code == .codecMismatch && report.pending.isEmpty)
      let none = try reopened.blocking.schema(of: Invoice.self)
      #expect(!none.exists && none.tables.isEmpty && none.unused.isEmpty)
      #expect(none.pending.first == "create the table invoice")
      #expect(none.pendingRecords.contains("record the class of invoice"))
      #expect(try store.rows("SELECT name FROM sqlite_schema WHERE name = 'invoice'") == [])
    }
  }

  /// Each of these was told only when the one before was mended.
  @Test func allProblemsOfAClassAreToldTogether() throws {
    try evolve(saveShed) { _, reopened in
      let report = try reopened.blocking.schema(of: Sheds.AllWrong.self)
      #expect(report.conflicts.map(\.context.property) == ["name", "size", "height"])
      #expect(report.conflicts.map(\.code) == [.codecMismatch, .codecMismatch, .schemaMismatch])
      let used = failure { try reopened.lendSession { _ = try Sheds.AllWrong.count(in: $0) } }
      #expect(used?.problems.map(\.message) == report.conflicts.map(\.message))
      #expect(used?.code == .codecMismatch && used?.context.className == "Sheds.AllWrong")
      #expect(used?.context.table == "shed" && used?.context.property == nil)
      #expect(
        used?.message.hasPrefix("there are 3 problems: (1) the property is stored by") == true)
    }
  }

  @Test func allProblemsOfADeclarationAreToldTogether() throws {
    try evolve(saveShed) { _, reopened in
      let report = try reopened.blocking.schema(of: Sheds.Impossible.self)
      #expect(report.conflicts.map(\.context.property) == ["first", "second", "city"])
      #expect(report.conflicts.map(\.code) == [.noCodec, .noCodec, .invalidModel])
      #expect(report.tables.map(\.name).first == "shed" && report.pending.isEmpty)
      let used = failure { try reopened.lendSession { _ = try Sheds.Impossible.count(in: $0) } }
      #expect(used?.problems.count == 3)
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL."))
  func allTablesAreListedThoseOfOthersToo() throws {
    try TemporaryStore.run { store, session in
      try saveShed(session)
      try session.execute("CREATE TABLE theirs (a, b)")
      try session.execute("CREATE INDEX their_index ON theirs (b DESC)")
      let tables = try store.store.blocking.tables()
      #expect(tables.map(\.name) == ["address", "shed", "shed_marks", "shed_tools", "theirs"])
      #expect(tables.last?.className == nil && tables.last?.columns.map(\.name) == ["a", "b"])
      #expect(tables.last?.indices.map(\.isOwn) == [false])
      #expect(tables[2].ownerTable == "shed" && tables[2].rowCount == 1)
    }
  }

  @Test func aTableExistsOnceItsClassIsUsed() throws {
    try TemporaryStore.run { store, session in
      #expect(try !Address.tableExists(in: session))
      #expect(try store.rows("SELECT name FROM sqlite_schema") == [])
      try session.makeTables(for: Address.self)
      #expect(try Address.tableExists(in: session))
      #expect(try Sheds.Moved.tableExists(in: session), "under its former name")
    }
  }

  @Test(.onSQLite) func pruningDropsWhatTheClassHasNoMore() throws {
    try evolve(saveShed) { store, reopened in
      let before = try schema(store)
      let planned = try reopened.blocking.prune(Sheds.New.self, dryRun: true)
      #expect(try schema(store) == before)
      let dropped = try reopened.blocking.prune(Sheds.New.self)
      #expect(dropped == planned)
      #expect(dropped.columns == ["shed.builder", "shed.code", "shed.size"])
      #expect(dropped.tables == ["shed_marks"])
      #expect(
        try store.rows("SELECT sql FROM sqlite_schema WHERE tbl_name LIKE 'shed%' AND sql > ''")
          == [
            "CREATE TABLE shed (pk INTEGER PRIMARY KEY, name TEXT, colour TEXT DEFAULT 'red') STRICT",
            "CREATE TABLE shed_tools (parent_pk INTEGER NOT NULL REFERENCES shed (pk) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, array_index INTEGER NOT NULL, value TEXT, PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID",
          ])
      #expect(
        try store.rows(
          "SELECT column_name FROM _persistent_column WHERE table_name LIKE 'shed%' ORDER BY 1")
          == ["colour", "name", "value"])
      try reopened.blocking.session { session in
        let shed = try #require(try Sheds.New.findAll(in: session).first)
        #expect(shed.name == "n" && shed.tools == ["saw"] && shed.colour == "red")
        shed.tools = []
        try shed.save()
      }
      #expect(try reopened.blocking.prune(Sheds.New.self).isEmpty)
      #expect(try reopened.blocking.checkIntegrity().isSound)
    }
  }

  @Test(arguments: ["(size)", "(name) WHERE size > 1"])
  func whatOthersNeedIsNotDropped(index: String) throws {
    try evolve { session in
      try saveShed(session)
      try session.execute(Criteria(stringLiteral: "CREATE INDEX mine ON shed \(index)"))
    } _: { store, reopened in
      let before = try schema(store)
      let error = failure { _ = try reopened.blocking.prune(Sheds.New.self) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.message.contains("mine") == true)
      #expect(try schema(store) == before)
    }
  }

  @Test(arguments: ["(name) WHERE name > ''", "(lower(name))"])
  func indicesOfOthersOnWhatStaysDoNoHarm(index: String) throws {
    try evolve { session in
      try saveShed(session)
      try session.execute(Criteria(stringLiteral: "CREATE INDEX theirs ON shed \(index)"))
    } _: { store, reopened in
      let dropped = try reopened.blocking.prune(Sheds.New.self)
      #expect(dropped.columns == ["shed.builder", "shed.code", "shed.size"])
      #expect(try store.rows("SELECT name FROM sqlite_schema WHERE name = 'theirs'") == ["theirs"])
    }
  }

  /// SQLite deletes the rows of a table that it drops, and with them rows that refer to them.
  @Test func rowsOfOthersThatReferToATableAreKept() throws {
    try evolve { session in
      try saveShed(session)
      try session.execute(
        "CREATE TABLE note (id INTEGER PRIMARY KEY, s BIGINT REFERENCES shed (pk) ON DELETE CASCADE)"
      )
      try session.execute("INSERT INTO note VALUES (1, 1)")
    } _: { store, reopened in
      let error = failure { _ = try reopened.blocking.prune(table: "shed") }
      #expect(error?.code == .schemaMismatch && error?.message.contains("note") == true)
      let notes = try store.rows("SELECT count(*) FROM note")
      #expect(notes == ["1"])
    }
  }

  @Test(
    .onSQLite,
    arguments: [
      ("VIEW theirs AS SELECT * FROM shed_marks", "view theirs"),
      (
        "TRIGGER theirs AFTER INSERT ON address BEGIN DELETE FROM shed_marks; END",
        "trigger theirs"
      ),
      ("TRIGGER theirs AFTER INSERT ON shed_marks BEGIN SELECT 1; END", "trigger 'theirs'"),
      ("INDEX theirs ON shed_marks (value)", "index 'theirs'"),
    ])
  func aTableThatOthersNeedIsNotDropped(sql: String, name: String) throws {
    try evolve { session in
      try saveShed(session)
      try session.execute(Criteria(stringLiteral: "CREATE \(sql)"))
    } _: { store, reopened in
      let before = try schema(store)
      let error = failure { _ = try reopened.blocking.prune(Sheds.New.self) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.message.contains(name) == true, "\(error as Any)")
      #expect(try schema(store) == before)
    }
  }

  /// The report looked for the remains of a class under its new name alone.
  @Test func theRemainsOfAClassThatIsYetToBeRenamedAreReported() throws {
    try evolve(saveShed) { _, reopened in
      let planned = try reopened.blocking.prune(Sheds.Hut.self, dryRun: true)
      #expect(planned.columns == ["shed.builder", "shed.code", "shed.size"])
      #expect(planned.tables == ["shed_marks"])
      #expect(try reopened.blocking.schema(of: Sheds.Hut.self).unused == planned)
      let dropped = try reopened.blocking.prune(Sheds.Hut.self)
      #expect(dropped.columns == ["hut.builder", "hut.code", "hut.size"])
      #expect(dropped.tables == planned.tables)
    }
  }

  /// The table of the renamed class was taken for that of the new class with its name.
  @Test func aClassIsNotTakenForOneThatHadItsName() throws {
    try evolve { session in
      try session.save(Guests.Former(name: "a", color: "ff0000"))
    } _: { store, _ in
      let new = try store.reopened(classes: [Guests.Visitor.self])
      defer { new.close() }
      let report = try new.blocking.schema(of: Guests.Guest.self)
      #expect(!report.exists && report.unused.isEmpty && report.conflict == nil)
      #expect(report.pending.contains("rename the table guest to visitor"))
      #expect(report.pending.contains("create the table guest"))
      #expect(try new.blocking.prune(Guests.Guest.self, dryRun: true).isEmpty)
      let recoded = try new.blocking.recode(
        .property(\Guests.Guest.color, from: StringCodec()) {
          Color(hex: "#\($0)")
        })
      #expect(recoded == 0)
      let visitors = try new.blocking.session { session in
        try Guests.Visitor.findAll(in: session).map(\.color)
      }
      #expect(visitors == ["ff0000"])
    }
  }

  @Test func aReportTellsOfTheTablesOfOtherClasses() throws {
    try TemporaryStore.run { store, _ in
      let report = try store.store.blocking.schema(of: Sheds.Old.self)
      #expect(report.pending.contains("create the table address"))
      #expect(report.tables.isEmpty)
    }
  }

  @Test(.notOnPostgreSQL("Keys come from sequences there.")) func theTableOfARemovedClassIsDropped()
    throws
  {
    try evolve { session in
      try saveShed(session)
      try session.execute("INSERT INTO address (pk, city) VALUES (50, 'by SQL')")
    } _: { store, reopened in
      let used = failure { _ = try reopened.blocking.prune(table: "address") }
      #expect(used?.code == .schemaMismatch && used?.message.contains("builder of shed") == true)
      let firstFailure = failure { _ = try reopened.blocking.prune(table: "nothing") }
      #expect(firstFailure?.code == .schemaMismatch)
      let secondFailure = failure { _ = try reopened.blocking.prune(table: "shed_tools") }
      #expect(secondFailure?.code == .schemaMismatch)
      #expect(
        try reopened.blocking.prune(table: "shed").tables == ["shed_marks", "shed_tools", "shed"])
      #expect(try reopened.blocking.prune(table: "address").tables == ["address"])
      #expect(try reopened.blocking.tables().isEmpty)
      try reopened.blocking.transaction { session in
        let address = Address(city: "new")
        try session.save(address)
        #expect(address.pk == 51, "a key is never given out again")
      }
      let known = failure { _ = try reopened.blocking.prune(table: "address") }
      #expect(known?.message == "the class Address uses the table; nothing was changed")
    }
  }

  @Test(.notOnPostgreSQL("Keys come from sequences there."))
  func aClassMayGetTheNameOfAPrunedTable() throws {
    try evolve { session in
      try session.save(contentsOf: ["a", "b", "c"].map { Sheds.Barn(name: $0) })
      try session.save(Sheds.Stall(name: "s"))
    } _: { store, reopened in
      try reopened.blocking.prune(table: "barn")
      let later = try store.reopened()
      defer { later.close() }
      try later.blocking.transaction { session in
        #expect(try Sheds.NewBarn.findAll(in: session).map(\.name) == ["s"])
        let next = Sheds.NewBarn(name: "next")
        try session.save(next)
        #expect(next.pk == 4, "a key is never given out again")
      }
      #expect(
        try store.rows("SELECT table_name, next_pk FROM _persistent_sequence") == ["barn|5"])
    }
  }

  @Test func aTableThatRowsReferToByNameIsKept() throws {
    try evolve { session in
      try session.save(Keeper(name: "k", pet: Dog(name: "d")))
    } _: { _, reopened in
      let error = failure { _ = try reopened.blocking.prune(table: "dog") }
      #expect(error?.code == .schemaMismatch && error?.message.contains("keeper") == true)
      try reopened.blocking.execute("UPDATE keeper SET pet = NULL, pet_class = NULL")
      #expect(try reopened.blocking.prune(table: "dog").tables == ["dog_tricks", "dog"])
    }
  }

  @Test func aClassWhoseCollectionRefersToItIsDropped() throws {
    try evolve { session in
      let pen = Sheds.Pen(name: "p")
      pen.parts = [Sheds.Pen(name: "q")]
      try session.save(pen)
    } _: { _, reopened in
      let tables = try reopened.blocking.prune(table: "pen").tables
      #expect(tables == ["pen_parts", "pen"])
    }
  }

  @Test func childTablesOfEarlierVersionsAreKnownByTheirNames() throws {
    try evolve { session in
      try saveShed(session)
      try session.execute("ALTER TABLE _persistent_table DROP COLUMN superclass_table")
      try session.execute("ALTER TABLE _persistent_table DROP COLUMN owner_table")
      try session.execute("UPDATE _persistent_table SET class_name = 'Shed'")
    } _: { _, reopened in
      let dropped = try reopened.blocking.prune(Sheds.Shed.self)
      #expect(dropped.tables == ["shed_marks", "shed_tools"])
    }
  }

  @Test func aPruningThatIsRolledBackHasDroppedNothing() throws {
    try evolve(saveShed) { store, reopened in
      let before = try schema(store)
      struct Cancelled: Error {}
      #expect(throws: Cancelled.self) {
        try reopened.blocking.transaction { _ in
          try reopened.blocking.prune(Sheds.New.self)
          throw Cancelled()
        }
      }
      #expect(try schema(store) == before)
      #expect(try reopened.blocking.session { try Sheds.New.count(in: $0) } == 1)
    }
  }

  @Test func aReportCountsRowsWithoutAValueOfARequiredProperty() throws {
    try evolve { session in
      let seats = [nil, 2, nil].map { Pews.Old(seats: $0) }
      seats[1].marks = [nil, 1]
      try session.save(contentsOf: seats)
    } _: { store, reopened in
      let report = try reopened.blocking.schema(of: Pews.New.self)
      #expect(
        report.missing.map(\.description) == [
          "pew.seats is NULL in 2 rows, but seats is required",
          "pew_marks.value is NULL in 1 row, but marks is required",
        ])
      #expect(report.conflict == nil && report.missing.first?.property == "seats")
      let old = try store.store.blocking.schema(of: Pews.Old.self)
      #expect(old.missing == [])
    }
  }
}

private enum Pews {
  @Persistent(table: "pew") final class Old {
    var seats: Int?
    var marks: [Int?] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "pew") final class New {
    var seats: Int
    var marks: [Int] = []
    @Transient var life = Lifetime()
  }
}

private enum Guests {
  @Persistent(table: "guest") final class Former {
    var name: String
    var color: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "visitor", renamedFrom: "guest") final class Visitor {
    var name: String
    var color: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "guest") final class Guest {
    @Column(codec: HexColor()) var color: Color
    @Transient var life = Lifetime()
  }
}

private enum Sheds {
  @Persistent(table: "shed") final class Old {
    var name: String
    var size: Int
    @Column(unique: true) var code: String
    var tools: [String] = []
    var marks: [String: Int] = [:]
    var builder: Address?
    @Transient var life = Lifetime()
  }

  @Persistent(table: "shed") final class New {
    var name: String
    var colour: String = "red"
    var tools: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "hut", renamedFrom: "shed") final class Hut {
    var name: String
    var tools: [String] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "shed") final class Wrong {
    var name: Int
  }

  @Persistent(table: "shed") final class AllWrong {
    var name: Int
    var size: String
    var height: Int
  }

  @Persistent(table: "shed") final class Impossible {
    var first: Planks
    var second: Planks?
    @Column(onDelete: .nullify) var city: Town?
  }

  struct Planks: Sendable {}
  enum Town: String, Codable { case rome }

  @Persistent final class Shed {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "pen") class Pen {
    var name: String
    var parts: [Pen] = []
    @Transient var life = Lifetime()
  }

  @Persistent(table: "barn") final class Barn {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "stall") final class Stall {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(table: "barn", renamedFrom: "stall") final class NewBarn {
    var name: String
    @Transient var life = Lifetime()
  }

  @Persistent(renamedFrom: "address") final class Moved {
    var city: String
  }
}
