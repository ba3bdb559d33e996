package import PersistentObjectsCodec

/// A value in several columns, as the record of each of its columns names it.
///
///     part_of = value {"/" value}         the outermost first
///     value   = codec " " version [mark]
///     mark    = "?" | "!"                 nil is told by another column, or by this one
///
/// A codec that `@Embeddable` has made is `embeddable(Address)`.
package struct RecordedValue: Equatable {
  package let codec: CodecIdentifier
  package let mark: FieldColumn.Value.Mark

  /// Returns the record of the values that have a column.
  static func text(_ values: [FieldColumn.Value]) -> String {
    values.map { "\($0.codec.identifier)\($0.mark.rawValue)" }.joined(separator: "/")
  }

  /// Returns the values that a record names; nil if it names none that this package would write.
  package static func values(_ text: String?) -> [RecordedValue]? {
    guard let text else { return [] }
    var values: [RecordedValue] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      let mark = part.last.flatMap { FieldColumn.Value.Mark(rawValue: String($0)) } ?? .required
      let words = (mark == .required ? part : part.dropLast()).split(separator: " ")
      guard words.count > 1, let version = words.last.flatMap({ Int($0) }) else { return nil }
      let name = words.dropLast().joined(separator: " ")
      values.append(RecordedValue(codec: CodecIdentifier(name, version: version), mark: mark))
    }
    return values
  }

  /// Whether the fields are the stored properties of a struct, so that they may as well be those of
  /// another struct, or properties of a class.
  var isEmbeddable: Bool { codec.isEmbeddable }
}

extension CodecIdentifier {
  /// Whether `@Embeddable` has made the codec.
  var isEmbeddable: Bool { name.hasPrefix("embeddable(") }
}
