import Foundation

extension ReportHistogram {
  /// The bars of what was counted; nil where one bar has it all.
  ///
  /// - Parameters:
  ///   - least: the least value in words, which the first bar begins with; nil for lengths.
  ///   - greatest: the greatest one.
  init?(_ measure: Measure, _ spread: ValueSpread, from least: String?, to greatest: String?) {
    guard spread.counts.count > 1 else { return nil }
    let words = BarWords(measure: measure, width: spread.width)
    bins = spread.counts.enumerated().map { place, count in
      Bin(
        from: words.start(spread.start(of: place)), to: words.end(spread.start(of: place + 1)),
        count: count)
    }
    self.measure = measure
    guard measure == .numbers || measure == .dates else { return }
    if let least { bins[0].from = words.clipped(least) }
    if let greatest { bins[bins.count - 1].to = words.clipped(greatest) }
  }
}

/// The words at the ends of bars.
private struct BarWords {
  let measure: ReportHistogram.Measure
  let width: Double

  /// Where the bar's values are whole, its last one stands at its end; else where the next bar begins.
  private var isWhole: Bool { measure != .dates && width >= 1 }

  func start(_ number: Double) -> String { words(number) }

  func end(_ number: Double) -> String { words(isWhole ? number - 1 : number) }

  private func words(_ number: Double) -> String {
    if measure == .dates {
      return clipped(InspectedValue.moment(Date(timeIntervalSinceReferenceDate: number)).plain)
    }
    return Int(exactly: number).map(\.grouped) ?? "\(number)"
  }

  /// A text of a moment, without the time of day where bars are days wide or more.
  func clipped(_ text: String) -> String {
    measure == .dates ? String(text.prefix(width >= 86_400 ? 10 : 19)) : text
  }
}
