import PersistentObjectsCodec

/// The call of `store.recode` that rewrites a column, as source of a program. What only its author
/// knows is a placeholder.
struct RecodeCall: CustomStringConvertible {
  let className: String
  let property: String
  /// Whether the column has the elements, values or keys of a collection.
  let isElement: Bool
  /// Whether the column has the keys of a dictionary.
  let isKey: Bool
  /// The type of the values that the column's codec writes.
  let values: Any.Type
  /// The record of the codec that wrote the column.
  let old: SchemaCatalog.RecordedColumn
  let codecs: CodecRegistry

  var description: String {
    let part = isKey ? "keys" : "property"
    let column = "try await store.recode(.\(part)(\\\(className).\(property), from: "
    guard let writer else {
      return column + "\(lifted("<#the codec '\(old)'#>"))))"
        + " (with transform: if the type has changed, too)"
    }
    if writesSameType(writer) { return column + "\(lifted(Self.source(of: writer)))))" }
    return column + "\(Self.source(of: writer)), transform: { old in <#the new value#> }))"
  }

  /// A codec of the store that reads what is stored; one for the type of the column's values if
  /// there are several.
  private var writer: (any ColumnCodec)? {
    let readers = codecs.registered.filter { codec in
      codec.identifier.name == old.codec && old.versions.allSatisfy(codec.canRead)
        && codec.storage.isRecorded(as: old.storage) && Self.hasNoState(codec)
    }
    return readers.first(where: writesSameType) ?? readers.first
  }

  private func writesSameType(_ codec: any ColumnCodec) -> Bool {
    Self.values(of: codec) == values || Self.values(of: codec) == wrapped
  }

  /// The wrapped type of optional values.
  private var wrapped: Any.Type? { (values as? any OptionalType.Type)?.wrapped }

  /// Returns a codec of the type of the column's values: optional elements need one that lifts it.
  private func lifted(_ codec: String) -> String {
    isElement && wrapped != nil ? "OptionalCodec(\(codec))" : codec
  }

  private static func values<Codec: ColumnCodec>(of codec: Codec) -> Any.Type { Codec.Value.self }

  /// Whether all codecs of the type are alike, so that an initializer without arguments makes it.
  private static func hasNoState<Codec: ColumnCodec>(_ codec: Codec) -> Bool {
    MemoryLayout<Codec>.size == 0
  }

  private static func source(of codec: any ColumnCodec) -> String { "\(type(of: codec))()" }
}
