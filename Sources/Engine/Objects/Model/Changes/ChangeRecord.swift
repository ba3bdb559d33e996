/// The value of a property before a change in a transaction.
///
/// Records are stored one after another in the memory of the session's journal, since a closure
/// that holds the old value would need an allocation for each change. Their type does not depend on
/// the value's type, since looking up a generic type at run time costs more than everything else.
struct ChangeRecord: UndoRecord {
  private let object: AnyObject
  /// The property. It is unretained, since it lives as long as the program.
  private let property: Unmanaged<PropertyDescription>
  /// The value as the object stores it. It follows the record in memory.
  private let stored: UnsafeMutableRawPointer

  /// The memory layout of a record and the value that follows it.
  struct Layout {
    fileprivate let byteCount: Int
    fileprivate let alignment: Int
    fileprivate let offset: Int

    init<Stored>(of type: Stored.Type) {
      let (own, value) = (MemoryLayout<ChangeRecord>.self, MemoryLayout<Stored>.self)
      offset = (own.size + value.alignment - 1) & ~(value.alignment - 1)
      byteCount = offset + value.size
      alignment = max(own.alignment, value.alignment)
    }
  }

  /// Adds a record to the journal of the open transaction.
  static func add(
    of object: AnyObject, _ property: PropertyDescription, to tracker: ChangeTracker
  ) {
    let layout = property.recordLayout
    let place = tracker.journal.appendChange(
      ChangeRecord.self, byteCount: layout.byteCount, alignment: layout.alignment)
    let stored = place + layout.offset
    property.copy(object, to: stored)
    place.initializeMemory(
      as: ChangeRecord.self,
      to: ChangeRecord(object: object, property: .passUnretained(property), stored: stored))
  }

  /// Restores the value without marking a change.
  func undo() { property.takeUnretainedValue().restore(object, from: stored) }

  static func discard(at address: UnsafeMutableRawPointer) {
    let record = address.assumingMemoryBound(to: ChangeRecord.self)
    record.pointee.property.takeUnretainedValue().discard(record.pointee.stored)
    record.deinitialize(count: 1)
  }
}

/// A record of any type in a journal.
protocol UndoRecord {
  func undo()

  /// Deinitializes the record at an address.
  static func discard(at address: UnsafeMutableRawPointer)
}

extension UndoRecord {
  /// Undoes the change recorded at an address.
  static func undo(at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).pointee.undo()
  }

  static func discard(at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }
}
