/// The part of a content that a page has room for.
///
/// Everything is measured at its longest, with all links. More important parts come first:
/// findings, the table of classes, the diagram, the classes in brief, their statistics, and samples
/// in turns. Leaving out parts only shortens links, so the page is never longer than planned.
struct ReportPlan {
  /// The level of detail of each class.
  var details: [ClassSection.Detail]
  /// The samples to show of each class.
  var samples: [[Int]]
  /// The number of findings to show.
  private(set) var findings = 0
  /// The number of rows in the table of classes.
  private(set) var rows = 0
  /// The diagram.
  private(set) var diagram: DiagramSection?
  /// The targets of links.
  var anchors: ReportAnchors
  /// The parts that are left out.
  var outcome = ReportOutcome()
  /// The content, with as many figures, settings and remarks as fit.
  private(set) var content: ReportContent
  /// The remaining room.
  var budget: ReportBudget
  /// The number of bytes of each class's section.
  var sizes: [Int]
  /// The relations between classes.
  let relations: ClassRelations

  /// Creates the plan of a page.
  init(of content: ReportContent, relations: ClassRelations, limits: ReportLimits) {
    self.content = content
    self.relations = relations
    anchors = ReportAnchors(
      of: content.classes, rows: limits.rows, titles: content.titles)
    details = Array(repeating: .none, count: content.classes.count)
    samples = Array(repeating: [], count: content.classes.count)
    sizes = Array(repeating: 0, count: content.classes.count)
    budget = ReportBudget(room: limits.maximumBytes - Self.reserve)
    trim()
    budget.take(frame.bytes.count)
    planFindings(budget.room / 6)
    planRows(budget.room / 3)
    planDiagram(budget.room / 4)
    planClasses()
    planSamples(limits.rows)
    raise(to: .full, within: budget.room)
    conclude()
  }

  /// The room kept for the notes on parts that are left out.
  private static let reserve = 4_096

  /// Leaves out the parts of the frame that exceed its limits.
  private mutating func trim() {
    let (figures, settings) = (content.figures, content.settings)
    content.remarks = content.remarks.fitting(bytes: 8_192, limit: 8) { "<li>\(data: $0)</li>" }
    content.figures = figures.fitting(bytes: 16_384, limit: 16) { FigureEntry(figure: $0).html }
    content.settings = settings.fitting(bytes: budget.room / 8, limit: 200) {
      FigureEntry(figure: $0).html
    }
  }

  /// The parts that are always shown.
  private var frame: HTML {
    let frame = PageFrame(title: content.title)
    var html = frame.head
    html += frame.navigation(ReportPage.sections, classes: [], anchors: anchors)
    html += OverviewSection(content: content, outcome: outcome).html
    html += SettingsSection(settings: content.settings).html
    html += CheckSection(check: content.check, anchors: anchors).html(findings: 0)
    html += ClassTable(of: content, relations: relations, anchors: anchors).html(rows: 0)
    html += frame.end
    return html
  }

  private mutating func planFindings(_ limit: Int) {
    let section = CheckSection(check: content.check, anchors: anchors)
    let all = content.check.findings
    findings = budget.fill(all.count, upTo: limit) { section.row(all[$0]) }
  }

  private mutating func planRows(_ limit: Int) {
    let table = ClassTable(of: content, relations: relations, anchors: anchors)
    rows = budget.fill(content.classes.count, upTo: limit) { table.row($0) }
  }

  /// Plans the diagram, and halves the number of classes until it fits.
  private mutating func planDiagram(_ limit: Int) {
    var maximum = min(content.classes.count, DiagramSection.maximumClasses)
    while maximum > 0, diagram == nil {
      let graph = ClassGraph(of: content.classes, maximum: maximum)
      if graph.edges.count <= Self.maximumEdges { draw(graph, limit) }
      maximum /= 2
    }
  }

  /// The maximum number of relations in a diagram. With more, it would be unreadable.
  private static let maximumEdges = 2_000

  private mutating func draw(_ graph: ClassGraph, _ limit: Int) {
    let classes = content.classes
    var section = DiagramSection(
      wide: ClassDiagram(of: graph, classes: classes, format: .wide), classes: classes)
    let wide = section.html(anchors: anchors).bytes.count
    guard wide <= limit else { return }
    section.narrow = ClassDiagram(of: graph, classes: classes, format: .narrow)
    let both = section.html(anchors: anchors).bytes.count
    if both > limit { section.narrow = nil }
    budget.take(both > limit ? wide : both)
    diagram = section
  }
}
