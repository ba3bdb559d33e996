/// Renders a report as one self-contained HTML file.
///
/// ```swift
/// let outcome = try ReportPage(content, limits: ReportLimits()).write { try file.write(contentsOf: $0) }
/// ```
struct ReportPage {
  /// The sections to which the navigation leads.
  static let sections = [
    (anchor: "overview", title: "Overview"), (anchor: "diagram", title: "Diagram"),
    (anchor: "check", title: "Check"), (anchor: "classes", title: "Classes"),
    (anchor: "settings", title: "Settings"),
  ]

  private let relations: ClassRelations
  private let plan: ReportPlan
  private var content: ReportContent { plan.content }

  /// Creates and plans the page for a content, within limits.
  init(_ content: ReportContent, limits: ReportLimits = ReportLimits()) {
    relations = ClassRelations(of: content.classes)
    plan = ReportPlan(of: content, relations: relations, limits: limits)
  }

  /// Writes the page in pieces, none of which is longer than a class's section.
  @discardableResult
  func write(to sink: ([UInt8]) throws -> Void) throws -> ReportOutcome {
    var outcome = plan.outcome
    func write(_ html: HTML) throws {
      outcome.bytes += html.bytes.count
      try sink(html.bytes)
    }
    try forEachPiece(write)
    return outcome
  }

  private func forEachPiece(_ write: (HTML) throws -> Void) throws {
    let anchors = plan.anchors
    let frame = PageFrame(title: content.title)
    try write(frame.head)
    try write(frame.navigation(shownSections, classes: content.classes, anchors: anchors))
    try write(OverviewSection(content: content, outcome: plan.outcome).html)
    if let diagram = plan.diagram { try write(diagram.html(anchors: anchors)) }
    try write(CheckSection(check: content.check, anchors: anchors).html(findings: plan.findings))
    let table = ClassTable(of: content, relations: relations, anchors: anchors)
    try write(table.html(rows: plan.rows))
    for number in content.classes.indices where plan.details[number] > .none {
      try write(section(number))
    }
    try write(SettingsSection(settings: content.settings).html)
    try write(frame.end)
  }

  private func section(_ number: Int) -> HTML {
    let section = ClassSection(
      number: number, classes: content.classes, relations: relations, anchors: plan.anchors)
    return section.html(plan.details[number], samples: plan.samples[number])
  }

  private var shownSections: [(anchor: String, title: String)] {
    Self.sections.filter { section in
      switch section.anchor {
      case "diagram": plan.diagram != nil
      case "settings": !content.settings.isEmpty
      default: true
      }
    }
  }
}
