/// The cells of a property's statistics.
struct StatisticsCells {
  /// The maximum number of frequent values to show.
  private static let maximumFrequent = 5

  /// The statistics; nil if none were gathered.
  let statistics: ReportStatistics?
  /// The targets of links.
  let anchors: ReportAnchors

  /// Returns the cells, without the large ones unless `isFull` is true.
  func cells(isFull: Bool) -> [ReportCell] {
    guard isFull else { return [distinct] }
    return [
      distinct, ReportCell(body: range), ReportCell(body: frequent),
      ReportCell(body: statistics?.histogram.map { HistogramDrawing($0).html } ?? ""),
    ]
  }

  private var distinct: ReportCell {
    let (text, order): (String, Int) =
      switch statistics?.distinct {
      case .exactly(let count): (count.grouped, count)
      case .atLeast(let count): ("≥\u{A0}\(count.grouped)", count)
      case nil: ("–", -1)
      }
    return ReportCell(body: "\(text)", order: Double(order))
  }

  private var range: HTML {
    guard let least = statistics?.least, let greatest = statistics?.greatest else { return "" }
    guard least != greatest else { return "<span class='value'>\(Self.short(least))</span>" }
    return """
      <span class='value'>\(Self.short(least))</span>\
      <span class='value'>\(Self.short(greatest))</span>
      """
  }

  private var frequent: HTML {
    guard let statistics, !statistics.frequent.isEmpty else { return "" }
    var html: HTML = "<ol class='frequent'>"
    html.each(statistics.frequent.prefix(Self.maximumFrequent)) { one in
      let least = one.isExact ? "" : "≥\u{A0}"
      return "<li><span>\(short(one.value))</span> <small>\(least)\(one.count.grouped)</small></li>"
    }
    html += "</ol>"
    return html
  }

  private func short(_ value: ReportValue) -> HTML {
    switch value {
    case .text(let text), .figure(let text), .undecoded(let text, _): Self.short(text)
    default: value.html(anchors: anchors, depth: ReportValue.maximumDepth)
    }
  }

  /// Returns a value that shares its line with others.
  private static func short(_ value: ReportText) -> HTML {
    guard !value.text.isEmpty else { return value.html }
    let clip = value.text.clipped(toScalars: 48)
    let isWhole = clip.endIndex == value.text.endIndex && value.total == nil
    return isWhole ? "\(data: value.text)" : "\(data: String(clip))<span class='cut'>…</span>"
  }
}
