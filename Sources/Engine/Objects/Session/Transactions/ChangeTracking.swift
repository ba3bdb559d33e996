/// The changes of a session's objects.
///
/// Accesses are not checked for exclusivity, since the check would cost more than most of them.
/// Code that removes what may be the last reference to an object must release it only after the
/// access: the object's `deinit` may run code that comes back here.
struct ChangeTracking: ~Copyable {
  /// The objects that have changed since they were saved, in the order of the first change. Keeps
  /// the objects alive, so that a change is not lost if nothing else references its object.
  var enrolled: [any PersistentObject] = []
  /// The number of stored objects with unsaved changes.
  var changedCount = 0
  /// The number of new objects that wait for the next save.
  var pendingCount = 0
  /// The extras of changed objects, besides their bits.
  var extras: [ObjectIdentifier: ChangeExtras] = [:]
  /// The changes of new objects that the open transaction has journaled.
  var journaled: [ObjectIdentifier: JournaledChanges] = [:]
  /// An index of the unsaved objects, once an inverse was read; nil if it has to be made again.
  var referrers: UnsavedReferrers?
  /// Whether the open transaction has written, so that rows read from now on may have to be read
  /// again.
  var remembersReads = false
  /// Whether objects were deleted, even in a transaction that failed, since all were last
  /// unchanged.
  var hasDeleted = false
  /// The objects that were created from rows and whose `didLoad` hooks are still to be called.
  var loaded: [any PersistentObject] = []

  /// The number of objects to be saved. `enrolled` may contain more, and some twice: it is cleaned
  /// up only when that pays off.
  var unsavedCount: Int { changedCount + pendingCount }

  /// Adds to the index of the unsaved objects, if there is one. A full one has to be made again.
  mutating func updateReferrers(_ add: (inout UnsavedReferrers) -> Void) {
    guard var index = referrers.take() else { return }
    add(&index)
    if !index.isFull { referrers = index }
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
