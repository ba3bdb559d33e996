import PersistentObjectsCodec

/// A codec that reads NULL as a default value and everything else as `base` does. The stored form
/// keeps the base's name.
struct DefaultingCodec<Base: ColumnCodec>: ColumnCodecWrapper {
  let base: Base
  /// Makes the value for NULL.
  let defaultValue: @Sendable () -> Base.Value

  func encode(_ value: Base.Value, into column: inout ColumnWriter) throws {
    try base.encode(value, into: &column)
  }

  func decode(from column: borrowing ColumnReader) throws -> Base.Value {
    column.isNull ? defaultValue() : try base.decode(from: column)
  }
}

extension CodecFunctions {
  /// Returns the functions of the codec that reads NULL as a value.
  func defaulting(to value: @escaping @Sendable () -> Value) -> CodecFunctions {
    Self.defaulting(codec, to: value)
  }

  private static func defaulting(
    _ codec: some ColumnCodec<Value>, to value: @escaping @Sendable () -> Value
  ) -> CodecFunctions { .init(DefaultingCodec(base: codec, defaultValue: value)) }
}
