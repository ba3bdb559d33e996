/// The cells of a property's statistics.
struct StatisticsCells {
  /// The maximum number of frequent values to show.
  private static let maximumFrequent = 5

  /// The statistics; nil if none were gathered.
  let statistics: ReportStatistics?
  /// The targets of links.
  let anchors: ReportAnchors

  /// Returns the cells, without the large ones unless `isFull` is true. Wide values are in
  /// ``wideRow(columns:)``.
  func cells(isFull: Bool) -> [ReportCell] {
    guard isFull else { return [distinct] }
    return [
      distinct, ReportCell(body: isWide ? "" : range), ReportCell(body: isWide ? "" : frequent),
      ReportCell(body: statistics?.histogram.map { HistogramDrawing($0).html } ?? ""),
    ]
  }

  /// The number of characters beyond which a value would be broken in its column.
  private static let widest = 26

  private var isWide: Bool {
    guard let statistics else { return false }
    let ends = [statistics.least, statistics.greatest].compactMap { $0?.text.count }
    let values = statistics.frequent.prefix(Self.maximumFrequent).compactMap(\.value.textCount)
    return (ends + values).contains { $0 > Self.widest }
  }

  /// Returns the values that are too wide for their columns, in a row of their own; empty if none
  /// are.
  func wideRow(columns: Int) -> HTML {
    guard isWide else { return "" }
    let parts: [(String, HTML)] = [("Least, greatest", range), ("Most frequent", frequent)]
    var html: HTML = "<tr role='row' class='wide'><td role='cell' colspan='\(columns)'><dl>"
    html.each(parts.filter { $0.1.bytes.count > 0 }) { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" }
    html += "</dl></td></tr>\n"
    return html
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
    let clip = value.text.clipped(toScalars: 120)
    let isWhole = clip.endIndex == value.text.endIndex && value.total == nil
    return isWhole ? "\(data: value.text)" : "\(data: String(clip))<span class='cut'>…</span>"
  }
}
