/// Counts the occurrences of values in bounded memory: exactly while there are few different
/// values, and afterwards as lower bounds for the most frequent ones.
///
/// Values are identified by a 64-bit hash. When there is no more room, the median of all counts is
/// subtracted from each of them (Misra and Gries). The remaining values occurred at least as often
/// as their counts say, and the removed ones at most as often as was subtracted in total.
struct FrequentValues {
  /// The maximum number of hashes to keep for all columns of a table together.
  static let capacity = 1 << 20
  /// The maximum number of frequent values to keep.
  static let most = 5

  /// One of the most frequent values.
  private struct Entry {
    let hash: Int
    let value: ReportValue
    var count: Int
  }

  private let capacity: Int
  private var counts: [Int: Int] = [:]
  private var top: [Entry] = []
  /// The total amount subtracted from each count.
  private var taken = 0
  /// The number of different values when room ran out for the first time; nil before that.
  private var seen: Int?

  /// Creates an empty count.
  ///
  /// - Parameter capacity: the number of hashes to keep.
  init(capacity: Int) { self.capacity = max(capacity, 64) }

  /// The number of different values.
  var distinct: ReportDistinct { seen.map { .atLeast($0) } ?? .exactly(counts.count) }

  /// The values that occur more than once, the most frequent first.
  var frequent: [ReportFrequency] {
    let least = max(taken, 1)
    return top.filter { $0.count > least }.sorted { $0.count > $1.count }.map {
      ReportFrequency(value: $0.value, count: $0.count, isExact: taken == 0)
    }
  }

  /// Counts a value.
  ///
  /// - Parameter value: returns the value to show; called only for one of the most frequent values.
  mutating func add(_ hash: Int, _ value: () -> ReportValue) {
    let count = counts[hash, default: 0] + 1
    counts[hash] = count
    note(hash, count, value)
    if counts.count > capacity { makeRoom() }
  }

  private mutating func note(_ hash: Int, _ count: Int, _ value: () -> ReportValue) {
    // Counts grow one by one, so a value that overtakes the least of these is more frequent than
    // all values that are not among them.
    if top.count == Self.most, count <= top[Self.most - 1].count { return }
    var place = top.firstIndex { $0.hash == hash }
    if let place {
      top[place].count = count
    } else {
      if top.count == Self.most { top.removeLast() }
      place = top.count
      top.append(Entry(hash: hash, value: value(), count: count))
    }
    while let at = place, at > 0, top[at - 1].count < top[at].count {
      top.swapAt(at, at - 1)
      place = at - 1
    }
  }

  private mutating func makeRoom() {
    seen = seen ?? counts.count
    let median = counts.values.sorted()[counts.count / 2]
    taken += median
    counts = counts.compactMapValues { $0 > median ? $0 - median : nil }
    top = top.compactMap {
      $0.count > median ? Entry(hash: $0.hash, value: $0.value, count: $0.count - median) : nil
    }
  }
}
