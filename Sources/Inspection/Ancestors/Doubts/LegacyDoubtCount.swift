/// All doubts of one kind about one column, or about one table, or about the file.
public struct LegacyDoubtCount: Hashable, Sendable, CustomStringConvertible {
  /// The first of them.
  public let first: LegacyDoubt
  /// The number of them.
  public internal(set) var count: Int
  /// The keys of the objects concerned: the first twenty at the most.
  public internal(set) var keys: [Int64]

  /// A line such as `event.start: 3 × ambiguousHour, …`.
  public var description: String {
    let place = [first.table, first.column].compactMap { $0 }.joined(separator: ".")
    let times = count == 1 ? "" : "\(count) × "
    let keys = keys.isEmpty ? "" : " (pk \(keys.map(String.init).joined(separator: ", "))\(more))"
    return (place.isEmpty ? "" : place + ": ") + times + "\(first.kind): \(first.words)" + keys
  }

  private var more: String { keys.count == DoubtTally.mostKeys ? ", …" : "" }
}

/// Counts doubts without keeping each.
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
