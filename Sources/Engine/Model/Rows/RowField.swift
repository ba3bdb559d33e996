/// The place of a property in a row, and the codec that reads and writes it.
///
/// A plan keeps one for each property in plain memory, so that reading a row neither counts
/// references nor checks for overlapping accesses.
@usableFromInline
struct RowField {
  /// The first column's position.
  @usableFromInline let position: Int
  /// Whether it is a collection that no column tells of, so that it is a fault in each new row.
  @usableFromInline let isFault: Bool
  /// The number of columns.
  let width: Int
  /// Points at the ``RowCodec`` of the property's type; nil for references and collections. The
  /// binding keeps it alive.
  @usableFromInline let codec: UnsafeRawPointer?
  /// Points at the ``RowCodec`` of the type inside an optional, which is asked where there is no
  /// NULL; nil where the codec deals with NULL itself.
  @usableFromInline let base: UnsafeRawPointer?

  /// A property that its binding reads and writes.
  init(position: Int, width: Int) {
    self.position = position
    self.width = width
    isFault = false
    codec = nil
    base = nil
  }

  /// A collection of which its class's table has nothing.
  init(faultAt position: Int) {
    self.position = position
    width = 0
    isFault = true
    codec = nil
    base = nil
  }

  /// A property that lies in one column.
  init(position: Int, _ codec: RowCodecBox) {
    self.position = position
    width = 1
    isFault = false
    self.codec = codec.pointer
    base = codec.base?.pointer
  }
}

/// A codec that rows are read and written by. Not copyable, so that it is called where it lies in
/// memory; a copy of it for each call would cost more than the call.
@usableFromInline
struct RowCodec<Value>: ~Copyable {
  @usableFromInline let checked: CheckedCodec<Value>

  init(_ codec: any ColumnCodec<Value>) {
    checked = CheckedCodec(codec)
  }

  @inlinable
  func decode(from column: borrowing ColumnReader) throws -> Value {
    try checked.codec.decode(from: column)
  }

  @inlinable
  func encode(_ value: Value, into column: inout ColumnWriter) throws {
    try checked.encode(value, into: &column)
  }
}

/// Keeps a ``RowCodec`` in memory of its own, which row fields point at.
final class RowCodecBox: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  let pointer: UnsafeRawPointer
  /// The codec inside, if this is an ``OptionalCodec``.
  let base: RowCodecBox?
  private let free: () -> Void

  init<Value>(_ codec: any ColumnCodec<Value>) {
    let memory = UnsafeMutablePointer<RowCodec<Value>>.allocate(capacity: 1)
    memory.initialize(to: RowCodec(codec))
    pointer = UnsafeRawPointer(memory)
    free = {
      memory.deinitialize(count: 1)
      memory.deallocate()
    }
    base = (codec as? any LiftedCodec)?.makeBase()
  }

  deinit { free() }

  /// The codec, where it is called. The type is the one that this was made with.
  func codec<Value>(of type: Value.Type) -> UnsafePointer<RowCodec<Value>> {
    pointer.assumingMemoryBound(to: RowCodec<Value>.self)
  }
}

/// ``OptionalCodec``, seen without what it wraps.
private protocol LiftedCodec {
  func makeBase() -> RowCodecBox
}

extension OptionalCodec: LiftedCodec {
  func makeBase() -> RowCodecBox { RowCodecBox(base) }
}
