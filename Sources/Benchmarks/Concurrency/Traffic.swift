/// The work that readers and a writer did in a period of time.
struct Traffic: Sendable {
  /// The number of accounts read.
  var reads = 0
  /// The durations of the write transactions, each from the call to its return.
  var writes: [Duration] = []
  /// The number of errors because the database was locked.
  var refusals = 0
  var duration = Duration.zero

  var readsPerSecond: Double { Double(reads) / (duration / .seconds(1)) }
  var writesPerSecond: Double { Double(writes.count) / (duration / .seconds(1)) }

  /// Returns the time that so many percent of the writes did not exceed.
  func writeLatency(percentile: Int) -> Duration {
    let sorted = writes.sorted()
    return sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, sorted.count * percentile / 100)]
  }

  mutating func add(_ other: Traffic) {
    reads += other.reads
    writes += other.writes
    refusals += other.refusals
  }
}
