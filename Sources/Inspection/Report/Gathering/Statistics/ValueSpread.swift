/// Counts numbers in bars of equal width, without knowing their range in advance. The width of a
/// bar is a power of two, which doubles when there would be too many bars.
struct ValueSpread {
  /// The width of a bar, as an exponent of two.
  private(set) var exponent: Int
  /// The number of the first bar. A bar reaches from its number, times the width, to that of the
  /// next bar.
  private(set) var first: Int64 = 0
  /// The counts of the bars.
  private(set) var counts: [Int] = []
  /// The least and the greatest number that have been counted.
  private(set) var (least, greatest) = (Double.infinity, -Double.infinity)

  /// Creates an empty count.
  ///
  /// - Parameter isWhole: whether bars are at least 1 wide.
  init(isWhole: Bool) { exponent = isWhole ? 0 : Self.leastExponent }

  private static let leastExponent = -1074
  /// The exponent of two below which the numbers of bars stay.
  private static let precision = 52

  /// The number of values counted.
  var total: Int { counts.reduce(0, +) }

  /// Whether one of many bars holds most numbers, so that equal widths hide the distribution.
  var isSkewed: Bool { counts.count > 16 && (counts.max() ?? 0) > total / 3 * 2 }

  /// The width of each bar.
  var width: Double { Self.scaled(1, by: exponent) }

  /// Returns the start of a bar, which is the end of the bar before it.
  func start(of bar: Int) -> Double { Self.scaled(Double(first + Int64(bar)), by: exponent) }

  /// Counts a number. Infinities and NaN have no bar.
  mutating func add(_ number: Double) {
    guard number.isFinite else { return }
    (least, greatest) = (min(least, number), max(greatest, number))
    let least = number == 0 ? Self.leastExponent : Int(number.exponent) - Self.precision
    if exponent < least { widen(by: least - exponent) }
    var bar = bar(of: number)
    while !counts.isEmpty, span(with: bar) > ReportHistogram.maximumBins {
      widen(by: 1)
      bar = self.bar(of: number)
    }
    count(in: bar)
  }

  private func bar(of number: Double) -> Int64 {
    Int64(Self.scaled(number, by: -exponent).rounded(.down))
  }

  private func span(with bar: Int64) -> Int64 {
    max(first + Int64(counts.count), bar + 1) - min(first, bar)
  }

  private mutating func count(in bar: Int64) {
    if counts.isEmpty { first = bar }
    if bar < first {
      counts.insert(contentsOf: repeatElement(0, count: Int(first - bar)), at: 0)
      first = bar
    }
    let place = Int(bar - first)
    if place >= counts.count { counts += repeatElement(0, count: place - counts.count + 1) }
    counts[place] += 1
  }

  /// Joins neighbouring bars, which makes all of them wider.
  private mutating func widen(by steps: Int) {
    exponent += steps
    guard !counts.isEmpty else { return }
    let (old, start, shift) = (counts, first, Int64(min(steps, 63)))
    first = start >> shift
    counts = []
    for (place, count) in old.enumerated() {
      let bar = Int((start + Int64(place)) >> shift - first)
      if bar == counts.count { counts.append(0) }
      counts[bar] += count
    }
  }

  private static func scaled(_ number: Double, by exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: number)
  }
}
