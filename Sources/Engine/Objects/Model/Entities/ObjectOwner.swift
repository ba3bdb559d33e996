import PersistentObjectsConnections

/// The interface of a session for its objects. The session subclasses it; objects know nothing else
/// of the session.
open class ObjectOwner {
  /// The number of the innermost open transaction level; 0 outside of transactions. No number is
  /// used twice.
  // Unchecked: every setter of a property reads it.
  @exclusivity(unchecked) final var level: UInt32 = 0

  /// Notes that a property of an object is about to change: marks it and registers the object for
  /// saving. Returns whether a transaction has to journal the value.
  @discardableResult
  func objectWillChange<Object: PersistentObject>(
    _ object: Object, _ state: borrowing _ObjectState, _ index: Int
  ) -> Bool { preconditionFailure("the session overrides this") }

  /// Reserves room for an undo record in the open transaction's journal. The caller must write the
  /// record at once. Returns nil outside of transactions.
  func reserveRecord(
    _ type: any UndoRecord.Type, byteCount: Int, alignment: Int
  ) -> UnsafeMutableRawPointer? { preconditionFailure("the session overrides this") }

  /// Adds a record to the journal of the open transaction, if there is one.
  final func journal<Record: UndoRecord>(_ record: Record) {
    reserveRecord(
      Record.self, byteCount: MemoryLayout<Record>.size, alignment: MemoryLayout<Record>.alignment
    )?.initializeMemory(as: Record.self, to: record)
  }

  /// Returns the indices of an object's properties that have changed since the last save, in
  /// ascending order.
  func changedIndices<Object: PersistentObject>(of object: Object) -> [Int] {
    preconditionFailure("the session overrides this")
  }

  /// Forgets the changes of an object that is about to be detached, since another object gets its
  /// key. If the open transaction fails, the object is registered again, as it was.
  func willReplace(_ object: any PersistentObject, in context: EntityContext) {
    preconditionFailure("the session overrides this")
  }

  /// Reads a property of an object and of the objects fetched with it.
  func loadFault<Object: PersistentObject>(_ object: Object, _ index: Int) {
    preconditionFailure("the session overrides this")
  }

  /// Returns the annex of the objects that are detached from this session.
  func detachedReading() -> DetachedReading { preconditionFailure("the session overrides this") }

  // MARK: For bindings that read and write references and child tables

  /// Initializes memory with the object of each key. Reads the objects that are not loaded, with
  /// one statement for each class. The object of a key without a row is nil. If this throws, the
  /// memory is still uninitialized.
  func resolve(
    _ keys: UnsafeBufferPointer<ReferenceKey>, into objects: UnsafeMutablePointer<AnyObject?>
  ) throws { preconditionFailure("the session overrides this") }

  /// Returns the object for a row, if it is alive.
  func objectInHand(ofEntity id: Int32, pk: Int64) -> (any PersistentObject)? {
    preconditionFailure("the session overrides this")
  }

  /// Journals the undo of a change that belongs to no single property, if a transaction is open.
  func journalUndo(_ undo: @escaping () -> Void) {
    preconditionFailure("the session overrides this")
  }

  /// Notes a new object that an inverse connects with an object of this session. The new object may
  /// refer to objects whose inverses are read later, and a failed transaction restores it with the
  /// others.
  func noteNew(_ object: any PersistentObject) {
    preconditionFailure("the session overrides this")
  }

  /// Notes an object that has come into an inverse, which is noted as changed already, and that a
  /// save of the inverse's object has to visit.
  func noteNewcomer<Object: PersistentObject>(
    _ newcomer: any PersistentObject, in object: Object, at index: Int
  ) { preconditionFailure("the session overrides this") }

  /// Notes that deleted objects could not leave a changed collection, since it is being changed in
  /// place. A save then leaves them out.
  func noteLeftovers<Object: PersistentObject>(in object: Object, at index: Int) {
    preconditionFailure("the session overrides this")
  }

  /// Notes that an object has come to refer to one of this session.
  func noteReference(of object: any PersistentObject, to target: any PersistentObject) {
    preconditionFailure("the session overrides this")
  }

  /// Returns the objects that refer to each target, according to the rows and the changes in
  /// memory: stored objects in the order of their keys, then new objects.
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

/// Levels of objects that no transaction has, so that the objects report each change to their
/// session.
extension UInt32 {
  /// The level of an object that is being written.
  static let duringWrite = UInt32.max
  /// The level of an object that was changed while being written.
  static let touchedDuringWrite = UInt32.max - 1
  /// The level of a changed object whose next change may bring other references.
  static let expectingChange = UInt32.max - 2
}
