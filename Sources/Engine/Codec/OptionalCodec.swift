/// Stores `nil` as NULL and everything else as `base` does; the stored form keeps its name.
public struct OptionalCodec<Base: ColumnCodec>: ColumnCodecWrapper {
  /// The codec of the wrapped type.
  public let base: Base

  /// Lifts a codec to optional values.
  public init(_ base: Base) { self.base = base }

  /// Writes NULL or what the base writes.
  public func encode(_ value: Base.Value?, into column: inout ColumnWriter) throws {
    if let value { try base.encode(value, into: &column) } else { column.writeNull() }
  }

  /// Returns nil for NULL, and else what the base reads.
  public func decode(from column: borrowing ColumnReader) throws -> Base.Value? {
    column.isNull ? nil : try base.decode(from: column)
  }
}

/// `Optional`, seen without knowing what it wraps.
protocol OptionalType: ExpressibleByNilLiteral {
  static var wrapped: Any.Type { get }
  var content: Any? { get }
  /// The `CodecFunctions` of the optional type, or nil.
  static func functions(in registry: CodecRegistry) -> Any?
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
  var content: Any? { self }

  /// Returns nil for an optional of an optional: one NULL could not tell the two absences apart.
  static func functions(in registry: CodecRegistry) -> Any? {
    if Wrapped.self is any OptionalType.Type { return nil }
    return registry.functions(for: Wrapped.self).map { CodecFunctions(optional: $0) }
  }
}
