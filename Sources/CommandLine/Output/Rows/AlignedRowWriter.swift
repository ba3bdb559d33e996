/// Rows in aligned columns, for a terminal:
///
///     class   rows  state
///     ──────  ────  ─────
///     Person     7  sound
///
/// The first rows are kept and measured; after them, rows are printed as they come. If the columns
/// do not fit side by side, each row becomes a paragraph of sentences, or lines of names and
/// values.
struct AlignedRowWriter: RowWriter {
  /// The number of rows that are measured.
  static let measuredRows = 500

  private let columns: [OutputColumn]
  private let width: Int
  private let style: Style
  private let sink: any ByteSink
  private var kept: [[OutputValue]] = []
  private var printer: (any RowPrinter)?
  private var isFirst = true

  init(_ columns: [OutputColumn], width: Int, style: Style, sink: any ByteSink) {
    self.columns = columns
    self.width = width
    self.style = style
    self.sink = sink
  }

  mutating func begin() throws {}

  mutating func append(_ row: [OutputValue]) throws {
    if let printer { return try print(row, by: printer) }
    kept.append(row)
    if kept.count == Self.measuredRows { try printKept() }
  }

  mutating func end() throws {
    if printer == nil { try printKept() }
  }

  mutating func abandon() throws {
    if !kept.isEmpty { try end() }
  }

  private mutating func printKept() throws {
    let layout = ColumnLayout(of: columns, measuring: kept, width: width)
    let printer = makePrinter(for: layout)
    self.printer = printer
    try sink.write(printer.heading)
    for row in kept { try print(row, by: printer) }
    kept = []
  }

  private mutating func print(_ row: [OutputValue], by printer: any RowPrinter) throws {
    try sink.write((isFirst ? "" : printer.separator) + printer.lines(of: row))
    isFirst = false
  }
}

extension AlignedRowWriter {
  private func makePrinter(for layout: ColumnLayout) -> any RowPrinter {
    if layout.fits { return AlignedRow(columns: columns, layout: layout, style: style) }
    return columns.contains(where: \.isProse)
      ? ProseRow(columns: columns, width: width, style: style)
      : StackedRow(columns: columns, width: width, style: style)
  }
}

/// A layout of rows.
protocol RowPrinter {
  var heading: String { get }
  /// The text between two rows.
  var separator: String { get }

  func lines(of row: [OutputValue]) -> String
}
