/// The codec of a collection's values or keys, with its type erased.
///
/// There are many elements, and a call through `any ColumnCodec` looks up types at run time, which
/// costs more than the rest of the work on an element. Here the type is looked up only once, when
/// the object for the codec is made.
class ElementCodec<Value>: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.

  /// Writes a value at the writer's position.
  func encode(_ value: UnsafePointer<Value>, into column: inout ColumnWriter) throws {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Takes up values row by row.
  func makeRows() -> ElementRows<Value> {
    preconditionFailure("\(Self.self) does not override \(#function)")
  }

  /// Returns the object for `codec`.
  static func of(_ codec: any ColumnCodec<Value>) -> ElementCodec<Value> {
    func typed<Codec: ColumnCodec<Value>>(_ codec: Codec) -> ElementCodec<Value> {
      TypedElementCodec(codec)
    }
    return typed(codec)
  }
}

private final class TypedElementCodec<Codec: ColumnCodec>: ElementCodec<Codec.Value>,
  @unchecked Sendable
{
  private let codec: Codec
  private let checked: CheckedCodec<Codec.Value>
  private let storage: StorageClass
  private let admitsNull: Bool

  init(_ codec: Codec) {
    self.codec = codec
    checked = CheckedCodec(codec)
    storage = checked.storage
    admitsNull = checked.admitsNull
  }

  override func encode(
    _ value: UnsafePointer<Codec.Value>, into column: inout ColumnWriter
  ) throws {
    try codec.encode(value.pointee, into: &column)
    let kind = column.kind
    if !storage.admits(kind) || (kind == .null && !admitsNull) {
      throw checked.brokenPromise(kind)
    }
  }

  override func makeRows() -> ElementRows<Codec.Value> { ValueRows(codec) }
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
