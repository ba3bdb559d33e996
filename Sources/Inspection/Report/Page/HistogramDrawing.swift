/// A histogram as SVG, with bars that have titles for the mouse, and a sentence for screen readers.
struct HistogramDrawing {
  private static let (width, height) = (144.0, 34.0)
  private let measure: ReportHistogram.Measure
  private let isLogarithmic: Bool
  private let bins: ArraySlice<ReportHistogram.Bin>
  private let greatest: Int

  /// Creates the drawing of a histogram.
  init(_ histogram: ReportHistogram) {
    measure = histogram.measure
    isLogarithmic = histogram.isLogarithmic
    bins = histogram.bins.prefix(ReportHistogram.maximumBins)
    greatest = bins.map(\.count).max() ?? 0
  }

  /// The drawing; empty if there are no values.
  var html: HTML {
    guard greatest > 0, let first = bins.first, let last = bins.last else { return "" }
    var html: HTML = """
      <figure class='histogram'><svg viewBox='0 0 \(Self.width) \(Self.height + 1)' \
      preserveAspectRatio='none' role='img' aria-label='\(summary)'>
      """
    html.each(bins.enumerated()) { bar($0, $1) }
    html += """
      <path class='base' d='M0 \(Self.height + 0.5)h\(Self.width)'/></svg>\
      <figcaption><span>\(data: first.from)</span><span>\(unit)</span>\
      <span>\(data: last.to)</span></figcaption></figure>
      """
    return html
  }

  private func bar(_ index: Int, _ bin: ReportHistogram.Bin) -> HTML {
    guard bin.count > 0 else { return "" }
    let step = Self.width / Double(bins.count)
    let height = max(1, Double(share: bin.count, of: greatest) * Self.height)
    let (x, width) = (Double(index) * step, step - min(1, step / 4))
    return """
      <path d='M\(x) \(Self.height)v-\(height)h\(width)v\(height)z'>\
      <title>\(title(of: bin))</title></path>
      """
  }

  private func title(of bin: ReportHistogram.Bin) -> String {
    let (from, to) = (bin.from.clipped(toScalars: 40), bin.to.clipped(toScalars: 40))
    let range = from == to ? "\(from)" : "\(from) – \(to)"
    return "\(range): \(bin.count.grouped)"
  }

  private var summary: String {
    let most = bins.first { $0.count == greatest }.map(title) ?? ""
    return
      "\(isLogarithmic ? "Logarithmic histogram" : "Histogram") of \(words) in \(bins.count.counted("bin")); the fullest is \(most)"
  }

  private var words: String {
    switch measure {
    case .numbers: "numbers"
    case .dates: "dates"
    case .textLengths: "text lengths"
    case .byteLengths: "lengths in bytes"
    }
  }

  private var unit: String {
    switch measure {
    case .numbers, .dates: isLogarithmic ? "log" : ""
    case .textLengths: isLogarithmic ? "characters, log" : "characters"
    case .byteLengths: isLogarithmic ? "bytes, log" : "bytes"
    }
  }
}
