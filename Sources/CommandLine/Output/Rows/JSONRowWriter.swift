/// Rows as JSON objects: one per line, or in an array.
struct JSONRowWriter: RowWriter {
  /// The frame around the rows.
  enum Frame {
    /// An array.
    case array
    /// No frame; the first member of each object names the section, if there is one.
    case lines(section: String?)
  }

  private let sink: any ByteSink
  private let frame: Frame
  private let names: [String]
  private let indentation: String
  private var isEmpty = true

  init(_ columns: [OutputColumn], frame: Frame, indentation: String = "", sink: any ByteSink) {
    self.sink = sink
    self.frame = frame
    self.indentation = indentation
    names = columns.uniqueNames
  }

  mutating func begin() throws {
    if case .array = frame { try sink.write("[") }
  }

  mutating func append(_ row: [OutputValue]) throws {
    var bytes: [UInt8] = []
    let pairs = zip(names, row).map { OutputPair($0, $1) }
    switch frame {
    case .array:
      bytes += ((isEmpty ? "\n" : ",\n") + indentation + "  ").utf8
      bytes += OutputValue.object(pairs).jsonBytes
    case .lines(let section):
      let first = section.map { [OutputPair("section", .text($0))] } ?? []
      bytes += OutputValue.object(first + pairs).jsonBytes
      bytes.append(UInt8(ascii: "\n"))
    }
    isEmpty = false
    try sink.write(bytes)
  }

  mutating func end() throws {
    if case .array = frame { try sink.write(isEmpty ? "]" : "\n\(indentation)]") }
  }
}
