extension Output {
  /// A closure that adds rows. Missing values are NULL, surplus values are left out.
  package typealias RowBody = (_ append: (_ row: [OutputValue]) throws -> Void) throws -> Void

  /// Prints rows as they come, in constant memory.
  package func rows(_ columns: [OutputColumn], _ body: RowBody) throws {
    try rows(columns, to: rowWriter(for: columns), body)
    if format == .json { try sink.write("\n") }
  }

  /// Prints one object: names and values below each other, or a row in the other formats.
  package func record(_ pairs: [OutputPair]) throws {
    guard format != .table else { return try lines(of: pairs) }
    try rows(pairs.map { OutputColumn($0.name) }) { append in try append(pairs.map(\.value)) }
  }

  /// Prints names and values for people; in a pipe, prints them separated by a tab.
  func lines(of pairs: [OutputPair]) throws {
    let pairs = pairs.filter(\.isShown)
    guard !terminal.isTerminal else {
      return try sink.write(PairLines(width: terminal.width, style: style).text(of: pairs))
    }
    for pair in pairs {
      try sink.write(OutputValue.text(pair.name).plain + "\t" + pair.value.plain + "\n")
    }
  }

  /// Passes rows to a writer.
  func rows(
    _ columns: [OutputColumn], to writer: any RowWriter, _ body: RowBody
  ) throws {
    var writer = writer
    try writer.begin()
    do {
      try body { row in try writer.append(row.ofLength(columns.count)) }
    } catch {
      // Show the rows so far before the error.
      try writer.abandon()
      throw error
    }
    try writer.end()
  }

  /// Returns the writer of rows for people or, in a pipe, for simple programs.
  func tableWriter(for columns: [OutputColumn]) -> any RowWriter {
    terminal.isTerminal
      ? AlignedRowWriter(columns, width: terminal.width, style: style, sink: sink)
      : PlainRowWriter(columns, sink: sink)
  }

  private func rowWriter(for columns: [OutputColumn]) -> any RowWriter {
    switch format {
    case .table: tableWriter(for: columns)
    case .json: JSONRowWriter(columns, frame: .array, sink: sink)
    case .ndjson: JSONRowWriter(columns, frame: .lines(section: nil), sink: sink)
    case .csv: CSVRowWriter(columns, isForTerminal: terminal.isTerminal, sink: sink)
    }
  }
}

extension [OutputValue] {
  fileprivate func ofLength(_ length: Int) -> [OutputValue] {
    count == length
      ? self : prefix(length) + Array(repeating: .null, count: Swift.max(0, length - count))
  }
}
