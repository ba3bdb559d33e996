/// A part of the page that has a second-level heading.
struct ReportSection {
  /// The anchor.
  let anchor: String
  /// The heading.
  let title: String
  /// The note after the heading, which is a count.
  var note: String?

  /// Returns the section around a body.
  func html(_ body: HTML) -> HTML {
    """
    <section id='\(anchor)' aria-labelledby='\(anchor)-title'>
    <h2 id='\(anchor)-title'>\(title)\(note.map { " <small>\($0)</small>" as HTML })</h2>
    \(body)</section>

    """
  }
}

/// A cell of a table. On narrow screens, tables are shown as blocks. They keep their roles there,
/// and the style sheet puts the heading of the column before each cell.
struct ReportCell {
  /// The markup.
  let body: HTML
  /// The number by which the cell is sorted; nil to sort it by its text. It is not rounded, since
  /// shares are between 0 and 1.
  var order: Double?

  /// The cell.
  var html: HTML {
    let order = order.map { " data-v='\($0.unrounded)'" as HTML }
    return "<td role='cell'\(order)>\(body)</td>"
  }

  /// Returns a cell with a number of items.
  static func count(_ count: Int?) -> ReportCell {
    ReportCell(body: count.map { "\($0.grouped)" } ?? "–", order: Double(count ?? -1))
  }
}

/// A table with a caption, and rows that each begin with a heading.
struct ReportTable {
  /// The caption, which screen readers read out.
  let caption: String
  /// The headings of the columns.
  let headings: [String]
  /// The table's kind, by which the style sheet recognizes its columns.
  let style: String

  /// The beginning of the table.
  var start: HTML {
    var html: HTML = """
      <table role='table' class='stack sort \(style)'><caption>\(caption)</caption>
      <thead role='rowgroup'><tr role='row'>
      """
    html.each(headings) { "<th role='columnheader' scope='col'>\($0)</th>" }
    html += "</tr></thead>\n<tbody role='rowgroup'>\n"
    return html
  }

  /// The end of the table.
  let end: HTML = "</tbody></table>\n"

  /// Returns a row.
  static func row(_ heading: HTML, _ cells: [ReportCell]) -> HTML {
    var html: HTML = "<tr role='row'><th role='rowheader' scope='row'>\(heading)</th>"
    html.each(cells) { $0.html }
    html += "</tr>\n"
    return html
  }
}
