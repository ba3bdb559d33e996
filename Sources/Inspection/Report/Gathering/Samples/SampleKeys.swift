import PersistentObjects
import PersistentObjectsInspection

/// Chooses keys from all over a table.
struct SampleKeys {
  private let file: InspectedFile
  private let table: String

  init(_ table: String, _ file: InspectedFile) {
    self.file = file
    self.table = file.catalog.rows(of: table)
  }

  /// Returns the first `count` keys.
  func first(_ count: Int) throws -> [Int64] {
    try keys("SELECT pk FROM \(table) ORDER BY pk LIMIT \(count)")
  }

  /// Returns at most `count` keys, in ascending order and at about equal distances.
  func spread(_ count: Int) throws -> [Int64] {
    let ends = try keys("SELECT min(pk) FROM \(table)") + keys("SELECT max(pk) FROM \(table)")
    guard count > 1, ends.count == 2, ends[0] < ends[1] else {
      return Array(ends.prefix(min(count, 1)))
    }
    // The distance between keys may exceed the range of signed numbers.
    let step = max(1, UInt64(bitPattern: ends[1] &- ends[0]) / UInt64(count - 1))
    var found: [Int64] = []
    var place: UInt64 = 0
    while place < UInt64(count - 1) {
      let least = ends[0] &+ Int64(bitPattern: step &* place)
      let next = try keys("SELECT pk FROM \(table) WHERE pk >= \(least) ORDER BY pk LIMIT 1")
      guard let pk = next.first, pk < ends[1] else { break }
      found.append(pk)
      // Skip the places before this key: there may be far more of them than keys.
      place = UInt64(bitPattern: pk &- ends[0]) / step + 1
    }
    return found + [ends[1]]
  }

  private func keys(_ sql: String) throws -> [Int64] {
    try file.rows(sql).compactMap { row in
      if case .integer(let pk) = row.first { pk } else { nil }
    }
  }
}
