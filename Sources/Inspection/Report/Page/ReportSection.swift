/// A part of the page with a heading of the second order.
struct ReportSection {
  /// The anchor.
  let anchor: String
  /// The heading.
  let title: String
  /// The note after the heading: a count.
  var note: String?

  /// The section around a body.
  func html(_ body: HTML) -> HTML {
    """
    <section id='\(anchor)' aria-labelledby='\(anchor)-title'>
    <h2 id='\(anchor)-title'>\(title)\(note.map { " <small>\($0)</small>" as HTML })</h2>
    \(body)</section>

    """
  }
}

/// A cell of a table. Narrow screens show tables as blocks: roles are kept there, and the style
/// sheet puts the heading of the column before each cell.
struct ReportCell {
  /// The markup.
  let body: HTML
  /// The number by which it is sorted; nil for its text.
  var order: Double?

  /// The cell.
  var html: HTML {
    let order = order.map { " data-v='\($0)'" as HTML }
    return "<td role='cell'\(order)>\(body)</td>"
  }

  /// A cell with a number of things.
  static func count(_ count: Int?) -> ReportCell {
    ReportCell(body: count.map { "\($0.grouped)" } ?? "–", order: Double(count ?? -1))
  }
}

/// A table with a caption, and rows that each begin with a heading.
struct ReportTable {
  /// The caption, which screen readers say.
  let caption: String
  /// The headings of the columns.
  let headings: [String]
  /// The table's kind, by which the style sheet knows its columns.
  let style: String

  /// The table's begin.
  var start: HTML {
    var html: HTML = """
      <table role='table' class='stack sort \(style)'><caption>\(caption)</caption>
      <thead role='rowgroup'><tr role='row'>
      """
    html.each(headings) { "<th role='columnheader' scope='col'>\($0)</th>" }
    html += "</tr></thead>\n<tbody role='rowgroup'>\n"
    return html
  }

  /// The table's end.
  let end: HTML = "</tbody></table>\n"

  /// A row.
  static func row(_ heading: HTML, _ cells: [ReportCell]) -> HTML {
    var html: HTML = "<tr role='row'><th role='rowheader' scope='row'>\(heading)</th>"
    html.each(cells) { $0.html }
    html += "</tr>\n"
    return html
  }
}
