/// The changes of a session's objects, and the journal of the open transaction.
///
/// Accesses are not checked for exclusivity, since the check would cost more than most of them.
/// Code that removes what may be the last reference to an object must release it only after the
/// access: the object's `deinit` may run code that comes back here.
final class ChangeTracker {
  /// The number of the innermost open transaction level; 0 outside of transactions. No number is
  /// used twice.
  // Every setter of a property reads it.
  @exclusivity(unchecked) var level: UInt32 = 0
  /// The history of objects in the open transaction, oldest first.
  @exclusivity(unchecked) var journal = Journal()
  /// The program's code that the engine is running, such as a hook during a save.
  @exclusivity(unchecked) var inner: InnerCode? {
    didSet { hasInner = inner != nil }
  }
  /// Whether ``inner`` is set. Each call checks this, and checking the optional is slower.
  @exclusivity(unchecked) private(set) var hasInner = false
  /// The objects that have changed since they were saved, in the order of the first change. Keeps
  /// the objects alive, so that a change is not lost if nothing else references its object.
  @exclusivity(unchecked) var enrolled: [any PersistentObject] = []
  /// The number of stored objects with unsaved changes.
  @exclusivity(unchecked) var changedCount = 0
  /// The number of new objects that wait for the next save.
  @exclusivity(unchecked) var pendingCount = 0
  /// The extras of changed objects, besides their bits.
  @exclusivity(unchecked) var extras: [ObjectIdentifier: ChangeExtras] = [:]
  /// The changes of new objects that the open transaction has journaled.
  @exclusivity(unchecked) var journaled: [ObjectIdentifier: JournaledChanges] = [:]
  /// An index of the unsaved objects, once an inverse was read; nil if it has to be made again.
  @exclusivity(unchecked) var referrers: UnsavedReferrers?
  /// Whether the open transaction has written, so that rows read from now on may have to be read
  /// again.
  @exclusivity(unchecked) var remembersReads = false
  /// Whether objects were deleted, even in a transaction that failed, since all were last
  /// unchanged.
  @exclusivity(unchecked) var hasDeleted = false
  /// The objects that were created from rows and whose `didLoad` hooks are still to be called.
  @exclusivity(unchecked) var loaded: [any PersistentObject] = []
  /// New objects that may belong to an inverse that is not loaded yet.
  var newReferrers = NewReferrers()

  /// The number of objects to be saved. `enrolled` may contain more, and some twice: it is cleaned
  /// up only when that pays off.
  var unsavedCount: Int { changedCount + pendingCount }

  /// Adds to the index of the unsaved objects, if there is one. A full one has to be made again.
  func updateReferrers(_ add: (inout UnsavedReferrers) -> Void) {
    guard var index = referrers.take() else { return }
    add(&index)
    if !index.isFull { referrers = index }
  }

  /// Releases what it has, all at once: a `deinit` may run code that comes back here.
  func forgetAll() {
    let objects = (enrolled, extras, journaled, referrers, loaded)
    (enrolled, extras, journaled, referrers, loaded) = ([], [:], [:], nil, [])
    withExtendedLifetime(objects) {}
  }

  /// Whether nothing has changed since the session began.
  var isUntouched: Bool {
    enrolled.isEmpty && extras.isEmpty && loaded.isEmpty && !hasDeleted && !remembersReads
  }
}

/// The properties of a new object that were journaled in a transaction level.
struct JournaledChanges {
  private var level: UInt32 = 0
  private var indices: Set<Int> = []

  /// Adds a property that changes. Returns whether it was not journaled before in this level.
  mutating func insert(_ index: Int, at level: UInt32) -> Bool {
    if self.level != level { self = JournaledChanges() }
    self.level = level
    return indices.insert(index).inserted
  }
}

/// The extras of a changed object, besides its bits.
struct ChangeExtras {
  /// The collections as they were before their first change, by property.
  var baselines = Baselines()
  /// The new objects in its inverses.
  var newcomers = Newcomers()
  /// The collections that may have kept objects which were deleted during a change in place, as
  /// bits of properties.
  var leftovers: UInt64 = 0
  /// Changed properties that have no bit of their own.
  var overflow: Set<Int> = []
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
