import Foundation
import PersistentObjects
import PersistentObjectsAncestors
import PersistentObjectsInspection
import TestSupport
import Testing

/// Every file leads to an error or to values, and never to a trap.
@Suite struct LegacyHostileTests {
  private func readAll(_ path: String, checksDamage: Bool) {
    do {
      let file = try LegacyStore(path, checksDamage: checksDamage)
      let summary = try file.summary(
        of: try file.model(), calendar: LegacyCalendar(timeZone: .gmt))
      #expect(!summary.description.isEmpty)
      try writeAndRead(file)
    } catch {
      #expect(error is PersistenceError)
    }
  }

  /// Writes a file and reads it again, whatever its contents.
  private func writeAndRead(_ file: LegacyStore) throws {
    let path = NSTemporaryDirectory() + "new-\(UUID().uuidString).sqlite3"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let translation = try file.translation(calendar: LegacyCalendar(timeZone: .gmt))
    try file.write(translation, to: path)
    guard !translation.model.classes.isEmpty else { return }
    let new = try InspectedFile(path)
    for type in new.model.classes {
      try new.forEachObject(of: type.name) { _ in true }
    }
    #expect(try new.check(isDeep: true).isSound)
  }

  @Test func survivesChangedBytes() throws {
    var random = RandomNumbers.printed("LegacyHostileTests")
    let runs = ProcessInfo.processInfo.environment["ANCESTOR_RUNS"].flatMap(Int.init) ?? 150
    let sound = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: Fixture.path("berlin-apple"))))
    let path = NSTemporaryDirectory() + "ancestor-\(UUID().uuidString).sqlite3"
    defer { try? FileManager.default.removeItem(atPath: path) }
    for run in 0..<runs {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let place = Int.random(in: 20..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if run % 10 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      readAll(path, checksDamage: run % 4 == 0)
    }
  }

  /// The same columns, with values of all storage classes in any of them.
  @Test func survivesWrongTypesEverywhere() throws {
    var random = RandomNumbers.printed("LegacyHostileTests")
    let file = try OldFile("CREATE TABLE SQLITESEQUENCE (name, seq)")
    try file.run("INSERT INTO SQLITESEQUENCE VALUES (1, x'00'), ('row', 'many'), (NULL, NULL)")
    try file.run(
      "CREATE TABLE row (pk INTEGER PRIMARY KEY, a TEXT, b REAL, c INTEGER, d BLOB, e, f ODD)")
    try file.addArray("row_list")
    try file.addDictionary("row_table")
    try file.addSet("row_tags")
    try file.run("DROP TABLE row_table")
    try file.run(
      "CREATE TABLE row_table (parent_pk, dictionary_key, fk, fk_table_name, object_data, object_class)"
    )
    for _ in 0..<500 {
      let cells = (0..<6).map { _ in odd(&random) }
      try file.insert("INSERT INTO row (a, b, c, d, e, f) VALUES (?, ?, ?, ?, ?, ?)", cells)
      for table in ["row_list", "row_table"] {
        try file.insert("INSERT OR IGNORE INTO \(table) VALUES (?, ?, ?, ?, ?, ?)", cells)
      }
      try file.insert("INSERT INTO row_tags VALUES (?, ?, ?, ?, ?)", Array(cells.dropLast()))
    }
    readAll(file.path, checksDamage: true)
    let objects = try file.objects()["row"] ?? []
    #expect(objects.count == 500)
    try writeAndRead(try LegacyStore(file.path))
  }

  /// Foundation on Linux has `NSURL`s that trap when they are used as a `URL`, as in an array.
  @Test func survivesURLsThatAreNone() throws {
    let sound = try #require(NSURL(string: "http://x1"))
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(object: sound), requiringSecureCoding: false)
    let place = try #require(archive.firstRange(of: Data("http://x1".utf8)))
    let bytes = [UInt8](
      archive[..<place.lowerBound] + Data("http://[1".utf8) + archive[place.upperBound...])
    let file = try OldFile(OldFile.sequence)
    try file.run("CREATE TABLE row (pk INTEGER PRIMARY KEY, a BLOB)")
    try file.addArray("row_list")
    try file.insert("INSERT INTO row VALUES (?, ?)", [.integer(1), .bytes(bytes)])
    try file.insert(
      "INSERT INTO row_list VALUES (?, ?, ?, ?, ?, ?)",
      [.integer(1), .integer(0), .null, .null, .bytes(bytes), .text("NSArray")])
    readAll(file.path, checksDamage: true)
    let error = #expect(throws: PersistenceError.self) {
      try writeAndRead(try LegacyStore(file.path))
    }
    #expect(error?.code == .invalidValues)
  }

  private func odd(_ random: inout RandomNumbers) -> Bound {
    let numbers: [Int64] = [0, 1, -1, 3, .min, .max, 1_000_000_000_000]
    let texts = [
      "", "1", "Row-1", "row", "NSString", "NSArray", "NSDate", "NSNumber", "9e999", "nan",
      "2008-07-14 17:13:32.1230", "99999-12-31 23:59:59.9999", "-", "bplist00", "\u{0}", "'", "\"",
      "Row-9223372036854775807",
    ]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .null
    case 1: return .integer(numbers.randomElement(using: &random) ?? 0)
    case 2: return .bytes(Array("bplist00\u{1}\u{2}".utf8))
    case 3: return .bytes([0xFF, 0xFE])
    default: return .text(texts.randomElement(using: &random) ?? "")
    }
  }

  @Test func survivesOddNames() throws {
    let file = try OldFile(OldFile.sequence)
    let names = ["a b", "\"quoted\"", "semi;colon", "_", "__", "select", "ü", "a_", "1", "é'"]
    for name in names {
      let quoted = "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
      try file.run("CREATE TABLE \(quoted) (pk INTEGER PRIMARY KEY, \(quoted) TEXT, \"pk \" TEXT)")
      try file.run("INSERT INTO \(quoted) VALUES (1, 'x', 'y')")
    }
    #expect(try file.objects().count == names.count)
    try writeAndRead(try LegacyStore(file.path))
  }

  @Test(.timeLimit(.minutes(10))) func survivesManyTables() throws {
    let file = try OldFile(OldFile.sequence, "BEGIN")
    for number in 0..<1500 {
      try file.run(
        "CREATE TABLE a\(number)_ (pk INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, d REAL)")
      try file.addSet("a\(number)__b_c_d")
    }
    try file.run("COMMIT")
    #expect(try file.model().classes.count == 1500)
    #expect(try file.objects().isEmpty)
  }

  @Test func refusesTablesWhoseNamesSwiftConsidersEqual() throws {
    let file = try OldFile(
      OldFile.sequence, "CREATE TABLE \u{e9} (pk INTEGER PRIMARY KEY)",
      "CREATE TABLE e\u{301} (pk INTEGER PRIMARY KEY)")
    let error = failure { _ = try file.model() }
    #expect(error?.code == .invalidModel)
    #expect(error?.message.contains("composed and with decomposed") == true)
  }

  @Test(.timeLimit(.minutes(10))) func survivesManyKeysThatAreNoTexts() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("row", "name TEXT")
    try file.addDictionary("row_table")
    try file.run("INSERT INTO row VALUES (1, 'a')")
    try file.run(
      """
      INSERT INTO row_table WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
      SELECT 1, CAST(CAST(i AS TEXT) AS BLOB), NULL, NULL, 'x', 'NSString' FROM n
      """)
    try writeAndRead(try LegacyStore(file.path))
  }

  @Test(.timeLimit(.minutes(10))) func survivesNamesOfManyParts() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("row", "name TEXT")
    try file.addSet("row" + String(repeating: "_", count: 100_000))
    #expect(try file.model().classes.map(\.collections.count) == [1])
  }

  @Test func survivesTablesThatOnlyLookRight() throws {
    let file = try OldFile(
      "CREATE TABLE sqlitesequence (name, seq, extra)",
      "CREATE TABLE a (pk INTEGER PRIMARY KEY, b AS (pk + 1), c TEXT GENERATED ALWAYS AS ('x') STORED)",
      "CREATE TABLE b (pk TEXT PRIMARY KEY, c)",
      "CREATE TABLE c (pk INTEGER, d, PRIMARY KEY (pk, d))",
      "CREATE TABLE d (pk INTEGER PRIMARY KEY, e) WITHOUT ROWID",
      "CREATE TABLE a_x (parent_pk, fk, fk_table_name, object_data, object_class PRIMARY KEY) WITHOUT ROWID",
      "CREATE TABLE pk (pk INTEGER PRIMARY KEY)", "CREATE VIRTUAL TABLE v USING fts5(x)",
      "INSERT INTO a (pk) VALUES (1)", "INSERT INTO d VALUES (1, 2)",
      "INSERT INTO a_x VALUES (1, NULL, NULL, 'a', 'NSString')")
    readAll(file.path, checksDamage: true)
    #expect(try file.objects()["a"]?.count == 1)
  }
}
