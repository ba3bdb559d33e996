import PersistentObjectsDriver

/// A codec with its two functions. They are compiled for the codec's type in the module that names
/// the codec, where the type is known. What they call is inlined there, and calling them takes no
/// method look-up.
@usableFromInline
package struct CodecFunctions<Value>: Sendable {
  package let codec: any ColumnCodec<Value>
  let encode: @Sendable (Value, inout ColumnWriter) throws -> Void
  let decode: @Sendable (borrowing ColumnReader) throws -> Value
  /// Makes the `ValueCodec` of the type inside an optional; nil if the codec handles NULL itself.
  private(set) var makeWrapped: (@Sendable () -> AnyObject)?

  /// Makes the functions of a codec. Inlinable, so that they are compiled for the codec's type.
  @inlinable
  package init<Codec: ColumnCodec<Value>>(_ codec: Codec) {
    self.init(
      codec, encode: { value, column in try codec.encode(value, into: &column) },
      decode: { column in try codec.decode(from: column) })
  }

  @usableFromInline
  package init(
    _ codec: any ColumnCodec<Value>,
    encode: @escaping @Sendable (Value, inout ColumnWriter) throws -> Void,
    decode: @escaping @Sendable (borrowing ColumnReader) throws -> Value
  ) {
    self.codec = codec
    self.encode = encode
    self.decode = decode
  }

  /// Returns the functions of a codec whose type is not known.
  static func of(_ codec: any ColumnCodec<Value>) -> CodecFunctions { opened(codec) }

  private static func opened(_ codec: some ColumnCodec<Value>) -> CodecFunctions { .init(codec) }
}

extension CodecFunctions {
  /// Makes the functions of a codec, lifted to optional values. Only nil may be written as NULL.
  @usableFromInline
  package init<Wrapped>(optional base: CodecFunctions<Wrapped>) where Value == Wrapped? {
    self.init(
      Self.lift(base.codec),
      encode: { value, column in
        guard let value else { return column.writeNull() }
        try base.encode(value, &column)
        if column.kind == .null { throw CodecError(base.codec, wrote: .null) }
      },
      decode: { column in column.isNull ? nil : try base.decode(column) })
    makeWrapped = { ValueCodec(base, isWrapped: true) }
  }

  /// Makes the functions of a codec for an optional type, with NULL for nil.
  package init<Wrapped>(storingNilAsNull codec: some ColumnCodec<Wrapped?>)
  where Value == Wrapped? {
    self.init(NilAsNullCodec(base: codec))
  }

  private static func lift<Wrapped>(
    _ base: some ColumnCodec<Wrapped>
  ) -> any ColumnCodec<Wrapped?> where Value == Wrapped? { OptionalCodec(base) }
}
