/// The section with the result of the check.
struct CheckSection {
  /// The result of the check.
  let check: ReportCheck
  /// The targets of links.
  let anchors: ReportAnchors

  /// Returns the section with the given number of findings.
  func html(findings: Int) -> HTML {
    let omitted = check.count - findings
    var body: HTML = ""
    if let scope = check.scope { body += "<p>\(data: scope)</p>\n" }
    let shown = check.findings.prefix(findings)
    body += table("Faults", shown.filter { $0.severity != .unknown }, Self.headings)
    let unchecked = table("Not checked", shown.filter { $0.severity == .unknown }, Self.reasons)
    if unchecked.bytes.count > 0 { body += "<h3 class='part'>Not checked</h3>\n\(unchecked)" }
    if omitted > 0 {
      body += "<p class='note'>\(omitted.counted("more finding")) left out.</p>\n"
    }
    if findings + omitted == 0 { body += "<p>\(Self.words(for: check.verdict))</p>\n" }
    return ReportSection(anchor: "check", title: "Check").html(body)
  }

  private static let headings = ["Where", "Severity", "Finding", "Remedy"]
  private static let reasons = ["Where", "Severity", "Reason", "Instead"]

  private func table(
    _ caption: String, _ findings: [ReportFinding], _ headings: [String]
  ) -> HTML {
    guard !findings.isEmpty else { return "" }
    let table = ReportTable(caption: caption, headings: headings, style: "findings")
    var html = table.start
    html.each(findings, row)
    html += table.end
    return html
  }

  /// Returns the row of a finding.
  func row(_ finding: ReportFinding) -> HTML {
    let key = finding.key.map { " \(data: $0)" as HTML }
    let object = finding.object.map { "<br>\(anchors.link(to: $0))" as HTML }
    return ReportTable.row(
      "<code>\(data: finding.table)</code>\(key)\(object)",
      [
        ReportCell(body: finding.severity.html),
        ReportCell(body: "\(data: finding.text)"),
        ReportCell(body: finding.remedy.map { "\(data: $0)" } ?? "–"),
      ])
  }

  /// Returns the verdict as a banner.
  static func verdict(of check: ReportCheck) -> HTML {
    let (style, name): (String, String) =
      switch check.verdict {
      case .sound: ("good", "Sound")
      case .flawed: ("bad", check.faults.counted("fault"))
      case .unknown: ("good", "Sound, as far as it was checked")
      case .unchecked: ("plain", "Not checked")
      }
    return """
      <p class='verdict \(style)'><svg viewBox='0 0 16 16' aria-hidden='true'>\(mark(check.verdict))\
      </svg><span><strong>\(name).</strong>\(unchecked(in: check)) \
      \(data: check.scope ?? words(for: check.verdict)) \
      <a href='#check'>The check</a></span></p>
      """
  }

  /// Returns the number of parts that were not checked, as a sentence.
  private static func unchecked(in check: ReportCheck) -> HTML {
    guard check.unchecked > 0 else { return "" }
    return
      " \(check.unchecked.counted("part")) \(check.unchecked == 1 ? "was" : "were") not checked."
  }

  private static func mark(_ verdict: ReportCheck.Verdict) -> HTML {
    switch verdict {
    case .sound, .unknown: "<path d='M3 8.5 6.5 12 13 4.5'/>"
    case .flawed: "<path d='M4 4 12 12M12 4 4 12'/>"
    case .unchecked: "<path d='M8 3v6M8 12v1.2'/>"
    }
  }

  private static func words(for verdict: ReportCheck.Verdict) -> String {
    switch verdict {
    case .sound: "Everything that was looked at is in order."
    case .flawed: "Something in this file is not as it should be."
    case .unknown: "What could be looked at is in order."
    case .unchecked: "This file has not been checked."
    }
  }
}

extension ReportFinding.Severity {
  /// The severity in a word.
  fileprivate var html: HTML {
    switch self {
    case .error: "<strong class='bad'>error</strong>"
    case .warning: "<strong class='warn'>warning</strong>"
    case .unknown: "<strong class='plain'>not checked</strong>"
    }
  }
}
