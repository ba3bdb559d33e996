import Foundation
import PersistentObjectsAncestors
import TestSupport
import Testing

/// Random objects are written as the original wrote them, read back, and compared with those in
/// memory.
@Suite struct LegacyRandomObjectTests {
  @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata"])
  func readsWhatWasInMemory(zone: String) throws {
    let timeZone = try #require(TimeZone(identifier: zone))
    var maker = RandomObjects(
      random: RandomNumbers.printed("LegacyRandomObjectTests \(zone)"), timeZone: timeZone)
    for _ in 0..<4 {
      let file = try OldFile(OldFile.sequence)
      let expected = try maker.fill(file)
      let objects = try file.objects(zone)
      for (table, rows) in expected {
        let found = objects[table] ?? []
        #expect(found.map(\.key) == rows.map(\.key))
        for (object, row) in zip(found, rows) {
          #expect(object.values.elementsEqual(row.values, by: isSame), "\(table) \(row.key)")
          #expect(
            object.collections.elementsEqual(row.collections, by: isSame), "\(table) \(row.key)")
        }
      }
    }
  }

  /// Whether values are the same. Dates are the same if one of their instants is; sets and
  /// dictionaries have no order.
  private func isSame(_ left: LegacyValue, _ right: LegacyValue) -> Bool {
    switch (left, right) {
    case (.date(let read), .date(let written)):
      ([read.secondsSince2001] + read.alternatives).contains(written.secondsSince2001)
    case (.array(let read), .array(let written)), (.set(let read), .set(let written)):
      read.count == written.count && zip(read, written).allSatisfy(isSame)
    case (.dictionary(let read), .dictionary(let written)):
      read.count == written.count
        && zip(sorted(read), sorted(written)).allSatisfy {
          $0.key == $1.key && isSame($0.value, $1.value)
        }
    // SQLite itself does not always choose the nearest number for a text of many digits.
    case (.real(let read), .real(let written)): (read - written).magnitude <= written.ulp
    case (.unsigned(let read), .unsigned(let written)):
      max(read, written) - min(read, written) <= 4096
    default: left == right
    }
  }

  private func sorted(_ entries: [LegacyEntry]) -> [LegacyEntry] {
    entries.sorted { "\($0.key)" < "\($1.key)" }
  }
}
