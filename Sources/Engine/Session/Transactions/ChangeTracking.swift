/// The changes of a session's objects.
///
/// Accesses are not checked for overlaps, which would cost more than most of them. Whoever takes
/// something out that may be the last to hold an object lets go of it only afterwards: its `deinit`
/// may run code that comes back here.
struct ChangeTracking: ~Copyable {
  /// The objects that have changed since they were saved, in the order of the first change. Keeps
  /// the objects alive, so that a change is not lost when nobody else holds its object.
  var enrolled: [any PersistentObject] = []
  /// The number of objects to be saved. `enrolled` may hold more, and some twice: it is tidied up
  /// only when that pays.
  var unsavedCount = 0
  /// The extras of changed objects, beside their bits.
  var extras: [ObjectIdentifier: ChangeExtras] = [:]
  /// Whether the open transaction has written, so that what is read now may have to be read again.
  var remembersReads = false
  /// Whether objects were ever deleted, also in a transaction that failed.
  var hasDeleted = false
  /// Objects that were made of rows and are still to be told.
  var loaded: [any PersistentObject] = []

  /// Whether nothing has changed since the session began.
  var isUntouched: Bool {
    enrolled.isEmpty && extras.isEmpty && loaded.isEmpty && !hasDeleted && !remembersReads
  }
}

/// The extras of a changed object, beside its bits.
struct ChangeExtras {
  /// The collections as they were before their first change, by property.
  var baselines = Baselines()
  /// Changed properties that have no bit of their own.
  var overflow: Set<Int> = []
}
