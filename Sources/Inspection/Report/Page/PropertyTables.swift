/// The tables of a class's properties: one of those in columns, and one of its collections.
struct PropertyTables {
  /// The class.
  let shown: ReportClass
  /// The targets of links.
  let anchors: ReportAnchors

  /// Returns the tables, with statistics if the detail is full.
  func html(_ detail: ClassSection.Detail) -> HTML {
    let isFull = detail == .full
    var html = table(
      "Properties of \(shown.name.clipped(toScalars: 80))",
      "", ["Property", "Stored as", "NULL", "Distinct"], isFull, shown.columns, row)
    html += table(
      "Collections of \(shown.name.clipped(toScalars: 80))",
      "collections", ["Collection", "Stored as", "Elements", "Distinct"], isFull, shown.childTables,
      row)
    return html
  }

  private func table<Property>(
    _ caption: String, _ style: String, _ headings: [String], _ isFull: Bool,
    _ properties: [Property],
    _ row: (Property, Bool) -> HTML
  ) -> HTML {
    guard !properties.isEmpty else { return "" }
    let more = isFull ? ["Least, greatest", "Most frequent", "Distribution"] : []
    let table = ReportTable(
      caption: caption, headings: headings + more, style: "properties \(style)")
    var html = table.start
    html.each(properties) { row($0, isFull) }
    html += table.end
    return html
  }

  private func row(_ column: ReportColumn, isFull: Bool) -> HTML {
    let name: HTML =
      column.column == column.property ? "" : "<small class='block'>\(data: column.column)</small>"
    let nulls = column.statistics.map { Double(share: $0.nulls, of: $0.values) }
    let cells = [
      ReportCell(body: "\(data: column.codec)\(storage(column.storage))\(target(column))"),
      ReportCell(
        body: nulls.map { "\($0.percent)\(ShareBar(share: $0).html)" } ?? "–", order: nulls ?? -1),
    ]
    return row("\(data: column.property)\(name)", cells, column.statistics, isFull)
  }

  /// Returns a row with statistics, and a second one for those that are wide.
  private func row(
    _ heading: HTML, _ cells: [ReportCell], _ statistics: ReportStatistics?, _ isFull: Bool
  ) -> HTML {
    let shown = StatisticsCells(statistics: statistics, anchors: anchors)
    let all = cells + shown.cells(isFull: isFull)
    let row = ReportTable.row(heading, all)
    return isFull ? "\(row)\(shown.wideRow(columns: all.count + 1))" : row
  }

  private func row(_ table: ReportChildTable, isFull: Bool) -> HTML {
    let target = table.target.map {
      "<span class='block'>→ \(anchors.link(toClass: $0))</span>" as HTML
    }
    let cells = [
      ReportCell(
        body: "\(data: table.shape) of \(data: table.codec)\(storage(table.table))\(target)"),
      .count(table.rows),
    ]
    let row = row("\(data: table.property)", cells, table.statistics, isFull)
    return "\(row)\(table.keys.map { keys($0, of: table, isFull) })"
  }

  /// Returns the row of a dictionary's keys.
  private func keys(_ keys: ReportKeys, of table: ReportChildTable, _ isFull: Bool) -> HTML {
    let cells = [
      ReportCell(body: "\(data: keys.codec)"), .count(keys.statistics?.values ?? table.rows),
    ]
    return row(
      "\(data: table.property)<small class='block'>keys</small>", cells, keys.statistics, isFull)
  }

  private func storage(_ name: String) -> HTML {
    name.isEmpty ? "" : " <small class='block'>\(data: name)</small>"
  }

  private func target(_ column: ReportColumn) -> HTML {
    guard let target = column.target else { return "" }
    let rule = column.deleteRule.map { "<small>, on delete: \(data: $0)</small>" as HTML }
    return "<span class='block'>→ \(anchors.link(toClass: target))\(rule)</span>"
  }
}
