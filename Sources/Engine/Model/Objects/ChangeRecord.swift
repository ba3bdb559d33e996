/// What a property was before a change in a transaction, and what puts it back.
///
/// Records lie one after the other in the memory of the session's journal: a closure that holds the
/// old value would take an allocation for each change.
@usableFromInline
struct ChangeRecord<Object: AnyObject, Value>: UndoRecord {
  @usableFromInline let object: Object
  @usableFromInline let value: Value
  /// Puts the value back without marking a change.
  @usableFromInline let restore: (Object, Value) -> Void

  @inlinable
  init(_ object: Object, _ value: Value, restore: @escaping (Object, Value) -> Void) {
    self.object = object
    self.value = value
    self.restore = restore
  }

  @usableFromInline
  func undo() { restore(object, value) }
}

/// A ``ChangeRecord``, seen without the types of object and value.
@usableFromInline
protocol UndoRecord {
  func undo()
}

extension UndoRecord {
  /// Undoes the change that is recorded at an address.
  static func undo(at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).pointee.undo()
  }

  /// Ends the life of the record at an address.
  static func discard(at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }
}
