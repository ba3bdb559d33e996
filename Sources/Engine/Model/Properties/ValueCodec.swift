/// The codec of a value as the engine calls it, with its checks around each call: for a property in one
/// column, for the elements and the keys of collections, and for what they are compared with.
///
/// A call through `any ColumnCodec` looks up types at run time, which costs more than the rest of the
/// work on a value. Here they are looked up once, when this is made.
@usableFromInline
class ValueCodec<Value>: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  final let codec: any ColumnCodec<Value>
  final let storage: StorageClass
  /// The kind that needs no look at anything else.
  final let usualKind: StoredKind
  /// The `ValueCodec` of the type inside, if the codec is an ``OptionalCodec``.
  final let wrapped: AnyObject?

  fileprivate init(_ codec: any ColumnCodec<Value>) {
    self.codec = codec
    storage = codec.storage
    usualKind = [.integer, .real, .text, .bytes].first(where: codec.storage.admits) ?? .integer
    wrapped = codec._lifted
  }

  /// Whether the values may be NULL. Computed where it matters: the first answer for a type takes a search
  /// through all conformances of the program.
  final var admitsNull: Bool { Value.self is any ExpressibleByNilLiteral.Type }

  /// Returns the object for `codec`.
  static func of(_ codec: any ColumnCodec<Value>) -> ValueCodec<Value> {
    func typed<Codec: ColumnCodec<Value>>(_ codec: Codec) -> ValueCodec<Value> {
      TypedCodec(codec)
    }
    return typed(codec)
  }

  /// Throws if the codec has written a kind that it does not promise.
  final func check(_ kind: StoredKind) throws {
    if storage.admits(kind), kind != .null || admitsNull { return }
    throw CodecError("the codec '\(codec.identifier)' promises \(storage) but wrote \(kind)")
  }

  /// Writes to the writer's cell.
  @usableFromInline
  func encode(_ value: Value, into column: inout ColumnWriter) throws {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Reads the reader's cell.
  @usableFromInline
  func decode(from column: borrowing ColumnReader) throws -> Value {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Takes up values row by row.
  func makeRows() -> ElementRows<Value> {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }
}

private final class TypedCodec<Codec: ColumnCodec>: ValueCodec<Codec.Value>, @unchecked Sendable {
  private let typed: Codec

  init(_ codec: Codec) {
    typed = codec
    super.init(codec)
  }

  override func encode(_ value: Codec.Value, into column: inout ColumnWriter) throws {
    try typed.encode(value, into: &column)
    let kind = column.kind
    if kind != usualKind { try check(kind) }
  }

  override func decode(from column: borrowing ColumnReader) throws -> Codec.Value {
    try typed.decode(from: column)
  }

  override func makeRows() -> ElementRows<Codec.Value> { ValueRows(typed) }
}

extension OptionalCodec {
  /// The codec inside, as the engine calls it.
  public var _lifted: AnyObject? { ValueCodec.of(base) }
}

/// Values, decoded as their rows are read.
private final class ValueRows<Codec: ColumnCodec>: ElementRows<Codec.Value> {
  // First, so that its place does not depend on the codec's size.
  private let values = ChildMemory<Codec.Value>()
  private let codec: Codec

  init(_ codec: Codec) { self.codec = codec }

  override func append(_ row: Row, at index: Int) throws {
    let column = ColumnReader(row[index])
    values.next.initialize(to: try codec.decode(from: column))
    values.advance()
  }

  override var areReadAtOnce: Bool { true }

  override func take(_ count: Int, isSparse: inout Bool) -> UnsafeMutablePointer<Codec.Value> {
    values.take(count)
  }
}
