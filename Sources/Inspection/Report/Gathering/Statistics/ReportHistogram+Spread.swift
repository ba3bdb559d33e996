import Foundation

extension ReportHistogram {
  /// The bars of what was counted; nil where one bar has it all.
  ///
  /// - Parameters:
  ///   - isLogarithmic: whether logarithms were counted.
  ///   - least: the least number, which the first bar begins with.
  ///   - greatest: the greatest one.
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

  /// What is counted of a number where bars are of logarithms; 0 has one, too.
  static func logarithm(of number: Double) -> Double { log2(number + 1) }
}

/// The words at the ends of bars.
private struct BarWords {
  let measure: ReportHistogram.Measure
  let isLogarithmic: Bool
  let width: Double

  /// Where all values are whole the last one of a bar stands at its end; else where the next bar begins.
  private var isWhole: Bool { measure != .dates && width >= 1 && !isLogarithmic }

  func start(_ bar: Double) -> String {
    words(for: isLogarithmic ? (exp2(bar) - 1).rounded() : bar)
  }

  func end(_ bar: Double) -> String { isWhole ? words(for: bar - 1) : start(bar) }

  /// The words for a number, in as few digits as tell bars apart.
  func words(for number: Double) -> String {
    if measure == .dates { return date(number) }
    if let whole = Int(exactly: number) { return measure == .numbers ? "\(whole)" : whole.grouped }
    let digits = String(format: "%.5g", number)
    return abs(number) >= 1e5 ? Int(exactly: number.rounded()).map { "\($0)" } ?? digits : digits
  }

  /// A moment, without the time of day where bars are days wide or more.
  private func date(_ number: Double) -> String {
    let moment = InspectedValue.moment(Date(timeIntervalSinceReferenceDate: number)).plain
    return String(moment.prefix(width >= 86_400 ? 10 : 19))
  }
}
