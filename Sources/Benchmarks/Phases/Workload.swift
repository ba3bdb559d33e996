import Foundation

/// The rows that every phase works on, the same in each run.
struct Workload: Sendable {
  struct Row: Sendable {
    let firstName: String
    let lastName: String
    let age: Int
    let balance: Double
    let birthdate: Date
    let note: String?
    let photo: Data
  }

  let rows: RepeatedRows
  /// Primary keys in a random order, for single finds.
  let keys: [Int64]
  /// The last names to find. About a hundred rows have each of them.
  let names: [String]

  /// - Parameter distinct: the number of distinct rows, which are then repeated, so that a large
  ///   workload takes little memory; nil if all are distinct.
  init(count: Int, distinct: Int? = nil) {
    var random = SplitMix(seed: 42)
    let nameCount = max(1, count / 100)
    let different = (0..<min(count, distinct ?? count)).map { Self.row($0, nameCount, &random) }
    rows = RepeatedRows(rows: different, count: count)
    keys = (0..<count).map { _ in Int64.random(in: 1...Int64(count), using: &random) }
    names = (0..<2 * nameCount).map { _ in Self.lastName(of: nameCount, &random) }
  }

  private static func row(
    _ index: Int, _ nameCount: Int, _ random: inout SplitMix
  ) -> Row {
    let photo = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
    return Row(
      firstName: "First\(index % 5000)",
      lastName: lastName(of: nameCount, &random),
      age: Int.random(in: 0..<100, using: &random),
      balance: Double(Int.random(in: 0..<10_000_000, using: &random)) / 100,
      birthdate: Date(
        timeIntervalSince1970: Double(Int.random(in: 0..<2_000_000_000, using: &random))),
      note: index % 3 == 0 ? nil : "a note of some length about person \(index)",
      photo: Data(photo))
  }

  private static func lastName(of count: Int, _ random: inout SplitMix) -> String {
    "Lastname\(Int.random(in: 0..<count, using: &random))"
  }
}

/// Rows that start over when all have been used.
struct RepeatedRows: RandomAccessCollection, Sendable {
  fileprivate let rows: [Workload.Row]
  let count: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Workload.Row { rows[index % rows.count] }
}
