import Foundation
import PersistentObjects
import PersistentObjectsInspection
import TestSupport
import Testing

@testable import PersistentObjectsGeneration

/// Databases of other programs become classes, and their rows become objects.
@Suite struct ForeignDatabaseTests {
  @Test func tablesColumnsAndForeignKeysBecomeClasses() throws {
    let model = try Self.model("chinook")
    #expect(
      Self.lines(model) == [
        "Album: title: String, artist: Artist, tracks: [Track] ← album",
        "Artist: name: String?, albums: [Album] ← artist",
        "Customer: email: String, supportRep: Employee?",
        """
        Employee: lastName: String, hireDate: Date?, reportsTo: Employee?, customers: [Customer] ← supportRep, \
        employeesByReportsTo: [Employee] ← reportsTo
        """,
        "MediaType: name: String?, tracks: [Track] ← mediaType",
        "Playlist: name: String?, playlistTracks: [PlaylistTrack] ← playlist",
        "PlaylistTrack: playlist: Playlist, track: Track",
        """
        Track: name: String, milliseconds: Int, bytes: Int?, unitPrice: Decimal, album: Album?, \
        mediaType: MediaType, playlistTracks: [PlaylistTrack] ← track
        """,
      ])
    try model.check(source: "chinook")
  }

  @Test func oddDatabasesBecomeClassesToo() throws {
    let model = try Self.model("northwind")
    #expect(
      Self.lines(model) == [
        "Category: categoryName: String?, description: String?, picture: Data?, products: [Product] ← category",
        "Customer: customerID: String, companyName: String, country: String?, fax: String?, orders: [Order] ← customer",
        "EmployeeTerritory: employee: Employee, territory: Territory",
        """
        Employee: lastName: String?, firstName: String?, birthDate: CalendarDay?, photo: Data?, \
        reportsTo: Employee?, employeeTerritories: [EmployeeTerritory] ← employee, \
        employeesByReportsTo: [Employee] ← reportsTo, orders: [Order] ← employee
        """,
        "Mixed: anything: StoredValue?, note: String?, pk2: String?, save: String?, `class`: String?, `0Odd`: String?",
        "OrderDetail: unitPrice: Decimal, quantity: Int, discount: Double, order: Order, product: Product",
        """
        Order: orderDate: Date?, freight: Decimal?, shipName: String?, isPaid: Bool?, employee: Employee?, \
        customer: Customer?, shipVia: Shipper?, orderDetails: [OrderDetail] ← order
        """,
        """
        Product: productName: String, unitPrice: Decimal?, unitsInStock: Int?, discontinued: String, \
        category: Category?, orderDetails: [OrderDetail] ← product
        """,
        "Region: regionDescription: String, territories: [Territory] ← region",
        "Shipper: companyName: String, phone: String?, orders: [Order] ← shipVia",
        """
        Territory: territoryID: String, territoryDescription: String, region: Region, \
        employeeTerritories: [EmployeeTerritory] ← territory
        """,
      ])
    try model.check(source: "northwind")
  }

  @Test func whatHadToBeDecidedIsNoted() throws {
    let old = try Self.file("northwind")
    let database = try ForeignDatabase(old.path)
    let notes = database.model.classes.flatMap { model in
      (model.notes ?? []).map { "\(model.name): \($0)" }
        + model.properties.flatMap { property in
          (property.notes ?? []).map { "\(model.name).\(property.name): \($0)" }
        }
    }
    for expected in [
      "Category: the view Products by Category has no class",
      "Customer: the row id is the primary key, `pk`",
      "OrderDetail: rows are numbered in the order of their key (OrderID, ProductID), which is `pk`",
      "Order: the index Paid is left out: it covers only some rows", "Mixed.pk2: the column pk",
      "Order.customer: 1 row refers to rows that are missing, and become nil",
      "Order.orderDate: its texts name no time zone, and are read as UTC",
      "Mixed.anything: its rows hold 1 integer, 1 double, 1 text, 1 blob",
      "Mixed.note: its default was upper('x')", "OrderDetail: CHECK (Quantity > 0) is left out",
    ] {
      #expect(notes.contains(expected), "\(notes.joined(separator: "\n"))")
    }
    #expect(database.losesReferences)
    withExtendedLifetime(old) {}
  }

  @Test(arguments: ["chinook", "northwind"]) func allRowsComeOver(_ name: String) throws {
    let old = try Self.file(name)
    let copy = try TemporaryFile()
    defer { copy.remove() }
    let database = try ForeignDatabase(old.path)
    let counts = try database.import(into: copy.path)
    #expect(try counts == database.rowCounts())
    let new = try InspectedFile(copy.path)
    #expect(try new.check(isDeep: true).isSound)
    #expect(Set(new.model.classes.map(\.name)) == Set(database.model.classes.map(\.name)))
    for found in database.classes { try Self.compare(found, database, new) }
  }

  /// Compares each row and value by their SQL results.
  private static func compare(
    _ found: ForeignClass, _ old: ForeignDatabase, _ new: InspectedFile
  ) throws {
    for property in found.properties {
      let column = property.model.column ?? ""
      let expected: String
      switch property.source {
      case .inverse: continue
      case .reference(let reference, let target):
        expected = old.classes[target].lookup(reference, from: found)
      case .column(let name, .date):
        expected = "strftime('%Y-%m-%d %H:%M:%f', \(found.sql(of: name, in: "t")))"
      case .column(let name, _): expected = found.sql(of: name, in: "t")
      }
      let isDecimal = property.model.type.unwrapped == .named("Decimal")
      let isDate = property.model.type.unwrapped == .named("Date")
      let stored = isDate ? "strftime('%Y-%m-%d %H:%M:%f', \(column))" : "\"\(column)\""
      let before = try old.file.rows(
        "SELECT t._persistent_key, \(expected) FROM \(found.rows) AS t ORDER BY 1")
      let after = try new.rows("SELECT pk, \(stored) FROM \"\(found.modelTable)\" ORDER BY 1")
      #expect(
        before.map { $0.map(comparable) }
          == after.map { [$0[0], isDecimal ? number(in: $0[1]) : $0[1]].map(comparable) },
        "\(found.name).\(property.model.name)")
    }
  }

  /// The number in the stored form of a decimal.
  private static func number(in value: StoredValue) -> StoredValue {
    guard let decimal = try? DecimalCodec().value(of: value) else { return value }
    return Double("\(decimal)").map(StoredValue.real) ?? value
  }

  /// The value for the comparison: integers in a column of doubles have become doubles.
  private static func comparable(_ value: StoredValue) -> StoredValue {
    if case .integer(let number) = value { .real(Double(number)) } else { value }
  }

  @Test func onlyTheTablesOfAVirtualTableItselfAreLeftOut() throws {
    let old = try OldFile(
      "CREATE VIRTUAL TABLE note USING fts5(text)",
      "CREATE TABLE note_author (id INTEGER PRIMARY KEY, name TEXT)")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    #expect(model.classes.map(\.table) == ["note_author"])
    #expect(model.classes.first?.notes?.contains { $0.contains("virtual table note") } == true)
  }

  @Test func reservedNamesAreNotTaken() throws {
    let old = try OldFile(
      "CREATE TABLE SqliteData (id INTEGER PRIMARY KEY, sqlite_x TEXT, day DATE)",
      "CREATE TABLE calendar_day (id INTEGER PRIMARY KEY, stored_value BLOB)",
      "CREATE TABLE _persistent_note (id INTEGER PRIMARY KEY)",
      "INSERT INTO SqliteData VALUES (1, 'x', '2026-11-26')")
    let database = try ForeignDatabase(old.path)
    let model = database.model
    try model.check(source: "reserved")
    #expect(
      Self.lines(model).sorted() == [
        "CalendarDayRow: storedValue: Data?",
        "OldSqliteData: oldSqliteX: String?, day: CalendarDay?", "PersistentNote: ",
      ])
    let copy = try TemporaryFile()
    defer { copy.remove() }
    _ = try database.import(into: copy.path)
    let row = try InspectedFile(copy.path).object(ObjectKey(table: "old_sqlite_data", pk: 1))
    #expect(row?["day"] == .time("2026-11-26") && row?["oldSqliteX"] == .text("x"))
  }

  @Test func whatNoClassCanDeclareIsNoted() throws {
    let old = try OldFile(
      "CREATE TABLE author (id INTEGER PRIMARY KEY, born DATE DEFAULT 'now')",
      "CREATE VIEW writer AS SELECT * FROM author",
      "CREATE TABLE note (id INTEGER PRIMARY KEY, content, who INTEGER REFERENCES Writer (id))",
      "CREATE INDEX twice ON note (content, content)",
      "INSERT INTO note (content) VALUES ('a'), (x'ff'), (CAST(x'ff' AS TEXT)), (1), (2)")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    try model.check(source: "notes")
    let notes = model.classes.flatMap { found in
      (found.notes ?? []) + found.properties.flatMap { $0.notes ?? [] }
    }
    for expected in [
      "the foreign key (who) refers to the view writer, which has no class",
      "the index twice is left out: it has a column twice", "its default was 'now'",
      "its rows hold 2 integers, 1 text, 1 blob, 1 text that is not UTF-8",
    ] {
      #expect(notes.contains(expected), "\(notes.joined(separator: "\n"))")
    }
  }

  @Test func columnsMayDifferInTheCaseOfOtherLetters() throws {
    let old = try OldFile(
      "CREATE TABLE author (id INTEGER PRIMARY KEY)",
      "CREATE TABLE note (id INTEGER PRIMARY KEY, ä TEXT, Ä INTEGER REFERENCES AUTHOR (ID))")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    #expect(
      Self.lines(model) == ["Author: notes: [Note] ← ä2", "Note: ä: String?, ä2: Author?"])
  }

  @Test func noPropertyHasTheNameOfItsClass() throws {
    let old = try OldFile(
      """
      CREATE TABLE 価格 (id INTEGER PRIMARY KEY, 価格 TEXT, 年 INTEGER, 月 INTEGER,
      FOREIGN KEY (年, 月) REFERENCES 価格 (年, 月))
      """,
      "CREATE TABLE \"3d\" (id INTEGER PRIMARY KEY, \"3d\" TEXT)")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    try model.check(source: "caseless")
    let names = Dictionary(
      uniqueKeysWithValues: model.classes.map { ($0.name, $0.properties.map(\.name)) })
    #expect(names == ["価格": ["価格2", "年", "月", "価格3", "価格sBy価格3"], "3d": ["3d2"]])
  }

  /// SQLite gives other names to such columns of a subquery.
  @Test func columnsMayBeCalledTrueAndFalse() throws {
    let old = try OldFile(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, "true" TEXT UNIQUE, "false" TEXT REFERENCES t ("true"))
      """,
      "INSERT INTO t VALUES (1, 'x', NULL), (2, 'y', 'x')")
    let copy = try TemporaryFile()
    defer { copy.remove() }
    #expect(try ForeignDatabase(old.path).import(into: copy.path) == ["T": 2])
    let object = try InspectedFile(copy.path).object(ObjectKey(table: "t", pk: 2))
    #expect(object?["true"] == .text("y"))
    #expect(object?["false"] == .reference(ObjectKey(table: "t", pk: 1)))
    withExtendedLifetime(old) {}
  }

  @Test func aForeignKeyToAColumnThatIsMissingIsNotedAndItsColumnKept() throws {
    let old = try OldFile(
      "CREATE TABLE a (x TEXT)",
      """
      CREATE TABLE b (id INTEGER PRIMARY KEY, first INT REFERENCES a (nope), second INT REFERENCES a)
      """,
      "INSERT INTO b VALUES (1, 5, 6)")
    let database = try ForeignDatabase(old.path)
    #expect(Self.lines(database.model) == ["A: x: String?", "B: first: Int?, second: Int?"])
    let notes = database.model.classModel(named: "B")?.notes ?? []
    for note in [
      "the foreign key (first) refers to (nope) in the table a, which lacks columns",
      "the foreign key (second) refers to the primary key of the table a, which has another number of columns",
    ] { #expect(notes.contains(note), "\(notes)") }
    let copy = try TemporaryFile()
    defer { copy.remove() }
    _ = try database.import(into: copy.path)
    let object = try InspectedFile(copy.path).object(ObjectKey(table: "b", pk: 1))
    #expect(object?["first"] == .integer(5) && object?["second"] == .integer(6))
    withExtendedLifetime(old) {}
  }

  /// SQLite does not take such a column for the row id, and allows NULL in it.
  @Test func aDescendingIntegerKeyIsAnOrdinaryColumn() throws {
    let old = try OldFile(
      "CREATE TABLE a (x INTEGER PRIMARY KEY DESC, y)", "INSERT INTO a (y) VALUES (1), (2)",
      "CREATE TABLE b (x INTEGER, y, PRIMARY KEY (x DESC))", "INSERT INTO b (y) VALUES (3)",
      "CREATE TABLE c (x INTEGER PRIMARY KEY DESC, y)", "INSERT INTO c VALUES (7, 8)")
    let database = try ForeignDatabase(old.path)
    #expect(Self.lines(database.model) == ["A: x: Int?, y: Int?", "B: y: Int?", "C: y: Int?"])
    let copy = try TemporaryFile()
    defer { copy.remove() }
    #expect(try database.import(into: copy.path) == ["A": 2, "B": 1, "C": 1])
    let object = try InspectedFile(copy.path).object(ObjectKey(table: "c", pk: 7))
    #expect(object?["y"] == .integer(8))
    withExtendedLifetime(old) {}
  }

  /// SQLite applies the affinity of the target's column to the foreign key, not the reverse.
  @Test func aForeignKeyIsComparedAsItsTargetIs() throws {
    let old = try OldFile(
      "CREATE TABLE p (k TEXT PRIMARY KEY)", "INSERT INTO p VALUES ('01'), ('1')",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, r INTEGER REFERENCES p)",
      "INSERT INTO c VALUES (1, 1)")
    let database = try ForeignDatabase(old.path)
    let copy = try TemporaryFile()
    defer { copy.remove() }
    _ = try database.import(into: copy.path)
    let object = try InspectedFile(copy.path).object(ObjectKey(table: "c", pk: 1))
    #expect(object?["r"] == .reference(ObjectKey(table: "p", pk: 2)))
    let parent = try #require(database.classes.first { $0.name == "P" })
    let child = try #require(database.classes.first { $0.name == "C" })
    let lookup = parent.lookup(child.table.foreignKeys[0], from: child)
    let plan = try database.file.rows(
      "EXPLAIN QUERY PLAN SELECT \(lookup) FROM \(child.rows) AS t")
    #expect(plan.contains { $0[3].text?.hasPrefix("SEARCH p USING") == true }, "\(plan)")
    withExtendedLifetime(old) {}
  }

  @Test func defaultsAreThoseThatSQLiteStores() throws {
    let old = try OldFile(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT DEFAULT 5, number INTEGER DEFAULT '-7',
      ratio REAL DEFAULT '0.5', flag BOOLEAN DEFAULT 2, other INTEGER DEFAULT 'x',
      mixed DEFAULT 'a', none TEXT DEFAULT NULL)
      """, "INSERT INTO t VALUES (1, 'a', 1, 1.5, 1, 2, x'00', 'b'), (2, 'b', 2, 2, 0, 3, 1, 'c')")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    let properties = try #require(model.classModel(named: "T")).properties
    let defaults = properties.map { $0.defaultValue?.value ?? .null }
    #expect(
      defaults == [.text("5"), .integer(-7), .real(0.5), .null, .null, .null, .null])
    #expect(
      properties.map { $0.notes?.last ?? "" } == [
        "", "", "", "its default was 2", "its default was 'x'", "its default was 'a'", "",
      ])
  }

  @Test func aForeignKeyThatSetsADefaultRestricts() throws {
    let old = try OldFile(
      "CREATE TABLE a (id INTEGER PRIMARY KEY)",
      """
      CREATE TABLE b (id INTEGER PRIMARY KEY, one INT DEFAULT 1 REFERENCES a ON DELETE SET DEFAULT,
      two INT REFERENCES a ON DELETE SET NULL)
      """)
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    let properties = try #require(model.classModel(named: "B")).properties
    #expect(properties.map(\.onDelete) == [.restrict, nil])
    #expect(properties.map(\.notes) == [["its default was 1"], nil])
  }

  /// Two texts may be one date, and a column without case may find one row for two spellings.
  @Test func aUniqueIndexWhoseRowsBecomeEqualIsLeftOut() throws {
    let old = try OldFile(
      "CREATE TABLE p (name TEXT COLLATE NOCASE PRIMARY KEY)", "INSERT INTO p VALUES ('Ann')",
      """
      CREATE TABLE e (id INTEGER PRIMARY KEY, start DATETIME, finish DATETIME,
      who TEXT REFERENCES p)
      """,
      """
      INSERT INTO e VALUES (1, '2026-11-22 08:00:00', '2026-11-22 08:00:10', 'ann'),
      (2, '2026-11-22 08:00:00.0', '2026-11-22 08:00:01', 'ANN'), (3, NULL, NULL, NULL)
      """,
      "CREATE UNIQUE INDEX starts ON e (start)", "CREATE UNIQUE INDEX ends ON e (finish)",
      "CREATE UNIQUE INDEX people ON e (who)", "CREATE UNIQUE INDEX both ON e (start, finish)")
    let database = try ForeignDatabase(old.path)
    let found = try #require(database.model.classModel(named: "E"))
    #expect(found.indices?.map(\.columns) == [["finish"], ["start", "finish"]])
    for name in ["starts", "people"] {
      let note = "the index \(name) is left out: rows that it tells apart have equal values here"
      #expect(found.notes?.contains(note) == true, "\(found.notes ?? [])")
    }
    let copy = try TemporaryFile()
    defer { copy.remove() }
    #expect(try database.import(into: copy.path) == ["E": 3, "P": 1])
    withExtendedLifetime(old) {}
  }

  /// A date has as many digits as a `Double`, which are more than microseconds and fewer than
  /// these.
  @Test func datesAreComparedAsTheyAreStored() throws {
    let old = try OldFile(
      "CREATE TABLE e (id INTEGER PRIMARY KEY, start DATETIME, finish DATETIME, name TEXT)",
      """
      INSERT INTO e VALUES
      (1, '2026-11-22 08:00:00.1234561', '2026-11-22 08:00:00.1234560001', 'a'),
      (2, '2026-11-22 08:00:00.1234563', '2026-11-22 08:00:00.1234560002', 'b'),
      (3, '2026-11-22 08:00:00.12345630', '2026-11-22 08:00:00.5', 'b')
      """,
      "CREATE UNIQUE INDEX one ON e (start)", "CREATE UNIQUE INDEX two ON e (finish)",
      "CREATE UNIQUE INDEX three ON e (finish, start)",
      "CREATE UNIQUE INDEX four ON e (name, start)", "CREATE UNIQUE INDEX five ON e (finish, name)")
    let database = try ForeignDatabase(old.path)
    let found = try #require(database.model.classModel(named: "E"))
    #expect(found.indices?.map(\.columns) == [["finish", "start"], ["finish", "name"]])
    let copy = try TemporaryFile()
    defer { copy.remove() }
    #expect(try database.import(into: copy.path) == ["E": 3])
    withExtendedLifetime(old) {}
  }

  @Test func microsecondsAreNotTheSmallestDifferenceOfDates() throws {
    let old = try OldFile(
      "CREATE TABLE e (id INTEGER PRIMARY KEY, start DATETIME)",
      """
      INSERT INTO e VALUES (1, '2026-11-22 08:00:00.1234561'), (2, '2026-11-22 08:00:00.1234563')
      """,
      "CREATE UNIQUE INDEX starts ON e (start)")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    #expect(model.classModel(named: "E")?.indices?.map(\.columns) == [["start"]])
  }

  @Test func whatAClassCannotDeclareIsNotedBesideIt() throws {
    let old = try OldFile(
      """
      CREATE TABLE account (id INTEGER PRIMARY KEY, mail TEXT NOT NULL COLLATE NOCASE UNIQUE
      CHECK (mail LIKE '%(@)%'), /* CHECK (1) */ "check" TEXT, twice AS (length(mail) * 2) STORED,
      state TEXT COLLATE BINARY, CONSTRAINT known CHECK (state IN ('a', 'b')), UNIQUE (state, "check"))
      """,
      "CREATE INDEX lengths ON account (length(mail))",
      "INSERT INTO account VALUES (1, 'a(@)b', 'x', 'a')")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    let account = try #require(model.classModel(named: "Account"))
    #expect(
      account.notes == [
        "the column id is the primary key, `pk`", "CHECK (mail LIKE '%(@)%') is left out",
        "CHECK (state IN ('a', 'b')) is left out",
        "UNIQUE (mail) is left out: it compares by NOCASE",
        "the index lengths is left out: it has an expression",
      ])
    #expect(account.indices?.map(\.columns) == [["state", "check"]])
    let notes = account.properties.map { $0.notes ?? [] }
    #expect(
      notes == [
        ["COLLATE NOCASE is left out: texts are compared by their bytes"], [],
        [
          "its values were generated AS (length(mail) * 2); they are kept, and no longer computed"
        ], [],
      ])
  }

  /// SQLite keeps 0.1 as the nearest double.
  @Test func decimalsAreThoseThatPeopleHaveWritten() throws {
    let old = try OldFile(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a DECIMAL(10,2) DEFAULT '1.5', b NUMERIC(5), c NUMERIC,
      d DECIMAL(10,2), e DECIMAL)
      """,
      "INSERT INTO t VALUES (1, 0.1, 3, -12.5, 1e200, 'many'), (2, 7, 2.25, 1234567.891, 1, 2)",
      "INSERT INTO t VALUES (3, 9007199254740993, NULL, 0.1 + 0.2, NULL, NULL)")
    let database = try ForeignDatabase(old.path)
    let found = try #require(database.model.classModel(named: "T"))
    #expect(
      found.properties.map { "\($0.type)" }
        == ["Decimal?", "Decimal?", "Decimal?", "Double?", "StoredValue?"])
    #expect(
      found.properties.map { $0.notes?.first ?? "" } == [
        "DECIMAL(10,2) is a Decimal, whose digits nothing limits",
        "NUMERIC(5) is a Decimal, whose digits nothing limits; some of its numbers have 2 digits after the point",
        "", "DECIMAL(10,2): 1 of its numbers are no decimals of 38 digits",
        "its rows hold 1 integer, 1 text",
      ])
    let copy = try TemporaryFile()
    defer { copy.remove() }
    _ = try database.import(into: copy.path)
    let new = try InspectedFile(copy.path)
    func numbers(_ pk: Int64) throws -> [InspectedValue?] {
      let object = try new.object(ObjectKey(table: "t", pk: pk))
      return ["a", "b", "c"].map { object?[$0] }
    }
    #expect(try numbers(1) == [.number("0.1"), .number("3"), .number("-12.5")])
    #expect(try numbers(2) == [.number("7"), .number("2.25"), .number("1234567.891")])
    #expect(try numbers(3) == [.number("9007199254740993"), .null, .number("0.30000000000000004")])
    #expect(try new.check(isDeep: true).findings.isEmpty)
    let declared = try new.declaredModel().classModel(named: "T")?.properties.first
    #expect(declared?.defaultValue?.value == (try DecimalCodec().stored(1.5)))
    withExtendedLifetime(old) {}
  }

  @Test func textsThatAreUUIDsBecomeUUIDs() throws {
    let (first, second) = (UUID().uuidString, UUID().uuidString)
    let old = try OldFile(
      "CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, small TEXT, mixed TEXT)",
      "CREATE TABLE pets (id UUID PRIMARY KEY, owner TEXT REFERENCES users (id))",
      "INSERT INTO users VALUES ('\(first)', '\(first.lowercased())', '\(first.lowercased())')",
      "INSERT INTO users VALUES ('\(second)', NULL, '\(second)')",
      "INSERT INTO pets VALUES (NULL, '\(second)')")
    let database = try ForeignDatabase(old.path)
    #expect(
      Self.lines(database.model) == [
        "Pet: id: UUID?, owner: User?",
        "User: id: UUID, small: UUID?, mixed: String?, pets: [Pet] ← owner",
      ])
    let copy = try TemporaryFile()
    defer { copy.remove() }
    _ = try database.import(into: copy.path)
    let user = try InspectedFile(copy.path).object(ObjectKey(table: "user", pk: 1))
    #expect(user?["id"] == user?["small"] && user?["id"] == .text(first))
    withExtendedLifetime(old) {}
  }

  @Test(arguments: [
    ("users", "User"), ("Categories", "Category"), ("addresses", "Address"), ("status", "Status"),
    ("statuses", "Status"), ("houses", "House"), ("boxes", "Box"), ("matches", "Match"),
    ("movies", "Movie"), ("cities", "City"), ("properties", "Property"), ("heroes", "Hero"),
    ("news", "News"), ("series", "Series"), ("analysis", "Analysis"), ("courses", "Course"),
    ("order_items", "OrderItem"), ("person", "Person"), ("address", "Address"),
  ])
  func classesHaveTheSingularOfTheirTables(_ table: String, _ name: String) throws {
    let old = try OldFile("CREATE TABLE \(table) (id INTEGER PRIMARY KEY)")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    #expect(model.classes.map(\.name) == [name])
  }

  @Test func aTableThatIsCalledLikeTheSingularKeepsItsName() throws {
    let old = try OldFile("CREATE TABLE user (a)", "CREATE TABLE users (a)")
    let model = try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
    #expect(model.classes.map(\.name) == ["User", "Users"])
  }

  @Test func namesOfCoreDataAreThoseOfItsModel() throws {
    let old = try OldFile(
      "CREATE TABLE ZORDERITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME VARCHAR, Z1BOX INTEGER)",
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_PLIST BLOB)",
      "INSERT INTO Z_PRIMARYKEY VALUES (1, 'OrderItem', 1)")
    let all = try ForeignDatabase(old.path).model
    #expect(all.classes.count == 3)
    #expect(
      all.classes.flatMap { $0.notes ?? [] }.contains(
        "it has the metadata of Core Data; --omit Z_METADATA leaves it out"))
    let some = try ForeignDatabase(old.path, omitting: ["Z_METADATA", "Z_PRIMARYKEY"]).model
    #expect(Self.lines(some) == ["OrderItem: zENT: Int?, name: String?, z1BOX: Int?"])
    #expect(some.classes.first?.notes?.contains("the table Z_METADATA has no class") == true)
    let error = failure { _ = try ForeignDatabase(old.path, omitting: ["nope"]) }
    #expect(error?.code == .unknownClass && error?.message.contains("no table nope") == true)
  }

  @Test func aStoreIsNoForeignDatabase() throws {
    try TemporaryStore.run { store, session in
      try session.given(Address(city: "Rome"))
      let error = failure { _ = try ForeignDatabase(store.path) }
      #expect(error?.code == .invalidModel && error?.message.contains("persist copy") == true)
    }
  }

  @Test func theDatabaseIsLeftAsItIs() throws {
    let old = try Self.file("northwind")
    let before = try Data(contentsOf: URL(fileURLWithPath: old.path))
    let copy = try TemporaryFile()
    defer { copy.remove() }
    try "x".write(toFile: copy.path, atomically: true, encoding: .utf8)
    let error = failure { _ = try ForeignDatabase(old.path).import(into: copy.path) }
    #expect(error?.code == .cannotOpen)
    #expect(try String(contentsOfFile: copy.path, encoding: .utf8) == "x")
    #expect(try Data(contentsOf: URL(fileURLWithPath: old.path)) == before)
  }

  @Test(.timeLimit(.minutes(10))) func generatedClassesOpenWhatWasImported() async throws {
    for (name, use) in [("chinook", Self.useOfMusic), ("northwind", Self.useOfTrade)] {
      let old = try Self.file(name)
      let copy = try TemporaryFile()
      defer { copy.remove() }
      _ = try ForeignDatabase(old.path).import(into: copy.path)
      let before = try InspectedFile(copy.path).checksum()
      let model = try ModelSource(path: old.path).model()
      let program = try ClientProgram()
      defer { program.remove() }
      try GeneratedFolder(program.path, model: model, templates: TemplateSet()).generate()
      try program.write(ClientProgram.opening(model) + use, to: "main.swift")
      let (status, output) = try await program.compile().finish()
      #expect(status == 0 && output.isEmpty, "\(output)")
      let run = try await program.run([copy.path]).finish()
      #expect(run.status == 0 && run.output == "done\n", "\(run.output)")
      #expect(try InspectedFile(copy.path).checksum() == before)
    }
  }

  private static let useOfMusic = #"""
    try store.blocking.session { session in
      let albums: [Album] = try Album.findByTitle("Balls to the Wall", in: session)
      precondition(albums.count == 1 && albums[0].artist.name == "Accept")
      precondition(albums[0].artist.albums.count == 2 && "\(albums[0].tracks[0].unitPrice)" == "0.99")
      let playlist = try Playlist.findByPK(1, in: session)
      precondition(playlist?.playlistTracks.count == 3)
    }
    print("done")
    """#

  private static let useOfTrade = """
    try store.blocking.session { session in
      let order = try Order.findByPK(10248, in: session)
      precondition(order?.customer?.customerID == "ALFKI" && order?.orderDetails.count == 2)
      precondition(order?.employee?.reportsTo?.lastName == "Fuller")
      precondition(order?.orderDetails.reduce(0) { $0 + $1.quantity } == 22)
    }
    print("done")
    """

  // MARK: -

  private static func file(_ name: String) throws -> OldFile {
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/Foreign/\(name).sql").standardized
    let file = try OldFile()
    try file.run(String(contentsOf: fixtures, encoding: .utf8))
    return file
  }

  private static func model(_ name: String) throws -> StoreModel {
    let old = try file(name)
    return try withExtendedLifetime(old) { try ForeignDatabase(old.path).model }
  }

  private static func lines(_ model: StoreModel) -> [String] {
    model.classes.map { classModel in
      let properties = classModel.properties.map { property in
        "\(SwiftName.source(property.name)): \(property.type)"
          + (property.inverse.map { " ← \($0)" } ?? "")
      }
      return "\(classModel.name): " + properties.joined(separator: ", ")
    }
  }
}
