/// A row as a paragraph: a line with the short cells, and below it each sentence, broken between
/// words. All sentences but the first come with the names of their columns.
///
///     value  person.birthdate, key 2
///       The stored value cannot be read.
///       remedy: Restore the row from a backup.
struct ProseRow: RowPrinter {
  private static let indentation = "  "

  let columns: [OutputColumn]
  let width: Int
  let style: Style

  var heading: String { "" }
  var separator: String { "\n" }

  func lines(of row: [OutputValue]) -> String {
    let cells = zip(columns, row).filter { !$0.shown($1).isEmpty }
    let sentences = cells.filter(\.0.isProse)
    return head(cells.filter { !$0.0.isProse })
      + sentences.prefix(1).map { sentence($0.0.shown($0.1)) }.joined()
      + sentences.dropFirst().map { sentence($0.0.shown($0.1), name: $0.0.name) }.joined()
  }

  private func head(_ cells: [(OutputColumn, OutputValue)]) -> String {
    guard let (column, value) = cells.first else { return "" }
    let first = column.shown(value)
    let rest = cells.dropFirst().map { $0.0.shown($0.1) }
    let whole = ([first] + rest).joined(separator: "  ")
    guard whole.displayWidth <= width else {
      return whole.lines(ofWidth: width).map { $0 + "\n" }.joined()
    }
    let painted = style.paint(first, in: value.color(in: column) ?? .bold)
    return painted + whole.dropFirst(first.count) + "\n"
  }

  private func sentence(_ text: String, name: String? = nil) -> String {
    let label = name.map { "\($0): " } ?? ""
    let lines = (label + text).lines(ofWidth: width - Self.indentation.count)
    return lines.enumerated().map { number, line in
      let isLabelled = number == 0 && line.hasPrefix(label)
      let text = isLabelled ? style.dim(label) + line.dropFirst(label.count) : line
      return Self.indentation + text + "\n"
    }.joined()
  }
}
