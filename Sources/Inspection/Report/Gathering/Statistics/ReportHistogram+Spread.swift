import Foundation

extension ReportHistogram {
  /// The bars of what was counted; nil where one bar has it all.
  ///
  /// - Parameters:
  ///   - isLogarithmic: whether logarithms were counted.
  ///   - least: the least value in words, which the first bar begins with; nil for lengths.
  ///   - greatest: the greatest one.
  init?(
    _ measure: Measure, _ spread: ValueSpread, isLogarithmic: Bool, from least: String?,
    to greatest: String?
  ) {
    guard spread.counts.count > 1 else { return nil }
    let words = BarWords(measure: measure, isLogarithmic: isLogarithmic, width: spread.width)
    bins = spread.counts.enumerated().map { place, count in
      Bin(
        from: words.start(spread.start(of: place)), to: words.end(spread.start(of: place + 1)),
        count: count)
    }
    (self.measure, self.isLogarithmic) = (measure, isLogarithmic)
    guard measure == .numbers || measure == .dates else { return }
    if let least { bins[0].from = words.clipped(least) }
    if let greatest { bins[bins.count - 1].to = words.clipped(greatest) }
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

  func start(_ number: Double) -> String { words(number) }

  func end(_ number: Double) -> String { words(isWhole ? number - 1 : number) }

  private func words(_ number: Double) -> String {
    if measure == .dates {
      return clipped(InspectedValue.moment(Date(timeIntervalSinceReferenceDate: number)).plain)
    }
    let value = isLogarithmic ? (exp2(number) - 1).rounded() : number
    guard let whole = Int(exactly: value) else { return "\(value)" }
    return measure == .numbers ? "\(whole)" : whole.grouped
  }

  /// A text of a moment, without the time of day where bars are days wide or more.
  func clipped(_ text: String) -> String {
    measure == .dates ? String(text.prefix(width >= 86_400 ? 10 : 19)) : text
  }
}
