import Foundation
import PersistentObjectsAncestors
import Testing

@Suite struct LegacyKindTests {
  /// The kind of a column with these values.
  private func kind(_ type: String, _ values: [Bound]) throws -> LegacyKind? {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("type", "", lastKey: 3)
    try file.run("INSERT INTO type VALUES (1); INSERT INTO type VALUES (2)")
    try file.addClass("row", "value \(type)")
    for value in values { try file.insert("INSERT INTO row (value) VALUES (?)", [value]) }
    return try file.model().class(table: "row")?.properties.first?.kind
  }

  private func texts(_ texts: String...) -> [Bound] { texts.map(Bound.text) }

  @Test func takesOnesAndZerosForTruthValues() throws {
    #expect(try kind("TEXT", texts("1", "0", "1")) == .boolean)
    #expect(try kind("TEXT", [.null] + texts("1")) == .boolean)
    #expect(try kind("TEXT", texts("1") + [.null]) == .text)
    #expect(try kind("TEXT", texts("1", "0", "yes")) == .text)
    #expect(try kind("TEXT", texts("1", "01")) == .text)
    #expect(try kind("INTEGER", texts("1", "0")) == .integer)
  }

  @Test func damagedTextsAreNoTruthValues() throws {
    for texts in ["(1, CAST(x'ff61' AS TEXT))", "(1, CAST(x'ff61' AS TEXT)), (2, '1')"] {
      let file = try OldFile(OldFile.sequence)
      try file.addClass("row", "value TEXT")
      try file.run("INSERT INTO row VALUES \(texts)")
      #expect(try file.model().class(table: "row")?.properties.first?.kind == .text)
    }
  }

  @Test func takesNumbersOfOneByteForCharactersOnlyWithoutNull() throws {
    #expect(try kind("TEXT", texts("65", "-5", "127")) == .character)
    #expect(try kind("TEXT", texts("65", "200")) == .character)
    #expect(try kind("TEXT", texts("-5", "200")) == .text)
    #expect(try kind("TEXT", texts("65", "256")) == .text)
    #expect(try kind("TEXT", texts("65") + [.null]) == .text)
    #expect(try kind("TEXT", texts("65", "+5")) == .text)
    #expect(try kind("TEXT", texts("65", "007")) == .text)
    #expect(try kind("TEXT", texts("65", "")) == .text)
    #expect(try kind("TEXT", texts("65", "1.0")) == .text)
    #expect(try kind("TEXT", texts("65", "-0")) == .text)
  }

  @Test func takesTextsForReferencesOnlyWhereObjectsAre() throws {
    #expect(try kind("TEXT", texts("Type-1", "Type-2")) == .reference)
    #expect(try kind("TEXT", texts("Type-1") + [.null]) == .reference)
    #expect(try kind("TEXT", texts("Type-1", "Type-3")) == .reference)
    #expect(try kind("TEXT", texts("Type-1", "Type-4")) == .text)
    #expect(try kind("TEXT", texts("Type-3", "Type-3", "Type-1")) == .text)
    #expect(try kind("TEXT", texts("Type-1", "Typ-1")) == .text)
    #expect(try kind("TEXT", texts("Type-1", "Type-01")) == .text)
    #expect(try kind("TEXT", texts("Type-1", "Type-")) == .text)
    #expect(try kind("TEXT", texts("Type-1", "Type--1")) == .text)
    #expect(try kind("TEXT", texts("Type-1", "my Type-1")) == .text)
    #expect(try kind("TEXT", texts("Type-1", "Type-1 ")) == .text)
    #expect(try kind("TEXT", texts("Type-1", "Type-99999999999999999999")) == .text)
    #expect(try kind("TEXT", texts("Type-1", "")) == .text)
  }

  @Test func tellsNumbersFromDates() throws {
    #expect(try kind("REAL", texts("1.5", "2")) == .real)
    #expect(try kind("REAL", texts("1.5", "nan", "-inf")) == .real)
    #expect(try kind("REAL", texts("1.5") + [.null]) == .number)
    #expect(try kind("REAL", texts("0.30000000000000004")) == .number)
    #expect(try kind("REAL", texts("2008-07-14 17:13:32.1230") + [.null]) == .date)
    #expect(try kind("REAL", texts("2008-07-14 17:13:32.1230", "1")) == .mixed)
    #expect(try kind("TEXT", texts("2008-07-14 17:13:32.1230")) == .text)
    #expect(try kind("REAL", [.null]) == .empty)
  }

  @Test func tellsDataFromArchivesByTheDeclaredType() throws {
    let archive = Bound.bytes(Array("bplist00…".utf8))
    #expect(try kind("TEXT", [archive]) == .data)
    #expect(try kind("TEXT", [.bytes([1])] + texts("a")) == .mixed)
    #expect(try kind("BLOB", [archive]) == .archive)
    #expect(try kind("BLOB", [.bytes([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])]) == .image)
    #expect(try kind("BLOB", [.bytes([1, 2])]) == .bytes)
    #expect(try kind("BLOB", [.bytes([1, 2]), archive]) == .mixed)
    #expect(try kind("BLOB", texts("a")) == .mixed)
    #expect(try kind("INTEGER", texts("a")) == .mixed)
    #expect(try kind("INTEGER", texts("18446744073709551615", "1")) == .integer)
    #expect(try kind("INTEGER", texts("1.5")) == .mixed)
  }

  @Test func takesTheKindOfAnEmptyColumnFromARelatedClass() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("person", "photo TEXT, score REAL")
    try file.addClass("employee", "score REAL, photo TEXT, salary REAL")
    try file.insert("INSERT INTO person VALUES (1, ?, NULL)", [.bytes([1])])
    try file.run(
      "INSERT INTO person VALUES (2, NULL, 2); INSERT INTO employee VALUES (1, 1, NULL, 1)")
    let employee = try #require(try file.model().class(table: "employee"))
    #expect(employee.possibleSuperclasses == ["person"])
    #expect(employee.properties.map(\.kind) == [.number, .data, .real])
    #expect(try file.doubts().contains(.nilOrEmptyData))
  }

  @Test func takesTextsForTextsWhereARelatedClassShowsIt() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("person", "code TEXT, flag TEXT, n REAL")
    try file.addClass("employee", "n REAL, code TEXT, salary REAL, flag TEXT")
    try file.run("INSERT INTO person VALUES (1, 'a-b', '1', 1), (2, '1', '0', 2)")
    try file.run("INSERT INTO employee VALUES (1, 1, '1', 1, '0')")
    let employee = try #require(try file.model().class(table: "employee"))
    #expect(employee.properties.map(\.kind) == [.real, .text, .real, .boolean])
    #expect(try file.doubts().contains(.borrowedKind))
  }

  @Test func findsObjectsOfClassesThatChoseTheirTable() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("people", "boss TEXT")
    try file.run("INSERT INTO people VALUES (1, NULL), (2, 'Person-1')")
    #expect(try file.objects()["people"]?.last?.values == [.text("Person-1")])
    #expect(try file.doubts().contains(.looksLikeReference))
    let map = LegacyMap(classes: ["people": "Person"])
    let boss = LegacyValue.reference(LegacyReference(table: "people", key: 1))
    #expect(try file.objects(map: map)["people"]?.last?.values == [boss])
  }
}
