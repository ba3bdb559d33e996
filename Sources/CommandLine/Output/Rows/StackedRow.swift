/// A row as lines with a name and a value each; nothing is cut.
struct StackedRow: RowPrinter {
  let columns: [OutputColumn]
  let width: Int
  let style: Style

  var heading: String { "" }

  func lines(of row: [OutputValue]) -> String {
    let pairs = zip(columns, row).map { OutputPair($0.name, $1, $0.presentation) }
    return PairLines(width: width, style: style).text(of: pairs) + "\n"
  }
}

/// Names and values on separate lines. Values begin at the same column and are broken at the width.
struct PairLines {
  /// The maximum width of a name; longer ones are on a separate line.
  private static let widestName = 30

  let width: Int
  let style: Style

  func text(of pairs: [OutputPair]) -> String {
    let names = pairs.map { $0.name.visible }
    let column = min(Self.widestName, names.map(\.displayWidth).max() ?? 0) + ColumnLayout.gap
    return zip(names, pairs).map { text(name: $0, pair: $1, column: column) }.joined()
  }

  private func text(name: String, pair: OutputPair, column: Int) -> String {
    let pieces = pair.value.shown(pair.presentation).pieces(ofWidth: max(10, width - column))
    let indentation = String(repeating: " ", count: column)
    let isLong = name.displayWidth > column - ColumnLayout.gap
    let head = isLong ? name + "\n" + indentation : name.padded(to: column)
    let color: Style.Color? = pair.value == .null ? .dim : nil
    let value = pieces.map { style.paint($0, in: color) }.joined(separator: "\n" + indentation)
    return style.dim(head) + value + "\n"
  }
}
