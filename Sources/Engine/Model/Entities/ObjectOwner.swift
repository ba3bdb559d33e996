/// The interface of a session for its objects. The session subclasses it; objects know nothing else
/// of it.
open class ObjectOwner {
  /// The number of the innermost open transaction level, never used twice; 0 outside of
  /// transactions.
  // Unchecked: every setter of a property reads it.
  @exclusivity(unchecked) final var level: UInt32 = 0

  /// Notes that a property of an object is about to change: marks it and registers the object for
  /// saving.
  func objectWillChange<Object: PersistentObject>(
    _ object: Object, _ state: borrowing _ObjectState, _ index: Int
  ) { preconditionFailure("the session overrides this") }

  /// Reserves room in the open transaction's journal for an undo record, which the caller writes there at
  /// once; nil outside of transactions.
  func reserveRecord(
    _ type: any UndoRecord.Type, byteCount: Int, alignment: Int
  ) -> UnsafeMutableRawPointer? { preconditionFailure("the session overrides this") }

  /// Adds a record to the history of the open transaction, if there is one.
  final func journal<Record: UndoRecord>(_ record: Record) {
    reserveRecord(
      Record.self, byteCount: MemoryLayout<Record>.size, alignment: MemoryLayout<Record>.alignment
    )?.initializeMemory(as: Record.self, to: record)
  }

  /// The indices of the properties of an object that were changed since the last save, ascending.
  func changedIndices<Object: PersistentObject>(of object: Object) -> [Int] {
    preconditionFailure("the session overrides this")
  }

  /// Reads a property of an object and of its siblings.
  func loadFault<Object: PersistentObject>(_ object: Object, _ index: Int) {
    preconditionFailure("the session overrides this")
  }

  // MARK: For bindings that read and write references and child tables

  /// Stores the object of each key in memory that is not initialized yet, reading those that are
  /// not loaded in one statement for each class. If there is no row the object is nil. If it throws
  /// the memory is still uninitialized.
  func resolve(
    _ keys: UnsafeBufferPointer<ReferenceKey>, into objects: UnsafeMutablePointer<AnyObject?>
  ) throws { preconditionFailure("the session overrides this") }

  /// The object for a row, if it is alive.
  func objectInHand(ofEntity id: Int32, pk: Int64) -> (any PersistentObject)? {
    preconditionFailure("the session overrides this")
  }

  /// Keeps the undo of a change that belongs to no single property until the transaction level
  /// ends, if there is one.
  func journalUndo(_ undo: @escaping () -> Void) {
    preconditionFailure("the session overrides this")
  }

  /// Notes a new object that an inverse connects with one of this session: it may refer to one whose inverse is read
  /// later, and is to go back with the others.
  func noteNew(_ object: any PersistentObject) {
    preconditionFailure("the session overrides this")
  }

  /// The objects that refer to each of some objects, according to rows and changes in memory:
  /// stored ones in the order of their keys, new ones at the end.
  func objects(
    referringTo targets: [any PersistentObject], by inverse: Inverse
  ) throws -> [ObjectIdentifier: [any PersistentObject]] {
    preconditionFailure("the session overrides this")
  }

  /// Calls `body` with a connection that sees what this session sees.
  func reading<R>(_ body: (Connection) throws -> R) throws -> R {
    preconditionFailure("the session overrides this")
  }
}
