import Foundation
import PersistentObjectsAncestors
import Testing

@Suite struct LegacyValueTests {
  private func values(_ type: String, _ values: [Bound]) throws -> [LegacyValue] {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("row", "value \(type)")
    for value in values { try file.insert("INSERT INTO row (value) VALUES (?)", [value]) }
    return try file.objects()["row"]?.compactMap(\.values.first) ?? []
  }

  @Test func keepsEachDigitOfNumbers() throws {
    let texts = ["0.30000000000000004", "1e+300", "5e-324", "1234.568", "16777220", "-0.1"]
    #expect(
      try values("REAL", texts.map { .text($0) }) == texts.compactMap(Double.init).map { .real($0) }
    )
    #expect(
      try values("INTEGER", [.text("9223372036854775807"), .text("-9223372036854775808")])
        == [.integer(.max), .integer(.min)])
    #expect(
      try values("INTEGER", [.text("18446744073709551615"), .text("9223372036854775808")])
        == [.unsigned(.max), .unsigned(1 << 63)])
  }

  @Test func readsInfinityAndWhatIsNoNumber() throws {
    #expect(
      try values("REAL", ["inf", "-inf", "nan", "1e999", "+infinity"].map { .text($0) })
        == [
          .notFinite(.infinity), .notFinite(.negativeInfinity), .notFinite(.notANumber),
          .notFinite(.infinity), .notFinite(.infinity),
        ])
  }

  @Test func tellsNothingFromEmpty() throws {
    #expect(try values("TEXT", [.null, .text(""), .text("a")]) == [.null, .text(""), .text("a")])
    #expect(
      try values("TEXT", [.null, .bytes([]), .bytes([0])]) == [.null, .data([]), .data([0])])
  }

  @Test func keepsTextsThatAreNotUTF8() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("row", "value TEXT")
    try file.run("INSERT INTO row VALUES (1, CAST(x'ff61' AS TEXT)), (2, CAST(x'610062' AS TEXT))")
    #expect(
      try file.objects()["row"]?.map(\.values)
        == [[.damagedText([0xFF, 0x61])], [.text("a\u{0}b")]])
    #expect(try file.doubts().contains(.damagedText))
  }

  @Test func readsMixedColumnsValueByValue() throws {
    #expect(
      try values(
        "REAL", [.text("1.5"), .text("2008-07-14 17:13:32.1230"), .text("odd"), .bytes([1])]
      )
      .map(\.form) == ["real", "date", "text", "data"])
    #expect(
      try values("BLOB", [.integer(1), .text("a"), .bytes([1])])
        == [.integer(1), .text("a"), .data([1])])
  }

  @Test func reportsWhatNumbersMayHaveLost() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("row", "a INTEGER, b REAL, c REAL")
    try file.run("INSERT INTO row VALUES (1, 18446744073709551615, 9007199254740993, 9e999)")
    try file.run("INSERT INTO row VALUES (2, 1, NULL, 1.5)")
    let kinds = try file.doubts().filter { $0.keys == [1] }.map(\.first.kind)
    #expect(kinds == [.unsignedAsReal, .inexactNumber, .infinity])
  }

  @Test func reportsReferencesToObjectsThatAreGone() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("person", "boss TEXT")
    try file.run("INSERT INTO person VALUES (1, NULL), (2, 'Person-1'), (3, 'Person-99')")
    #expect(
      try file.objects()["person"]?.map(\.values) == [
        [.null], [.reference(LegacyReference(table: "person", key: 1))],
        [.reference(LegacyReference(table: "person", key: 99, isDangling: true))],
      ])
    let doubts = try file.doubts().filter { $0.first.kind == .danglingReference }
    #expect(doubts.map(\.keys) == [[3]])
  }

  @Test func saysOnceWhatNoFileShows() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("row", "a TEXT")
    try file.run("INSERT INTO row VALUES (1, 'x'), (2, 'y')")
    let doubts = try file.doubts().filter { $0.first.table == nil }
    #expect(doubts.map(\.first.kind) == [.cutStrings, .superclasses])
    #expect(doubts.allSatisfy { $0.count == 1 && $0.first.kind.weight == .note })
  }

  @Test func reportsKeyCounters() throws {
    let file = try OldFile(OldFile.sequence)
    try file.addClass("row", "a TEXT", lastKey: 1)
    try file.run("INSERT INTO row VALUES (5, 'x'); CREATE TABLE other (pk INTEGER PRIMARY KEY)")
    let model = try file.model()
    #expect(model.classes.map(\.lastKey) == [1, nil])
    #expect(model.classes.map(\.greatestKey) == [5, nil])
    #expect(model.doubts.filter { $0.kind == .keyCounter }.map(\.table) == ["row", "other"])
  }
}
