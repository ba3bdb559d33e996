/// A row as cells side by side.
struct AlignedRow: RowPrinter {
  let columns: [OutputColumn]
  let layout: ColumnLayout
  let style: Style

  var heading: String {
    let names = columns.indices.map { columns[$0].name.visible.cut(to: layout.widths[$0]) }
    let rule = layout.widths.map { String(repeating: "─", count: $0) }
      .joined(separator: String(repeating: " ", count: ColumnLayout.gap))
    return line(names) { _ in .bold } + style.dim(rule) + "\n"
  }

  func lines(of row: [OutputValue]) -> String {
    let texts = zip(row, columns).enumerated().map { index, cell in
      let text = cell.0.shown(cell.1.presentation)
      return cell.0.isNumber ? text : text.cut(to: layout.limit(ofColumn: index))
    }
    return line(texts) { row[$0].color(in: columns[$0]) }
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
