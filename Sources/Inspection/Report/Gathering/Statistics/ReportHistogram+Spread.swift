import Foundation
import PersistentObjectsInspection

extension ReportHistogram {
  /// Creates the bars for a spread; nil if a single bar holds everything.
  ///
  /// - Parameters:
  ///   - isLogarithmic: whether logarithms were counted.
  ///   - least: the least number, at which the first bar begins.
  ///   - greatest: the greatest number, at which the last bar ends.
  init?(
    _ measure: Measure, _ spread: ValueSpread, isLogarithmic: Bool, from least: Double,
    to greatest: Double
  ) {
    guard spread.counts.count > 1 else { return nil }
    let words = BarWords(measure: measure, isLogarithmic: isLogarithmic, width: spread.width)
    bins = spread.counts.enumerated().map { place, count in
      Bin(
        from: words.start(spread.start(of: place)), to: words.end(spread.start(of: place + 1)),
        count: count)
    }
    bins[0].from = words.words(for: least)
    bins[bins.count - 1].to = words.words(for: greatest)
    (self.measure, self.isLogarithmic) = (measure, isLogarithmic)
  }

  /// Returns the logarithm by which bars count a number. It is defined for 0, too.
  static func logarithm(of number: Double) -> Double { log2(number + 1) }
}

/// The texts at the ends of bars.
private struct BarWords {
  let measure: ReportHistogram.Measure
  let isLogarithmic: Bool
  let width: Double

  /// Whether a bar's end shows its last value, because all values are whole. Otherwise it shows the
  /// beginning of the next bar.
  private var isWhole: Bool { measure != .dates && width >= 1 && !isLogarithmic }

  func start(_ bar: Double) -> String {
    words(for: isLogarithmic ? (exp2(bar) - 1).rounded() : bar)
  }

  func end(_ bar: Double) -> String { isWhole ? words(for: bar - 1) : start(bar) }

  /// Returns the text for a number, with enough digits to distinguish bars.
  func words(for number: Double) -> String {
    if measure == .dates { return date(number) }
    if let whole = Int(exactly: number) { return measure == .numbers ? "\(whole)" : whole.grouped }
    let digits = String(format: "%.5g", number)
    return abs(number) >= 1e5 ? Int(exactly: number.rounded()).map { "\($0)" } ?? digits : digits
  }

  /// Returns a moment, without the time of day if bars are at least a day wide.
  private func date(_ number: Double) -> String {
    let moment = InspectedValue.moment(Date(timeIntervalSinceReferenceDate: number)).plain
    return String(moment.prefix(width >= 86_400 ? 10 : 19))
  }
}
