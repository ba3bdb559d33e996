/// What a property was before a change in a transaction.
///
/// Records lie one after the other in the memory of the session's journal: a closure that holds the
/// old value would take an allocation for each change.
@usableFromInline
struct ChangeRecord<Stored>: UndoRecord {
  @usableFromInline let object: any PersistentObject
  @usableFromInline let index: Int
  /// What the object stored for the property.
  @usableFromInline let stored: Stored

  @inlinable
  init(_ object: any PersistentObject, _ index: Int, _ stored: Stored) {
    self.object = object
    self.index = index
    self.stored = stored
  }

  /// Puts it back without marking a change.
  @usableFromInline
  func undo() {
    let property = type(of: object)._entity.properties[index]
    withUnsafePointer(to: stored) { property.restore(object, from: $0) }
  }
}

/// A ``ChangeRecord``, seen without the type of the value.
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
