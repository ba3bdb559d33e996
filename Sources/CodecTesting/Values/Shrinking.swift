/// Simplifies a record of draws as long as it still reproduces the failure. A record is simpler
/// than another if it is shorter, or equally long and lower.
struct Shrinking<Outcome> {
  /// The draws that were used, and the failure that they caused.
  typealias Attempt = (draws: [UInt64], outcome: Outcome)

  private var best: [UInt64]
  private var outcome: Outcome
  private var attempts: Int
  /// Tries draws again; nil if nothing fails.
  private let retry: ([UInt64]) -> Attempt?

  /// Returns the failure of the simplest record found within a number of attempts; `outcome` if
  /// none is simpler than `draws`.
  static func simplest(
    of draws: [UInt64], _ outcome: Outcome, attempts: Int = 4000,
    _ retry: ([UInt64]) -> Attempt?
  ) -> Outcome {
    withoutActuallyEscaping(retry) { retry in
      var shrinking = Shrinking(draws, outcome, attempts, retry)
      shrinking.run()
      return shrinking.outcome
    }
  }

  private init(
    _ draws: [UInt64], _ outcome: Outcome, _ attempts: Int,
    _ retry: @escaping ([UInt64]) -> Attempt?
  ) {
    best = draws
    self.outcome = outcome
    self.attempts = attempts
    self.retry = retry
  }

  private mutating func run() {
    var before: [UInt64]
    repeat {
      before = best
      deleteRuns()
      lowerEach()
      if best == before { lowerWithTheNext() }
    } while best != before && attempts > 0
  }

  private mutating func deleteRuns() {
    var length = best.count
    while length > 0 {
      var start = best.count - length
      while start >= 0 && attempts > 0 {
        if start + length <= best.count { delete(start..<start + length) }
        start -= max(1, length / 2)
      }
      // Try all short lengths, since an element of a collection may take any number of draws.
      length = length > 8 ? length / 2 : length - 1
    }
  }

  private mutating func delete(_ run: Range<Int>) {
    var shorter = best
    shorter.removeSubrange(run)
    _ = accept(shorter)
  }

  private mutating func lowerEach() {
    var index = 0
    while index < best.count && attempts > 0 {
      lower(index)
      index += 1
    }
  }

  /// Lowers a draw. It searches upwards for the lowest power of two that still fails, since values
  /// in between may succeed; below that, it searches by bisection, and finally in steps of one.
  private mutating func lower(_ index: Int) {
    guard best[index] > 0, !accept(0, at: index) else { return }
    var low: UInt64 = 0, power: UInt64 = 1
    while power < best[index], !accept(power, at: index) {
      low = power
      guard power < 1 << 63 else { break }
      power <<= 1
    }
    while index < best.count, best[index] - low > 1 {
      let middle = low + (best[index] - low) / 2
      if !accept(middle, at: index) { low = middle }
    }
    while index < best.count, best[index] > 0, accept(best[index] - 1, at: index) {}
  }

  /// Lowers two draws at once, since one may decide how the next one is read.
  private mutating func lowerWithTheNext() {
    guard best.count <= 16 else { return }
    var source = ValueSource(seed: 0)
    for index in best.indices.dropLast() {
      for choice in 0..<min(best[index], 8) {
        for _ in 0..<16 where index + 1 < best.count && choice < best[index] {
          var draws = best
          draws[index] = choice
          draws[index + 1] = source.next()
          if accept(draws) { return }
        }
      }
    }
  }

  private mutating func accept(_ draw: UInt64, at index: Int) -> Bool {
    var lower = best
    lower[index] = draw
    return accept(lower)
  }

  private mutating func accept(_ draws: [UInt64]) -> Bool {
    guard attempts > 0, Self.isSimpler(draws, than: best) else { return false }
    attempts -= 1
    guard let found = retry(draws), Self.isSimpler(found.draws, than: best) else { return false }
    (best, outcome) = found
    return true
  }

  private static func isSimpler(_ left: [UInt64], than right: [UInt64]) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }
}
