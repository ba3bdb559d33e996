/// The codec of a value as the engine calls it, with its checks around each call: for a property in one
/// column, for the elements and the keys of collections, and for what they are compared with.
@usableFromInline
final class ValueCodec<Value>: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  /// Reads a cell.
  @usableFromInline let decode: @Sendable (borrowing ColumnReader) throws -> Value
  private let write: @Sendable (Value, inout ColumnWriter) throws -> Void
  let codec: any ColumnCodec<Value>
  let storage: StorageClass
  /// The kind that needs no look at anything else.
  private let usualKind: StoredKind
  /// The `ValueCodec` of the type inside an optional; nil where the codec deals with NULL itself.
  let wrapped: AnyObject?

  init(_ functions: CodecFunctions<Value>) {
    decode = functions.decode
    write = functions.encode
    codec = functions.codec
    storage = codec.storage
    usualKind = [.integer, .real, .text, .bytes].first(where: codec.storage.admits) ?? .integer
    wrapped = functions.makeWrapped?()
  }

  /// Whether there are values that may be stored as NULL. Asked when needed: it takes a search through all
  /// conformances of the program, unless the type is an optional whose codec does not deal with NULL itself.
  var admitsNull: Bool { wrapped != nil || Value.self is any ExpressibleByNilLiteral.Type }

  /// Returns the object for `codec`.
  static func of(_ codec: any ColumnCodec<Value>) -> ValueCodec<Value> { .init(.of(codec)) }

  /// Writes to the writer's cell.
  @usableFromInline
  func encode(_ value: Value, into column: inout ColumnWriter) throws {
    try write(value, &column)
    let kind = column.kind
    if kind != usualKind { try check(kind) }
  }

  /// Throws if the codec has written a kind that it does not promise.
  private func check(_ kind: StoredKind) throws {
    if storage.admits(kind), kind != .null || admitsNull { return }
    throw CodecError("the codec '\(codec.identifier)' promises \(storage) but wrote \(kind)")
  }
}
