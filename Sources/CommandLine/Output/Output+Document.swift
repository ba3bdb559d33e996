extension Output {
  /// Prints several sections.
  ///
  /// In JSON, the document is one object with a member for each section. In NDJSON, each line has
  /// the section's name. CSV has only the main section.
  package func document(_ body: (_ document: inout OutputDocument) throws -> Void) throws {
    var document = OutputDocument(output: self)
    if format == .json { try sink.write("{") }
    try body(&document)
    if format == .json { try sink.write(document.isEmpty ? "}\n" : "\n}\n") }
  }

  /// Writes a file that appears once it is complete; `-` is the standard output.
  package func file(_ file: FileArgument, _ body: (_ sink: any ByteSink) throws -> Void) throws {
    switch file {
    case .standardStream: try body(sink)
    case .path(let path): try OutputFile(path: path).write(under: interruption, body)
    }
  }
}

/// The sections of a document, printed as they are added.
package struct OutputDocument {
  private let output: Output
  private(set) var isEmpty = true

  init(output: Output) {
    self.output = output
  }

  /// Adds names and values.
  ///
  /// - Parameters:
  ///   - name: the name for other programs.
  ///   - title: the heading for people.
  package mutating func pairs(_ name: String, title: String, _ pairs: [OutputPair]) throws {
    switch output.format {
    case .table:
      try head(title)
      try output.lines(of: pairs)
    case .json:
      try member(name)
      try output.sink.write(OutputValue.object(pairs).json)
    case .ndjson:
      try output.sink.write(
        OutputValue.object([OutputPair("section", .text(name))] + pairs).json + "\n")
    case .csv: break
    }
    isEmpty = false
  }

  /// Adds rows.
  ///
  /// - Parameter isMain: whether CSV consists of these rows.
  package mutating func rows(
    _ name: String, title: String, isMain: Bool = false, _ columns: [OutputColumn],
    _ body: Output.RowBody
  ) throws {
    guard let writer = try rowWriter(name, title: title, isMain: isMain, columns) else { return }
    try output.rows(columns, to: writer, body)
    isEmpty = false
  }

  private mutating func rowWriter(
    _ name: String, title: String, isMain: Bool, _ columns: [OutputColumn]
  ) throws -> (any RowWriter)? {
    let sink = output.sink
    switch output.format {
    case .table:
      try head(title)
      return output.tableWriter(for: columns)
    case .json:
      try member(name)
      return JSONRowWriter(columns, frame: .array, indentation: "  ", sink: sink)
    case .ndjson: return JSONRowWriter(columns, frame: .lines(section: name), sink: sink)
    case .csv:
      let isForTerminal = output.terminal.isTerminal
      return isMain ? CSVRowWriter(columns, isForTerminal: isForTerminal, sink: sink) : nil
    }
  }

  private func head(_ title: String) throws {
    if !isEmpty { try output.say() }
    try output.say(title, in: .bold)
  }

  private func member(_ name: String) throws {
    try output.sink.write((isEmpty ? "\n  " : ",\n  ") + OutputValue.text(name).json + ": ")
  }
}
