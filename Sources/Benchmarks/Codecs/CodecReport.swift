import Foundation
import PersistentObjects
import PersistentObjectsKeyedArchive

/// The figures of all standard codecs, as tables in Markdown.
enum CodecReport {
  static func print() throws {
    Swift.print("| codec | values | encode | decode | bytes |\n|---|---|---|---|---|")
    for entry in CodecCase.standard {
      let figures = try entry.measure()
      Swift.print(
        "| `\(entry.identifier)` | \(entry.title) | \(entry.nanoseconds(figures.encoding)) "
          + "| \(entry.nanoseconds(figures.decoding)) | \(rounded(figures.stored)) |")
    }
    let stanzas = try Stanzas.read()
    try printFormats(stanzas)
    try printCompression(stanzas)
  }

  private static func rounded(_ value: Double) -> String {
    value < 10 && value != value.rounded()
      ? String(format: "%.1f", value) : String(format: "%.0f", value)
  }

  // MARK: Formats

  /// Prints one value as each format writes it, before compression.
  private static func printFormats(_ stanzas: Stanzas) throws {
    Swift.print(
      "\n| value | keyed archive | JSON | binary property list | archive as stored |\n|---|---|---|---|---|"
    )
    try printFormat("a point of two numbers", [Sample.Point(x: 1.5, y: -2)])
    try printFormat("a struct of 8 fields", stanzas.summaries)
    try printFormat("a dictionary of texts", stanzas.dictionaries)
    try printFormat("a list of names", stanzas.dependencies.filter { !$0.isEmpty })
    try printFormat("1,000 integers", [Array(1...1000)])
  }

  private static func printFormat<Value: Codable>(_ title: String, _ values: [Value]) throws {
    let json = JSONEncoder()
    let propertyList = PropertyListEncoder()
    propertyList.outputFormat = .binary
    let sizes = try [
      mean(values) { try KeyedArchive.archive($0).count },
      mean(values) { try json.encode($0).count },
      mean(values) { try propertyList.encode($0).count },
      mean(values) { try stored($0, KeyedArchiveCodec<Value>()) },
    ]
    Swift.print("| \(title) | " + sizes.map { rounded($0) }.joined(separator: " | ") + " |")
  }

  // MARK: Compression

  private static func printCompression(_ stanzas: Stanzas) throws {
    Swift.print(
      "\n| value | plain | compressed | saved | encode | decode |\n|---|---|---|---|---|---|")
    let text = CompressedCodec(StringCodec())
    try printSaving("a package's entry, text", text, StringCodec(), stanzas.texts)
    let pages = stanzas.texts.chunked(by: 20).map { $0.joined(separator: "\n\n") }
    try printSaving("20 entries, text", text, StringCodec(), pages)
    try printSaving(
      "a package's fields, archive", KeyedArchiveCodec<[String: String]>(),
      KeyedArchiveCodec<[String: String]>(options: .plain), stanzas.dictionaries)
    try printSaving(
      "20 packages' fields, archive", KeyedArchiveCodec<[[String: String]]>(),
      KeyedArchiveCodec<[[String: String]]>(options: .plain),
      stanzas.dictionaries.chunked(by: 20))
    try printSaving(
      "1,000 numbers of a sensor, archive", KeyedArchiveCodec<[Double]>(),
      KeyedArchiveCodec<[Double]>(options: .plain), [Sample.sensor])
    try printSaving(
      "4 KiB of random bytes", CompressedCodec(DataCodec()), DataCodec(), [Sample.noise])
  }

  private static func printSaving<Value>(
    _ title: String, _ codec: some ColumnCodec<Value>, _ plain: some ColumnCodec<Value>,
    _ values: [Value]
  ) throws {
    let figures = try CodecCase(title, codec, values).measure()
    let before = try mean(values) { try stored($0, plain) }
    // Round here: a small loss would be printed as −0.
    let saved = ((1 - figures.stored / before) * 100).rounded() + 0
    let times = [figures.encoding, figures.decoding].map { String(format: "%.1f µs", $0 / 1000) }
    Swift.print(
      "| \(title) | \(rounded(before)) | \(rounded(figures.stored)) "
        + "| \(String(format: "%.0f %%", saved)) | \(times.joined(separator: " | ")) |")
  }

  private static func mean<Value>(_ values: [Value], _ size: (Value) throws -> Int) rethrows
    -> Double
  {
    Double(try values.map(size).reduce(0, +)) / Double(max(values.count, 1))
  }

  private static func stored<Codec: ColumnCodec>(_ value: Codec.Value, _ codec: Codec) throws -> Int
  {
    let cell = ReusedCell()
    var writer = ColumnWriter(cell.row, at: 0)
    try codec.encode(value, into: &writer)
    return cell.storedBytes
  }
}

extension KeyedArchiveOptions {
  /// Options that never compress.
  fileprivate static var plain: KeyedArchiveOptions {
    var options = KeyedArchiveOptions()
    options.compressionLevel = 0
    return options
  }
}

extension CodecCase {
  fileprivate func nanoseconds(_ value: Double) -> String {
    value < 10_000 ? String(format: "%.0f ns", value) : String(format: "%.1f µs", value / 1000)
  }
}

extension Array {
  fileprivate func chunked(by count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map {
      Array(self[$0..<Swift.min($0 + count, self.count)])
    }
  }
}
