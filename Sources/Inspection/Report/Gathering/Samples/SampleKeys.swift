import PersistentObjects

/// Chooses keys from all over a table.
struct SampleKeys {
  private let file: InspectedFile
  private let table: String

  init(_ table: String, _ file: InspectedFile) {
    self.file = file
    self.table = file.connection.dialect.quoted(table)
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
    let step = UInt64(bitPattern: ends[1] &- ends[0]) / UInt64(count - 1)
    let found = try (0..<count - 1).flatMap { place in
      let least = ends[0] &+ Int64(bitPattern: step &* UInt64(place))
      return try keys("SELECT pk FROM \(table) WHERE pk >= \(least) ORDER BY pk LIMIT 1")
    }
    return (found + [ends[1]]).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private func keys(_ sql: String) throws -> [Int64] {
    try file.rows(sql).compactMap { row in
      if case .integer(let pk) = row.first { pk } else { nil }
    }
  }
}
