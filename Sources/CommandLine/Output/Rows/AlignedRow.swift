/// A row as cells side by side. Sentences take several lines.
struct AlignedRow: RowPrinter {
  let columns: [OutputColumn]
  let layout: ColumnLayout
  let style: Style

  var separator: String { "" }

  var heading: String {
    let names = columns.indices.map { columns[$0].name.visible.cut(to: layout.widths[$0]) }
    let rule = layout.widths.map { String(repeating: "─", count: $0) }
      .joined(separator: String(repeating: " ", count: ColumnLayout.gap))
    return line(names) { _ in .bold } + style.dim(rule) + "\n"
  }

  func lines(of row: [OutputValue]) -> String {
    let cells = zip(row, columns).enumerated().map { index, cell in
      lines(of: cell.0, in: cell.1, width: layout.limit(ofColumn: index))
    }
    let height = cells.map(\.count).max() ?? 1
    return (0..<height).map { number in
      line(cells.map { number < $0.count ? $0[number] : "" }) { row[$0].color(in: columns[$0]) }
    }.joined()
  }

  private func lines(of value: OutputValue, in column: OutputColumn, width: Int) -> [String] {
    let text = column.shown(value)
    if column.isProse { return text.lines(ofWidth: width) }
    return [value.isNumber ? text : text.cut(to: width)]
  }

  /// Returns a line. Spaces are written only before something, so that no line ends with them.
  private func line(_ texts: [String], color: (_ column: Int) -> Style.Color?) -> String {
    var line = ""
    var blanks = 0
    for (index, text) in texts.enumerated() {
      let padding = max(0, layout.widths[index] - text.displayWidth)
      let isRight = layout.isRightAligned[index]
      if !text.isEmpty {
        line += String(repeating: " ", count: blanks + (isRight ? padding : 0))
        line += style.paint(text, in: color(index))
        blanks = 0
      }
      blanks += (text.isEmpty || !isRight ? padding : 0) + ColumnLayout.gap
    }
    return line + "\n"
  }
}

extension OutputValue {
  /// Returns the color of the value in a column; NULL is dim.
  func color(in column: OutputColumn) -> Style.Color? {
    switch self {
    case .null: .dim
    case .text(let text): column.colors[text]
    default: nil
    }
  }
}
