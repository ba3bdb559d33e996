/// A codec that stores `nil` as NULL and everything else as `base` does. The stored form keeps the
/// base's name.
public struct OptionalCodec<Base: ColumnCodec>: ColumnCodecWrapper {
  /// The codec of the wrapped type.
  public let base: Base

  /// Creates a codec that lifts `base` to optional values.
  public init(_ base: Base) { self.base = base }

  /// Writes NULL or what the base writes.
  public func encode(_ value: Base.Value?, into column: inout ColumnWriter) throws {
    if let value { try base.encode(value, into: &column) } else { column.writeNull() }
  }

  /// Returns nil for NULL, otherwise what the base reads.
  public func decode(from column: borrowing ColumnReader) throws -> Base.Value? {
    column.isNull ? nil : try base.decode(from: column)
  }
}

/// An `Optional` whose wrapped type is not known.
protocol OptionalType: ExpressibleByNilLiteral {
  static var wrapped: Any.Type { get }
  var content: Any? { get }
  /// Returns the `CodecFunctions` of the optional type, or nil.
  static func functions(in registry: CodecRegistry) -> Any?
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
  var content: Any? { self }

  /// Returns nil for an optional of an optional, since a single NULL could not distinguish the two
  /// kinds of absence.
  static func functions(in registry: CodecRegistry) -> Any? {
    if Wrapped.self is any OptionalType.Type { return nil }
    return registry.functions(for: Wrapped.self).map { CodecFunctions(optional: $0) }
  }
}
