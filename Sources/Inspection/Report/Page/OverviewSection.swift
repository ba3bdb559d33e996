/// The beginning of the page, with the file's name, the verdict and the figures.
struct OverviewSection {
  /// The contents of the report.
  let content: ReportContent
  /// The parts that were left out.
  let outcome: ReportOutcome

  /// The section.
  var html: HTML {
    var html: HTML = """
      <section id='overview' aria-labelledby='overview-title'>
      <p class='eyebrow'>\(data: content.kind)</p>
      <h1 id='overview-title'>\(data: content.title)</h1>

      """
    html += "<ul class='remarks'>"
    html.each(content.remarks) { "<li>\(data: $0)</li>" }
    html += "</ul>\n\(CheckSection.verdict(of: content.check))\n<dl class='figures'>\n"
    html.each(content.figures) { FigureEntry(figure: $0).html }
    html += "</dl>\n\(omissions)</section>\n"
    return html
  }

  private var omissions: HTML {
    let parts = [
      (outcome.omittedSamples, outcome.omittedSamples.counted("sample object")),
      (outcome.briefClasses, "statistics of \(outcome.briefClasses.counted("class", "classes"))"),
      (outcome.omittedClasses, outcome.omittedClasses.counted("class", "classes")),
      (outcome.omittedFindings, outcome.omittedFindings.counted("finding")),
    ]
    let words = parts.filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
    guard !words.isEmpty else { return "" }
    return "<p class='note'>To stay small this report leaves out: \(words).</p>\n"
  }
}

/// The section with the settings of the file.
struct SettingsSection {
  /// The settings.
  let settings: [ReportFigure]

  /// The section; empty if there are no settings.
  var html: HTML {
    guard !settings.isEmpty else { return "" }
    var body: HTML = "<dl class='settings'>\n"
    body.each(settings) { FigureEntry(figure: $0).html }
    body += "</dl>\n"
    return ReportSection(anchor: "settings", title: "Settings").html(body)
  }
}

/// A figure or setting in a list.
struct FigureEntry {
  /// The figure.
  let figure: ReportFigure

  /// The entry.
  var html: HTML {
    """
    <div><dt>\(data: figure.name)</dt><dd><b>\(data: figure.value.text)</b>\
    \(figure.note.map { "<span>\(data: $0)</span>" as HTML })</dd></div>

    """
  }
}
