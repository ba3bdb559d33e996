import PersistentObjectsDriver

/// A codec that stores `nil` as NULL and everything else as `base` does. The stored form keeps the
/// base's name.
///
/// ```swift
/// CodecRegistry.standard.codec(for: Int?.self)  // OptionalCodec<IntCodec>
/// ```
public struct OptionalCodec<Base: ColumnCodec>: ColumnCodecWrapper {
  /// The codec of the wrapped type.
  public let base: Base

  /// Creates a codec that lifts `base` to optional values.
  public init(_ base: Base) { self.base = base }

  /// Writes NULL or what the base writes; throws if that is NULL, which would be read as nil.
  public func encode(_ value: Base.Value?, into column: inout ColumnWriter) throws {
    guard let value else { return column.writeNull() }
    try base.encode(value, into: &column)
    if column.kind == .null { throw CodecError(base, wrote: .null) }
  }

  /// Returns nil for NULL, otherwise what the base reads.
  public func decode(from column: borrowing ColumnReader) throws -> Base.Value? {
    column.isNull ? nil : try base.decode(from: column)
  }
}

/// A codec for an optional type, without its own form of nil: nil is NULL, as everywhere, so that
/// SQL finds it. A cell in that form is still read.
struct NilAsNullCodec<Base: ColumnCodec, Wrapped>: ColumnCodecWrapper where Base.Value == Wrapped? {
  let base: Base

  func encode(_ value: Wrapped?, into column: inout ColumnWriter) throws {
    if value == nil { return column.writeNull() }
    try base.encode(value, into: &column)
    if column.kind == .null { throw CodecError(base, wrote: .null) }
  }

  func decode(from column: borrowing ColumnReader) throws -> Wrapped? {
    column.isNull ? nil : try base.decode(from: column)
  }
}

/// An `Optional` whose wrapped type is not known.
package protocol OptionalType: ExpressibleByNilLiteral {
  static var wrapped: Any.Type { get }
  var content: Any? { get }
  /// Returns the `ValueForm` of the optional type, or nil.
  static func form(in registry: CodecRegistry) -> Any?
  /// Returns the `CodecFunctions` of a codec for the optional type, with NULL for nil.
  static func storingNilAsNull(_ codec: any ColumnCodec) -> Any?
}

extension Optional: OptionalType {
  package static var wrapped: Any.Type { Wrapped.self }
  package var content: Any? { self }

  /// Returns nil for an optional of an optional, since a single NULL could not distinguish the two
  /// kinds of absence.
  package static func form(in registry: CodecRegistry) -> Any? {
    if Wrapped.self is any OptionalType.Type { return nil }
    return registry.form(for: Wrapped.self)?.optional
  }

  package static func storingNilAsNull(_ codec: any ColumnCodec) -> Any? {
    (codec as? any ColumnCodec<Wrapped?>).map { CodecFunctions(storingNilAsNull: $0) }
  }
}
