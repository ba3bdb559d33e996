/// One row per line, with tabs between cells, for other programs; all escapes can be undone.
struct PlainRowWriter: RowWriter {
  private let sink: any ByteSink
  private let headings: [String]

  init(_ columns: [OutputColumn], sink: any ByteSink) {
    self.sink = sink
    headings = columns.map(\.name)
  }

  mutating func begin() throws { try append(headings.map(OutputValue.text)) }

  mutating func append(_ row: [OutputValue]) throws {
    try sink.write(row.map(\.plain).joined(separator: "\t") + "\n")
  }

  mutating func end() throws {}
}
