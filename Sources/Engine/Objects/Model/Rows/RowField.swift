import PersistentObjectsCodec

/// The place of a property in a row, and the codec that reads and writes it.
///
/// A plan keeps one for each property in ``RowFields``, so that reading a row neither counts
/// references nor checks for overlapping accesses.
@usableFromInline
struct RowField {
  /// The first column's position.
  @usableFromInline let position: Int
  /// Whether the property is a collection without a column, which is a fault in each object that is
  /// made from a row.
  @usableFromInline let isFault: Bool
  /// The number of columns.
  @usableFromInline let width: Int
  /// The ``ValueCodec`` of the property's type; nil for references, collections and values in
  /// several columns. The binding keeps it alive.
  @usableFromInline let codec: UnsafeRawPointer?
  /// The ``ValueCodec`` of the type inside an optional, which is used for values that are not NULL;
  /// nil if the codec handles NULL itself.
  @usableFromInline let base: UnsafeRawPointer?
  /// The ``CompositeCoding`` of a value in several columns. The binding keeps it alive.
  @usableFromInline let composite: UnsafeRawPointer?

  /// Makes the field of a property that its binding reads and writes, or of a collection without a
  /// column in its class's table.
  init(position: Int, width: Int, isFault: Bool = false) {
    self.position = position
    self.width = width
    self.isFault = isFault
    codec = nil
    base = nil
    composite = nil
  }

  /// Makes the field of a property that is stored in several columns.
  init<Value>(position: Int, composite: CompositeCoding<Value>) {
    self.position = position
    width = composite.width
    isFault = false
    codec = nil
    base = nil
    self.composite = UnsafeRawPointer(Unmanaged.passUnretained(composite).toOpaque())
  }

  /// Makes the field of a property that is stored in one column.
  init<Value>(position: Int, codec: ValueCodec<Value>) {
    self.position = position
    width = 1
    isFault = false
    self.codec = UnsafeRawPointer(Unmanaged.passUnretained(codec).toOpaque())
    base = codec.wrapped.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    composite = nil
  }
}

/// The fields of a class in contiguous plain memory, which this object owns.
final class RowFields: @unchecked Sendable {
  // `@unchecked` is safe: nothing changes after `init`.
  let first: UnsafePointer<RowField>

  init(_ fields: [RowField]) {
    let memory = UnsafeMutablePointer<RowField>.allocate(capacity: fields.count)
    memory.initialize(from: fields, count: fields.count)
    first = UnsafePointer(memory)
  }

  deinit { first.deallocate() }
}
