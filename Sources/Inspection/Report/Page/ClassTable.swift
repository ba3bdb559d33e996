/// The table of all classes.
struct ClassTable {
  private let content: ReportContent
  private let anchors: ReportAnchors
  private let examined: [String: ReportExamination]
  private let incoming: [[Int]]
  private let table: ReportTable
  /// The most objects and bytes of a class, which have the longest bars.
  private let mostRows: Int
  private let mostBytes: Int

  /// Creates the table.
  init(of content: ReportContent, relations: ClassRelations, anchors: ReportAnchors) {
    self.content = content
    self.anchors = anchors
    incoming = relations.incoming
    mostRows = content.classes.map(\.rows).max() ?? 0
    mostBytes = content.classes.compactMap(\.bytes).max() ?? 0
    let known = content.check.examined.filter { $0.name.utf8.count <= ClassNumbers.longestName }
    examined = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    let headings = ["Class", "Objects", "Bytes", "Properties", "Collections", "Referred to"]
    table = ReportTable(
      caption: "Classes", headings: headings + (examined.isEmpty ? [] : ["Checked"]),
      style: "classes")
  }

  /// Returns the section with the given number of classes.
  func html(rows: Int) -> HTML {
    guard !content.classes.isEmpty else {
      return section("<p>There are no classes in this file.</p>\n")
    }
    var body = table.start
    for number in content.classes.indices.prefix(rows) { body += row(number) }
    body += table.end
    let more = content.classes.count - rows
    if more > 0 {
      body += "<p class='note'>\(more.counted("more class", "more classes")) left out.</p>\n"
    }
    return section(body)
  }

  private func section(_ body: HTML) -> HTML {
    let note = content.classes.count.grouped
    return ReportSection(anchor: "classes", title: "Classes", note: note).html(body)
  }

  /// Returns the row of a class.
  func row(_ number: Int) -> HTML {
    let one = content.classes[number]
    var cells: [ReportCell] = [
      measured(one.rows, "\(one.rows.grouped)", of: mostRows),
      measured(one.bytes, one.bytes.map { "\($0.inBytes)" } ?? "–", of: mostBytes),
      .count(one.columns.count + one.childTables.count), .count(one.childTables.count),
      .count(incoming[number].count),
    ]
    if !examined.isEmpty { cells.append(checked(examined[one.name])) }
    return ReportTable.row(heading(number, one), cells)
  }

  private func measured(_ amount: Int?, _ words: HTML, of most: Int) -> ReportCell {
    let bar = ShareBar(share: Double(share: amount ?? 0, of: most)).html
    return ReportCell(body: "\(words)\(bar)", order: Double(amount ?? -1))
  }

  private func heading(_ number: Int, _ one: ReportClass) -> HTML {
    let base = one.superclass.map { "<small>: \(data: $0)</small>" as HTML }
    guard let anchor = anchors.anchor(ofClass: number) else { return "\(data: one.name)\(base)" }
    return "<a href='#\(anchor)'>\(data: one.name)</a>\(base)"
  }

  private func checked(_ examination: ReportExamination?) -> ReportCell {
    let (seen, total) = (examination?.objects ?? 0, examination?.total ?? 0)
    let share = Double(share: seen, of: total)
    let words = examination == nil ? "–" : seen >= total ? "all" : share.percent
    return ReportCell(body: "\(words)", order: examination == nil ? -1 : share)
  }
}
