import Foundation
import PersistentObjectsInspection
import Testing

@testable import PersistentObjectsAncestors

/// Files of the first versions: without key counters, with dates as seconds since 1970.
@Suite struct LegacyEarlyFileTests {
  private func file() throws -> OldFile {
    let file = try OldFile()
    try file.addArray("person_dates")
    try file.run("CREATE TABLE person (pk INTEGER PRIMARY KEY, born REAL, name TEXT)")
    try file.insert("INSERT INTO person VALUES (1, ?, 'Joe')", [.text("1216048412.123000")])
    try file.insert(
      "INSERT INTO person_dates VALUES (1, 0, NULL, NULL, ?, 'NSCFDate')",
      [.text("1216048412.123000")])
    return file
  }

  private let date = LegacyValue.date(LegacyDate(secondsSince2001: 237_741_212.123))

  @Test func areRecognised() throws {
    let early = try file()
    #expect(try LegacyStore(early.path).recognition.isLegacy)
    let plain = try OldFile("CREATE TABLE person (pk INTEGER PRIMARY KEY, last_name TEXT)")
    #expect(try LegacyStore(plain.path).recognition.isLegacy)
    let other = try OldFile("CREATE TABLE person (pk INTEGER PRIMARY KEY, name VARCHAR(20))")
    #expect(try !LegacyStore(other.path).recognition.isLegacy)
  }

  @Test func haveDatesAsNumbers() throws {
    let file = try file()
    #expect(try file.objects()["person"]?.first?.collections == [.array([date])])
    #expect(try file.objects()["person"]?.first?.values.first == .real(1_216_048_412.123))
    #expect(try file.doubts().contains(.looksLikeDate))
    let map = LegacyMap(kinds: ["person": ["born": .date]])
    #expect(try file.objects(map: map)["person"]?.first?.values.first == date)
    #expect(try !file.doubts(map: map).contains(.looksLikeDate))
  }
}
