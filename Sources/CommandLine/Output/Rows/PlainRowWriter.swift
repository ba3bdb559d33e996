/// One row per line, with tabs between cells, for other programs; all escapes can be undone.
struct PlainRowWriter: RowWriter {
  private let sink: any ByteSink
  private let columns: [OutputColumn]

  init(_ columns: [OutputColumn], sink: any ByteSink) {
    self.sink = sink
    self.columns = columns
  }

  mutating func begin() throws { try append(columns.map { .text($0.name) }) }

  mutating func append(_ row: [OutputValue]) throws {
    try sink.write(zip(columns, row).map { $0.plain($1) }.joined(separator: "\t") + "\n")
  }

  mutating func end() throws {}
}
