/// The value of a property before a change in a transaction.
///
/// Records are stored one after the other in the memory of the session's journal: a closure that
/// holds the old value would need an allocation for each change.
@usableFromInline
struct ChangeRecord<Stored>: UndoRecord {
  @usableFromInline let object: AnyObject
  /// The object's class. Unretained: it lives as long as the program.
  @usableFromInline let entity: Unmanaged<EntityDescription>
  @usableFromInline let index: Int
  /// The stored value of the property.
  @usableFromInline let stored: Stored

  @inlinable
  init(
    _ object: AnyObject, of entity: Unmanaged<EntityDescription>, at index: Int, _ stored: Stored
  ) {
    self.object = object
    self.entity = entity
    self.index = index
    self.stored = stored
  }

  /// Puts it back without marking a change.
  @usableFromInline
  func undo() {
    let property = entity.takeUnretainedValue().properties[index]
    withUnsafePointer(to: stored) { property.restore(object, from: $0) }
  }
}

/// A ``ChangeRecord``, seen without the type of the value.
@usableFromInline
protocol UndoRecord {
  func undo()
}

extension UndoRecord {
  /// Undoes the change recorded at an address.
  static func undo(at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).pointee.undo()
  }

  /// Ends the life of the record at an address.
  static func discard(at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }
}
