/// All doubts of one kind about one column, one table, or the file.
///
/// See ``LegacyOutcome``.
public struct LegacyDoubtCount: Hashable, Sendable, CustomStringConvertible {
  /// The first of these doubts.
  public let first: LegacyDoubt
  /// The number of these doubts.
  public internal(set) var count: Int
  /// The keys of the objects concerned, at most the first twenty.
  public internal(set) var keys: [Int64]

  /// The doubts as a line such as `event.start: 3 × ambiguousHour, …`.
  public var description: String {
    let place = [first.table, first.column].compactMap { $0 }.joined(separator: ".")
    let times = count == 1 ? "" : "\(count) × "
    let keys = keys.isEmpty ? "" : " (pk \(keys.map(String.init).joined(separator: ", "))\(more))"
    return (place.isEmpty ? "" : place + ": ") + times + "\(first.kind): \(first.words)" + keys
  }

  private var more: String { keys.count == DoubtTally.mostKeys ? ", …" : "" }
}

/// Counts doubts without keeping each one.
struct DoubtTally {
  static let mostKeys = 20

  private var places: [Place: Int] = [:]
  private(set) var counts: [LegacyDoubtCount] = []

  private struct Place: Hashable {
    let table: String?
    let column: String?
    let kind: LegacyDoubt.Kind
  }

  mutating func add(_ doubt: LegacyDoubt) {
    let place = Place(table: doubt.table, column: doubt.column, kind: doubt.kind)
    let index = places[place] ?? counts.count
    if index == counts.count {
      places[place] = index
      counts.append(LegacyDoubtCount(first: doubt, count: 0, keys: []))
    }
    counts[index].count += 1
    if let key = doubt.key, counts[index].keys.count < Self.mostKeys, counts[index].keys.last != key
    {
      counts[index].keys.append(key)
    }
  }

  mutating func add(_ doubts: [LegacyDoubt]) {
    for doubt in doubts { add(doubt) }
  }
}
