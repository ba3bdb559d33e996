package import PersistentObjectsDriver

/// The codec of a value as the engine calls it, with the engine's checks around each call. It is
/// used for properties in one column, for the elements and keys of collections, and for the values
/// that these are compared with.
@usableFromInline
package final class ValueCodec<Value>: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  /// Reads a cell.
  @usableFromInline package let decode: @Sendable (borrowing ColumnReader) throws -> Value
  private let write: @Sendable (Value, inout ColumnWriter) throws -> Void
  package let codec: any ColumnCodec<Value>
  package let storage: StorageClass
  /// The kind that needs no further check.
  private let usualKind: StoredKind
  /// The `ValueCodec` of the type inside an optional; nil if the codec handles NULL itself.
  package let wrapped: AnyObject?

  /// - Parameter isWrapped: whether an optional around the values is stored as NULL, so that a nil
  ///   among them has a form of its own.
  package init(_ functions: CodecFunctions<Value>, isWrapped: Bool = false) {
    let functions = isWrapped ? functions : Self.storingNilAsNull(functions)
    decode = functions.decode
    write = functions.encode
    codec = functions.codec
    storage = codec.storage
    usualKind = [.integer, .real, .text, .bytes].first(where: codec.storage.admits) ?? .integer
    wrapped = functions.makeWrapped?()
  }

  /// Returns the functions. For a codec whose own type is an optional, they store nil as NULL.
  /// `_isOptional` spares other types the search for a conformance.
  private static func storingNilAsNull(
    _ functions: CodecFunctions<Value>
  ) -> CodecFunctions<Value> {
    guard _isOptional(Value.self), functions.makeWrapped == nil,
      let optional = Value.self as? any OptionalType.Type
    else { return functions }
    return optional.storingNilAsNull(functions.codec) as? CodecFunctions ?? functions
  }

  /// Whether there are values that may be stored as NULL. This is determined when needed, since it
  /// takes a search through all conformances of the program unless the type is an optional whose
  /// codec does not handle NULL itself.
  package var admitsNull: Bool { wrapped != nil || Value.self is any ExpressibleByNilLiteral.Type }

  /// Returns the object for `codec`.
  package static func of(_ codec: any ColumnCodec<Value>) -> ValueCodec<Value> { .init(.of(codec)) }

  /// Writes to the writer's cell.
  @usableFromInline
  package func encode(_ value: Value, into column: inout ColumnWriter) throws {
    try write(value, &column)
    let kind = column.kind
    if kind != usualKind { try check(kind) }
  }

  /// Throws if the codec has written a kind that it does not promise.
  private func check(_ kind: StoredKind) throws {
    if storage.admits(kind), kind != .null || admitsNull { return }
    throw CodecError(codec, wrote: kind)
  }
}

extension CodecError {
  /// The error for a codec that has written a kind that it does not promise.
  package init(_ codec: any ColumnCodec, wrote kind: StoredKind) {
    let breach = "the codec '\(codec.identifier)' promises \(codec.storage) but wrote \(kind)"
    self.init(
      kind == .null
        ? "\(breach), which stands for nil; make the property optional, not a value inside its type"
        : breach)
  }
}

extension ColumnCodec {
  /// Whether rows may have the stored form of an older version. There is no gap between the
  /// versions that a column may have.
  package var readsFormerForms: Bool {
    identifier.version > 1 && canRead(version: identifier.version - 1)
  }
}
