/// Reads NULL as a default value, and everything else as `base` does; the stored form keeps its
/// name.
struct DefaultingCodec<Base: ColumnCodec>: ColumnCodec {
  let base: Base
  /// Makes the value for NULL.
  let defaultValue: @Sendable () -> Base.Value

  var identifier: CodecIdentifier { base.identifier }
  var storage: StorageClass { base.storage }
  var meaning: StoredMeaning? { base.meaning }
  var isSearchable: Bool { base.isSearchable }

  func encode(_ value: Base.Value, into column: inout ColumnWriter) throws {
    try base.encode(value, into: &column)
  }

  func decode(from column: borrowing ColumnReader) throws -> Base.Value {
    column.isNull ? defaultValue() : try base.decode(from: column)
  }

  func canRead(version: Int) -> Bool { base.canRead(version: version) }
}

extension ColumnCodec {
  /// The codec, with a value for NULL.
  func defaulting(to value: @escaping @Sendable () -> Value) -> any ColumnCodec<Value> {
    DefaultingCodec(base: self, defaultValue: value)
  }
}
