/// Rows in aligned columns, for a terminal:
///
///     class   rows  state
///     ──────  ────  ─────
///     Person     7  sound
///
/// The first rows are kept and measured; after them, rows are printed as they come. If the columns
/// do not fit side by side, each row becomes lines of names and values.
struct AlignedRowWriter: RowWriter {
  /// The number of rows that are measured.
  static let measuredRows = 500

  private let columns: [OutputColumn]
  private let width: Int
  private let style: Style
  private let sink: any ByteSink
  private var kept: [[OutputValue]] = []
  private var printer: (any RowPrinter)?

  init(_ columns: [OutputColumn], width: Int, style: Style, sink: any ByteSink) {
    self.columns = columns
    self.width = width
    self.style = style
    self.sink = sink
  }

  mutating func begin() throws {}

  mutating func append(_ row: [OutputValue]) throws {
    if let printer { return try sink.write(printer.lines(of: row)) }
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
    let printer: any RowPrinter =
      layout.fits
      ? AlignedRow(columns: columns, layout: layout, style: style)
      : StackedRow(columns: columns, width: width, style: style)
    self.printer = printer
    try sink.write(printer.heading)
    for row in kept { try sink.write(printer.lines(of: row)) }
    kept = []
  }
}

/// A layout of rows.
protocol RowPrinter {
  var heading: String { get }

  func lines(of row: [OutputValue]) -> String
}
