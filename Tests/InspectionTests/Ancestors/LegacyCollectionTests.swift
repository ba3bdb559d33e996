import Foundation
import PersistentObjectsAncestors
import Testing

@Suite struct LegacyCollectionTests {
  private func file() throws -> OldFile {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("person", "name TEXT")
    try file.addArray("person_list")
    try file.addDictionary("person_table")
    try file.addSet("person_tags")
    try file.run("INSERT INTO person VALUES (1, 'a'), (3, 'c'), (10, 'j')")
    return file
  }

  private func collections(_ file: OldFile, _ key: Int64 = 1) throws -> [LegacyValue] {
    try file.objects()["person"]?.first { $0.key == key }?.collections ?? []
  }

  private func insert(_ file: OldFile, _ index: Bound, _ data: Bound, _ name: String) throws {
    try file.insert(
      "INSERT INTO person_list VALUES (1, ?, NULL, NULL, ?, ?)", [index, data, .text(name)])
  }

  /// The names of classes on several platforms, with the stored and the expected values.
  static let elements: [(String, Bound, LegacyValue)] = [
    ("GSCInlineString", .text("a"), .text("a")), ("__NSCFConstantString", .text("12"), .text("12")),
    ("NSTaggedPointerString", .text(""), .text("")), ("NSPathStore2", .text("/a"), .text("/a")),
    ("NSString", .text("2008-07-14 17:13:32.1230"), .text("2008-07-14 17:13:32.1230")),
    ("NSIntNumber", .text("12"), .number("12")),
    ("__NSCFNumber", .text("1e+300"), .number("1e+300")),
    ("NSCFNumber", .text("18446744073709551615"), .number("18446744073709551615")),
    ("NSDecimalNumber", .text("0.1000"), .number("0.1000")),
    ("NSDoubleNumber", .text("inf"), .notFinite(.infinity)),
    ("NSDoubleNumber", .text("nan"), .notFinite(.notANumber)),
    ("__NSCFBoolean", .text("1"), .boolean(true)), ("NSBoolNumber", .text("0"), .boolean(false)),
    ("NSDataMalloc", .bytes([1]), .data([1])), ("NSConcreteData", .null, .data([])),
    ("_NSInlineData", .bytes(Array("bplist00".utf8)), .data(Array("bplist00".utf8))),
  ]

  @Test func knowsElementsByPartsOfTheirClass() throws {
    let file = try file()
    for (index, element) in Self.elements.enumerated() {
      try insert(file, .integer(Int64(index)), element.1, element.0)
    }
    #expect(try collections(file)[0] == .array(Self.elements.map(\.2)))
    for name in ["__NSTaggedDate", "NSGDate", "NSCFDate", "NSDate", "NSCalendarDate"] {
      let file = try self.file()
      try insert(file, .integer(0), .text("2008-07-14 17:13:32.1230"), name)
      #expect(try collections(file)[0].elements.map(\.form) == ["date"])
    }
  }

  @Test func keepsElementsOfClassesThatAreNotKnown() throws {
    let file = try file()
    try insert(file, .integer(0), .text("a"), "MyThing")
    try insert(file, .integer(1), .bytes([1]), "MyThing")
    try insert(file, .integer(2), .null, "MyThing")
    try insert(file, .integer(3), .text("abc"), "NSIntNumber")
    #expect(try collections(file)[0] == .array([.text("a"), .data([1]), .null, .text("abc")]))
    #expect(try file.doubts().filter { $0.first.kind == .unknownElement }.map(\.count) == [4])
  }

  @Test func reportsGapsInArrays() throws {
    let file = try file()
    try insert(file, .integer(0), .text("a"), "NSString")
    try insert(file, .integer(2), .text("c"), "NSString")
    try insert(file, .integer(1_000_000_000_000), .text("d"), "NSString")
    #expect(try collections(file)[0] == .array([.text("a"), .text("c"), .text("d")]))
    #expect(try file.doubts().contains { $0.first.kind == .arrayGap && $0.keys == [1] })
  }

  @Test func takesEachElementOfASetOnce() throws {
    let file = try file()
    for name in ["NSString", "GSCInlineString"] {
      try file.insert("INSERT INTO person_tags VALUES (1, NULL, NULL, 'a', ?)", [.text(name)])
    }
    try file.run("INSERT INTO person_tags VALUES (1, NULL, NULL, 'A', 'NSString')")
    #expect(try collections(file)[2] == .set([.text("a"), .text("A")]))
    #expect(try file.doubts().contains(.duplicateElement))
  }

  @Test func readsDictionariesByKey() throws {
    let file = try file()
    try file.run("INSERT INTO person_table VALUES (1, '', NULL, NULL, 'x', 'NSString')")
    try file.run("INSERT INTO person_table VALUES (1, 7, 3, 'person', NULL, NULL)")
    #expect(
      try collections(file)[1]
        == .dictionary([
          LegacyEntry(key: .text(""), value: .text("x")),
          LegacyEntry(key: .text("7"), value: .reference(LegacyReference(table: "person", key: 3))),
        ]))
  }

  @Test func reportsReferencesAndRowsOfObjectsThatAreGone() throws {
    let file = try file()
    try file.run("INSERT INTO person_list VALUES (1, 0, 2, 'person', NULL, NULL)")
    try file.run("INSERT INTO person_list VALUES (1, 1, 2, 'robot', NULL, NULL)")
    try file.run("INSERT INTO person_list VALUES (2, 0, NULL, NULL, 'a', 'NSString')")
    try file.run("INSERT INTO person_list VALUES (99, 0, NULL, NULL, 'a', 'NSString')")
    try file.run("INSERT INTO person_list VALUES (NULL, 0, NULL, NULL, 'a', 'NSString')")
    #expect(try collections(file)[0].elements.map(\.form) == ["reference", "reference"])
    let doubts = try file.doubts()
    #expect(doubts.first { $0.first.kind == .danglingReference }?.count == 2)
    let words = doubts.first { $0.first.kind == .orphanRow }?.first.words
    #expect(words?.hasPrefix("3 elements of objects that do not exist (2, 99)") == true)
  }

  @Test func findsParentsWhateverTypeTheirKeysHave() throws {
    let file = try file()
    for key in ["'10'", "1", "'3'"] {
      try file.run("INSERT INTO person_list VALUES (\(key), 0, NULL, NULL, \(key), 'NSString')")
    }
    for key in [1, 3, 10] as [Int64] {
      #expect(try collections(file, key)[0] == .array([.text(String(key))]))
    }
    #expect(try !file.doubts().contains(.orphanRow))
  }

  @Test func countsObjectsWithoutRows() throws {
    let file = try file()
    try insert(file, .integer(0), .text("a"), "NSString")
    let words = try file.doubts().first { $0.first.kind == .nilOrEmptyCollection }?.first.words
    #expect(words?.contains("2 objects have no rows") == true)
    let type = try #require(try file.model().classes.first)
    #expect(type.collections.map(\.rowCount) == [1, 0, 0])
    #expect(type.collections.first?.forms == ["text": 1])
  }
}
