/// Rows as CSV (RFC 4180), with a line of headings.
///
/// NULL is an empty cell, an empty text is a pair of quotation marks. Control characters are
/// escaped on a terminal, and unchanged in a file or pipe.
struct CSVRowWriter: RowWriter {
  private let sink: any ByteSink
  private let names: [String]
  private let isForTerminal: Bool

  init(_ columns: [OutputColumn], isForTerminal: Bool, sink: any ByteSink) {
    self.sink = sink
    self.isForTerminal = isForTerminal
    names = columns.uniqueNames
  }

  mutating func begin() throws { try append(names.map(OutputValue.text)) }

  mutating func append(_ row: [OutputValue]) throws {
    try sink.write(row.map(cell).joined(separator: ",") + "\r\n")
  }

  mutating func end() throws {}

  private func cell(_ value: OutputValue) -> String {
    guard let exact = value.csv else { return "" }
    let text = isForTerminal ? exact.visible : exact
    guard text.needsQuotationMarks else { return text }
    let hasMarks = text.utf8.contains(UInt8(ascii: "\""))
    return "\"" + (hasMarks ? text.doubling("\"") : text) + "\""
  }
}

extension String {
  /// Whether the text needs quotation marks. Spaces at the ends are quoted too, since some readers
  /// remove them.
  fileprivate var needsQuotationMarks: Bool {
    isEmpty || utf8.first == UInt8(ascii: " ") || utf8.last == UInt8(ascii: " ")
      || utf8.contains(where: \.dividesCSV)
  }
}

extension UInt8 {
  /// Whether the byte is a quotation mark, a comma or the end of a line.
  fileprivate var dividesCSV: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}
