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
  /// The ``ValueCodec`` of the property's type; nil for references and collections. The binding
  /// keeps it alive.
  @usableFromInline let codec: UnsafeRawPointer?
  /// The ``ValueCodec`` of the type inside an optional, which is asked where there is no NULL; nil
  /// where the codec deals with NULL itself.
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
  init<Value>(position: Int, codec: ValueCodec<Value>) {
    self.position = position
    width = 1
    isFault = false
    self.codec = UnsafeRawPointer(Unmanaged.passUnretained(codec).toOpaque())
    base = codec.wrapped.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
  }
}
