/// A row as lines with a name and a value each; nothing is cut.
struct StackedRow: RowPrinter {
  let columns: [OutputColumn]
  let width: Int
  let style: Style

  var heading: String { "" }
  var separator: String { "\n" }

  func lines(of row: [OutputValue]) -> String {
    let pairs = zip(columns, row).map {
      OutputPair($0.name, $1, $0.presentation, isOptional: $0.isOptional)
    }
    return PairLines(width: width, style: style).text(of: pairs.filter(\.isShown))
  }
}
