import PersistentObjectsCommandLine

/// Rows in aligned columns, for reading on a terminal.
///
///     package  version   size
///     ───────  ───────  ─────
///     adduser  3.134    183272
struct TextTable {
  private static let gap = "  "
  private static let narrowestColumn = 6

  /// The maximum width of a cell; longer cells are cut.
  var cellWidth = 60
  /// The maximum width of the table; the widest columns of a wider table are cut.
  var tableWidth = 100
  private let headings: [String]
  private var rows: [[String?]] = []

  init(_ headings: [String]) {
    self.headings = headings.map(\.onOneLine)
  }

  /// Adds a row. A nil cell is shown as `NULL`, missing cells as blanks, and surplus cells are left
  /// out.
  mutating func append(_ cells: [String?]) {
    let missing = max(0, headings.count - cells.count)
    rows.append(cells.prefix(headings.count) + [String?](repeating: "", count: missing))
  }

  /// Returns the lines, headings and rule first, without blanks at their ends.
  func lines(style: Style = .plain) -> [String] {
    let widths = widths()
    let isRight = headings.indices.map(isRightAligned)
    let heading = line(headings, widths, isRight) { text, _ in style.bold(text) }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: Self.gap)
    return [heading, style.dim(rule)]
      + rows.map { line($0, widths, isRight) { $1 == nil ? style.dim($0) : $0 } }
  }

  private func line(
    _ cells: [String?], _ widths: [Int], _ isRight: [Bool],
    paint: (_ text: String, _ cell: String?) -> String
  ) -> String {
    var line = ""
    var pending = ""
    for (column, cell) in cells.enumerated() {
      let text = Self.shown(cell).cut(to: widths[column])
      let padding = String(repeating: " ", count: widths[column] - text.displayWidth)
      if !text.isEmpty {
        line += pending + (isRight[column] ? padding : "") + paint(text, cell)
        pending = ""
      }
      pending += (text.isEmpty || !isRight[column] ? padding : "") + Self.gap
    }
    return line
  }

  private func widths() -> [Int] {
    var widths = headings.indices.map { column in
      rows.reduce(headings[column].displayWidth) {
        max($0, min(cellWidth, Self.shown($1[column]).displayWidth))
      }
    }
    let gaps = Self.gap.count * max(0, widths.count - 1)
    while widths.reduce(gaps, +) > tableWidth,
      let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > Self.narrowestColumn
    {
      widths[widest] -= 1
    }
    return widths
  }

  /// Whether the column is aligned to the right: every cell of it is a number.
  private func isRightAligned(_ column: Int) -> Bool {
    rows.contains { $0[column]?.isEmpty == false }
      && rows.allSatisfy { $0[column]?.looksLikeNumber ?? true }
  }

  private static func shown(_ cell: String?) -> String { (cell ?? "NULL").onOneLine }
}

extension String {
  /// Whether the cell is empty, or a number as SQL prints it, perhaps with commas between
  /// thousands.
  fileprivate var looksLikeNumber: Bool {
    isEmpty || Double(filter { $0 != "," }) != nil && !contains(where: \.isLetter)
  }
}
