/// The section of a class.
struct ClassSection {
  /// The level of detail of a class.
  enum Detail: Int, Comparable {
    /// No section: the class is only listed in the table of classes.
    case none
    /// The names of the class's properties.
    case names
    /// The class's properties without statistics.
    case brief
    /// The complete section.
    case full

    static func < (left: Detail, right: Detail) -> Bool { left.rawValue < right.rawValue }
  }

  /// The maximum number of remarks to show. More would say nothing new.
  private static let maximumRemarks = 8

  /// The class's number.
  let number: Int
  /// All classes.
  let classes: [ReportClass]
  /// The relations between classes.
  let relations: ClassRelations
  /// The targets of links.
  let anchors: ReportAnchors

  /// The class.
  var shown: ReportClass { classes[number] }

  /// Returns the section, with some of the class's samples.
  func html(_ detail: Detail, samples: [Int]) -> HTML {
    guard let anchor = anchors.anchor(ofClass: number), detail > .none else { return "" }
    guard detail > .names else { return names(anchor: anchor) }
    var html: HTML = """
      <section class='class' id='\(anchor)'>
      <details open><summary><h3>\(data: shown.name)</h3> <span>\(summary)</span></summary>
      \(facts)
      """
    html.each(shown.remarks.prefix(Self.maximumRemarks)) { "<p class='note'>\(data: $0)</p>\n" }
    html += PropertyTables(shown: shown, anchors: anchors).html(detail)
    html += related
    html += self.samples(samples)
    html += "</details></section>\n"
    return html
  }

  private func names(anchor: String) -> HTML {
    let names = shown.columns.map(\.property) + shown.childTables.map(\.property)
    return """
      <section class='class' id='\(anchor)'>
      <h3>\(data: shown.name)</h3> <small>\(summary)</small>
      \(facts)<p class='properties-list'>\(anchors.list(names, limit: 40) { "\(data: $0)" })</p>
      </section>

      """
  }

  private var summary: HTML {
    let bytes = shown.bytes.map { ", " + $0.inBytes } ?? ""
    return "\(shown.rows.counted("object"))\(bytes)"
  }

  private var facts: HTML {
    let base = shown.superclass.map { ", inherits from \(anchors.link(toClass: $0))" as HTML }
    return """
      <p class='facts'>Table <code>\(data: shown.table)</code>\(base)</p>

      """
  }

  private func samples(_ samples: [Int]) -> HTML {
    guard !samples.isEmpty else { return "" }
    let note = "\(samples.count.grouped) of \(max(shown.rows, samples.count).grouped)"
    var html: HTML = """
      <h4>Sample objects <small>\(note)</small></h4>
      <div class='cards'>

      """
    html.each(samples) { SampleCard(object: shown.samples[$0], of: shown, anchors: anchors).html }
    html += "</div>\n"
    return html
  }
}
