import Foundation
import PersistentObjects
import PersistentObjectsGeneration
import PersistentObjectsKeyedArchive
import TestSupport
import Testing

@testable import PersistentObjectsAncestors
@testable import PersistentObjectsInspection

/// Old files become new stores, without their classes.
@Suite struct LegacyWritingTests {
  @Test(arguments: LegacyFixtureTests.names) func bringsOverEachValueAsItWasInMemory(name: String)
    throws
  {
    let json = try Fixture.json(name)
    let old = try LegacyStore(Fixture.path(name))
    let translation = try old.translation(
      map: LegacyFixtureTests.map, calendar: try LegacyFixtureTests.calendar(json))
    try withNewPath { path in
      let outcome = try old.write(translation, to: path)
      let new = try InspectedFile(path)
      let classes = try #require(json["classes"] as? [String: [String: Any]])
      var tables: [String: String] = [:]
      for type in translation.classes { tables[type.source.table] = type.target.table }
      for type in translation.classes {
        let expected = try #require(
          classes[type.source.table]?["objects"] as? [String: [String: Any]])
        var count = 0
        try new.forEachObject(of: type.target.name) { object in
          count += 1
          let comparison = NewObject(object, of: type, tables: tables)
          for (property, value) in expected[String(object.key.pk)] ?? [:] {
            let isEqual = Expectation(value).map { comparison.has($0, in: property) } ?? false
            #expect(
              isEqual, "\(type.target.name)#\(object.key.pk).\(property): \(object) where \(value)")
          }
          return true
        }
        #expect(count == expected.count)
        #expect(outcome.objects[type.target.name] == count)
        let next = try new.firstValue(
          "SELECT next_pk FROM _persistent_sequence WHERE table_name = '\(type.target.table)'")
        #expect(next == .integer((type.source.lastKey ?? 0) + 1))
      }
      let check = try new.check(isDeep: true)
      #expect(check.isSound, "\(check.findings)")
      try new.requireUnchanged()
    }
  }

  @Test func opensWithClassesOfItsModelWithNothingPending() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("old_person", "last_name TEXT, born REAL, boss TEXT, u_r_l BLOB, is_old TEXT")
    try file.addArray("old_person_friends")
    try file.addSet("old_person_tags")
    try file.run(
      """
      INSERT INTO old_person VALUES (1, 'a', '2008-07-14 17:13:32.1230', 'OldPerson-2', NULL, '1'),
      (2, NULL, NULL, NULL, NULL, '0')
      """)
    try file.run("INSERT INTO old_person_friends VALUES (1, 0, 2, 'old_person', NULL, NULL)")
    try file.run("INSERT INTO old_person_tags VALUES (2, NULL, NULL, 'x', 'NSCFString')")
    try withNewPath { path in
      let old = try LegacyStore(file.path)
      let translation = try old.translation(
        map: LegacyMap(kinds: ["old_person": ["u_r_l": .data]]), calendar: .init(timeZone: .gmt))
      try old.write(translation, to: path)
      let store = try Store(path: path)
      defer { store.close() }
      let layout = try InspectedFile(path).firstValue("PRAGMA schema_version")
      let session = Session(store: store)
      let first = try #require(try OldPerson.findByPK(1, in: session))
      #expect(first.lastName == "a" && first.boss?.pk == 2 && first.isOld)
      #expect(first.friends.map(\.pk) == [2] && first.boss?.tags == ["x"])
      #expect(first.born == Date(timeIntervalSinceReferenceDate: 237_748_412.123))
      try session.save(OldPerson())
      #expect(try InspectedFile(path).firstValue("PRAGMA schema_version") == layout)
    }
  }

  @Test func refusesAPathAtWhichSomethingIs() throws {
    let file = try OldFile.ofPersons()
    let old = try LegacyStore(file.path)
    let translation = try old.translation(calendar: .init(timeZone: .gmt))
    try withNewPath { path in
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
      #expect(failure { try old.write(translation, to: path) }?.code == .cannotOpen)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
      try Data().write(to: URL(fileURLWithPath: path))
      let outcome = try old.write(translation, to: path)
      #expect(outcome.objects == ["Person": 1])
      #expect(failure { try old.write(translation, to: file.path) }?.code == .cannotOpen)
    }
  }

  @Test func leavesNoFileBehindWhereItFails() throws {
    let file = try OldFile.ofPersons()
    for key in 2..<300 { try file.run("INSERT INTO person VALUES (\(key), 'x')") }
    try withNewPath { path in
      let folder = (path as NSString).deletingLastPathComponent
      #expect(endsByProgress(file.path, path))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.isEmpty)
      let old = try LegacyStore(file.path)
      let translation = try old.translation(calendar: .init(timeZone: .gmt))
      let error = failure { try old.write(translation, to: "/proc/nowhere/new.sqlite3") }
      #expect(error?.code == .cannotOpen)
    }
  }

  /// Writes a store until the first progress report, and returns whether that stopped it.
  private func endsByProgress(_ file: String, _ path: String) -> Bool {
    do {
      let old = try LegacyStore(file)
      let translation = try old.translation(calendar: .init(timeZone: .gmt))
      try old.write(translation, to: path) { _ in throw Regret() }
      return false
    } catch {
      return error is Regret
    }
  }

  @Test func decidesTheTypesByAllValues() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("a", "n INTEGER, r REAL, t TEXT, d REAL, e BLOB")
    let collections = [
      "ints", "reals", "mixed", "longs", "far", "truths", "nested", "nothing", "nulls",
    ]
    for name in collections { try file.addArray("a_\(name)") }
    try file.addSet("a_set")
    try file.addSet("a_bag")
    try file.run("INSERT INTO a VALUES (1, 18446744073709551615, 'nan', NULL, NULL, NULL)")
    func add(_ table: String, _ values: [(String, String)]) throws {
      for (index, value) in values.enumerated() {
        try file.run(
          "INSERT INTO a_\(table) VALUES (1, \(index), NULL, NULL, \(value.0), '\(value.1)')")
      }
    }
    try add("ints", [("'1'", "NSIntNumber"), ("'-9223372036854775808'", "NSIntNumber")])
    try add("reals", [("'0.1'", "NSDoubleNumber"), ("'1e+300'", "NSDoubleNumber")])
    try add("mixed", [("'0.1'", "NSDoubleNumber"), ("'1'", "NSIntNumber")])
    try add("longs", [("'0.1234567890123456789012'", "NSDecimalNumber")])
    let long = ("'12345678901234.567'", "NSDecimalNumber")
    try add("far", [long, ("'1e+300'", "NSDoubleNumber")])
    try add("truths", [("'1'", "NSBoolNumber")])
    try file.run("INSERT INTO a_set VALUES (1, NULL, NULL, '1.5', 'NSDoubleNumber')")
    try file.run(
      "INSERT INTO a_bag VALUES (1, NULL, NULL, 'e\u{301}', 'NSString'), (1, NULL, NULL, 'é', 'NSString')"
    )
    for (index, value) in [["x"], []].enumerated() {
      let bytes = try KeyedArchive.archive(object: NSArray(array: value))
      try file.insert(
        "INSERT INTO a_nested VALUES (1, \(index), NULL, NULL, ?, 'NSArray')", [.bytes(bytes)])
    }
    let null = try KeyedArchive.archive(object: NSNull())
    try file.insert("INSERT INTO a_nulls VALUES (1, 0, NULL, NULL, ?, 'NSNull')", [.bytes(null)])
    try file.run("INSERT INTO a_nulls VALUES (1, 1, NULL, NULL, 'x', 'NSString')")
    let old = try LegacyStore(file.path)
    let translation = try old.translation(calendar: .init(timeZone: .gmt))
    let types = translation.properties.map { "\($0.property): \($0.type)" }
    #expect(
      types == [
        "n: UInt", "r: Double (double-bits)", "t: String?", "d: Double?",
        "e: StoredValue? (keyed-archive)", "ints: [Int]", "reals: [Double]", "mixed: [NSNumber]",
        "longs: [Decimal]", "far: [StoredValue] (keyed-archive)", "truths: [Bool]",
        "nested: [[String]]", "nothing: [String]", "nulls: [String?]", "set: Set<Double>",
        "bag: [String]",
      ])
    try withNewPath { path in
      try old.write(translation, to: path)
      let object = try #require(try InspectedFile(path).object(ObjectKey(table: "a", pk: 1)))
      #expect(object["n"] == .number("18446744073709551615"))
      #expect(object["nested"] == .list([.list([.text("x")]), .list([])]))
      #expect(object["nulls"] == .list([.null, .text("x")]))
      #expect(object["longs"] == .list([.number("0.1234567890123456789012")]))
      #expect(object["mixed"] == .list([.real(0.1), .integer(1)]))
      guard case .list(let bag)? = object["bag"] else { return #expect(Bool(false)) }
      #expect(bag.count == 2)
    }
  }

  @Test func keepsNilBesideObjects() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("a", "name TEXT")
    try file.addArray("a_friends")
    try file.addDictionary("a_known")
    try file.run("INSERT INTO a VALUES (1, 'x')")
    try file.run("INSERT INTO a_friends VALUES (1, 0, 1, 'a', NULL, NULL)")
    try file.run("INSERT INTO a_known VALUES (1, 'me', 1, 'a', NULL, NULL)")
    let null = try KeyedArchive.archive(object: NSNull())
    try file.insert("INSERT INTO a_friends VALUES (1, 1, NULL, NULL, ?, 'NSNull')", [.bytes(null)])
    try file.insert(
      "INSERT INTO a_known VALUES (1, 'nobody', NULL, NULL, ?, 'NSNull')", [.bytes(null)])
    let old = try LegacyStore(file.path)
    let translation = try old.translation(calendar: .init(timeZone: .gmt))
    let types = translation.properties.map { "\($0.property): \($0.type)" }
    #expect(
      types == [
        "name: String?", "friends: [String?]", "friendsObjects: [Int: A]",
        "known: [String: String?]", "knownObjects: [String: A]",
      ])
    try withNewPath { path in
      try old.write(translation, to: path)
      let object = try #require(try InspectedFile(path).object(ObjectKey(table: "a", pk: 1)))
      let reference = InspectedValue.reference(object.key)
      #expect(object["friends"] == .list([.null, .null]))
      #expect(
        object["friendsObjects"] == .entries([.init(key: .integer(0), value: reference)]))
      #expect(
        object["known"]
          == .entries([
            .init(key: .text("me"), value: .null), .init(key: .text("nobody"), value: .null),
          ]))
      #expect(
        object["knownObjects"] == .entries([.init(key: .text("me"), value: reference)]))
    }
  }

  @Test func keepsNilWhereTheKindComesFromARelatedClass() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("a", "name TEXT")
    try file.addArray("a_words")
    try file.addClass("b", "name TEXT, more TEXT")
    try file.addArray("b_words")
    try file.run("INSERT INTO a VALUES (1, 'x')")
    try file.run("INSERT INTO a_words VALUES (1, 0, NULL, NULL, 'x', 'NSString')")
    try file.run("INSERT INTO b VALUES (1, 'x', 'y')")
    let null = try KeyedArchive.archive(object: NSNull())
    try file.insert("INSERT INTO b_words VALUES (1, 0, NULL, NULL, ?, 'NSNull')", [.bytes(null)])
    let old = try LegacyStore(file.path)
    let translation = try old.translation(calendar: .init(timeZone: .gmt))
    let words = translation.properties.filter { $0.property == "words" }.map(\.type)
    #expect(words == ["[String]", "[String?]"])
    try withNewPath { path in
      try old.write(translation, to: path)
      let object = try #require(try InspectedFile(path).object(ObjectKey(table: "b", pk: 1)))
      #expect(object["words"] == .list([.null]))
    }
  }

  @Test func givesEachNameOnce() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("u_r_l_item", "a TEXT")
    try file.addClass("url_item", "foo__bar TEXT, foo_bar TEXT, p_k TEXT")
    try file.addArray("person_friends")
    try file.addClass("person", "a TEXT")
    try file.addClass("person_friends_", "b TEXT")
    let translation = try LegacyStore(file.path).translation(calendar: .init(timeZone: .gmt))
    let tables = translation.model.classes.map(\.table)
    #expect(Set(tables).count == tables.count)
    try withNewPath { path in
      let old = try LegacyStore(file.path)
      try old.write(translation, to: path)
      #expect(try InspectedFile(path).model.classes.count == 4)
    }
  }

  @Test func datesThatBecomeEqualMakeASetAnArray() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addSet("a_moments")
    try file.addClass("a", "name TEXT")
    try file.run("INSERT INTO a VALUES (1, 'x')")
    // Clocks skipped the hour from 2 to 3.
    try file.run(
      """
      INSERT INTO a_moments VALUES (1, NULL, NULL, '2008-03-30 02:30:00.0000', 'NSDate'),
      (1, NULL, NULL, '2008-03-30 03:30:00.0000', 'NSDate')
      """)
    let old = try LegacyStore(file.path)
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let translation = try old.translation(calendar: .init(timeZone: zone))
    #expect(translation.properties.last?.type == "[Date]")
    try withNewPath { path in
      try old.write(translation, to: path)
      let new = try InspectedFile(path)
      let object = try #require(try new.object(ObjectKey(table: "a", pk: 1)))
      guard case .list(let moments)? = object["moments"] else {
        Issue.record("it is not an array: \(String(describing: object["moments"]))")
        return
      }
      #expect(moments.count == 2)
      #expect(try new.check(isDeep: true).isSound)
    }
  }

  @Test func propertiesGetNamesThatGeneratedClassesCanHave() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("a", "name TEXT, other TEXT, snapshot TEXT, inherited TEXT, letter TEXT")
    let old = try LegacyStore(file.path)
    let translation = try old.translation(
      map: LegacyMap(names: ["a": ["other": "_name", "letter": "A"]]),
      calendar: .init(timeZone: .gmt))
    let names = translation.properties.map(\.property)
    #expect(names == ["name", "_name2", "snapshot2", "inherited2", "A2"])
    try withNewPath { path in
      try old.write(translation, to: path)
      let model = try ModelSource(path: path).model()
      #expect(model.classes.first?.properties.map(\.name).sorted() == names.sorted())
    }
  }

  @Test func tablesOfInnerCollectionsTakeTheirNames() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("a", "name TEXT")
    try file.addArray("a_rows")
    try file.addArray("a_rows_elements")
    try file.run("INSERT INTO a VALUES (1, 'x')")
    let row = try KeyedArchive.archive(object: NSArray(array: ["x"]))
    try file.insert("INSERT INTO a_rows VALUES (1, 0, NULL, NULL, ?, 'NSArray')", [.bytes(row)])
    try file.run("INSERT INTO a_rows_elements VALUES (1, 0, NULL, NULL, 'y', 'NSString')")
    let old = try LegacyStore(file.path)
    let translation = try old.translation(calendar: .init(timeZone: .gmt))
    try withNewPath { path in
      try old.write(translation, to: path)
      let object = try #require(try InspectedFile(path).object(ObjectKey(table: "a", pk: 1)))
      #expect(object["rows"] == .list([.list([.text("x")])]))
      #expect(object["rowsElements"] == .list([.text("y")]))
    }
  }

  @Test func referencesToObjectsThatAreGoneBecomeNil() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("person", "boss TEXT")
    try file.addArray("person_friends")
    try file.run("INSERT INTO person VALUES (1, 'Person-1'), (2, 'Person-1'), (3, 'Person-7')")
    try file.run(
      "INSERT INTO person_friends VALUES (1, 0, 7, 'person', NULL, NULL), (1, 1, 2, 'person', NULL, NULL)"
    )
    let old = try LegacyStore(file.path)
    let translation = try old.translation(calendar: .init(timeZone: .gmt))
    #expect(translation.summary.allDoubts.contains(.danglingReference))
    try withNewPath { path in
      try old.write(translation, to: path)
      let new = try InspectedFile(path)
      #expect(try new.object(ObjectKey(table: "person", pk: 3))?["boss"] == .null)
      #expect(
        try new.object(ObjectKey(table: "person", pk: 1))?["friends"]
          == .list([.reference(ObjectKey(table: "person", pk: 2))]))
      #expect(try new.check(isDeep: true).isSound)
    }
  }

  @Test func keepsArchivesOfUnknownClassesForProgramsThatHaveThem() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("item", "tint BLOB")
    let archive = try KeyedArchive.archive(object: Tint(7))
    try file.insert("INSERT INTO item VALUES (1, ?)", [.bytes(archive)])
    let old = try LegacyStore(file.path)
    try withNewPath { path in
      try old.write(try old.translation(calendar: .init(timeZone: .gmt)), to: path)
      let store = try Store(path: path)
      defer { store.close() }
      let session = Session(store: store)
      #expect(try Item.findByPK(1, in: session)?.tint?.value == 7)
    }
  }

  private struct Regret: Error {}

  /// Calls `body` with the path of a missing file, in a separate folder.
  private func withNewPath(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "new-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder + "/new.sqlite3")
  }
}

@Persistent private final class OldPerson {
  var lastName: String?
  var born: Date?
  var boss: OldPerson?
  var uRL: Data?
  var isOld: Bool = false
  var friends: [OldPerson] = []
  var tags: Set<String> = []
}

@Persistent final class Item {
  var tint: Tint?
}

final class Tint: NSObject, NSCoding {
  let value: Int64

  init(_ value: Int64) { self.value = value }

  init?(coder: NSCoder) { value = coder.decodeInt64(forKey: "value") }

  func encode(with coder: NSCoder) { coder.encode(value, forKey: "value") }
}
