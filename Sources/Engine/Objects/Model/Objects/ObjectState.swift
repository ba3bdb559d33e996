import PersistentObjectsConnections
public import Synchronization

/// The state of an object in relation to the database.
///
/// ```swift
/// let joe = Person(lastName: "Smith")  // new
/// try session.save(joe)                // clean
/// joe.lastName = "Jones"               // changed
/// try session.delete(joe)              // deleted
/// ```
public enum ObjectState: Sendable {
  /// The object has never been saved.
  case new
  /// The object has not changed since it was last saved or loaded.
  case clean
  /// The object was saved before and has changed since.
  case changed
  /// The object's row has been deleted.
  case deleted
  /// The object's session has ended. The object keeps its values; what is not in memory is read
  /// when it is used, and nothing is saved any more.
  case detached
}

/// The engine's state in each persistent object; `@Persistent` declares it.
///
/// The fields are relaxed atomics, whose accesses are plain loads and stores. They are not shared
/// between threads, since objects are not `Sendable`. As the state is a `let`, they can change
/// while the object's own accessors run, without exclusivity checks and without a second
/// allocation.
public struct _ObjectState: ~Copyable {
  /// The `EntityContext` of the object's session. It is unretained; a session that ends clears it.
  let contextPointer = Atomic<Unmanaged<EntityContext>?>(nil)
  /// The primary key, which is valid if `phase` says that there is one.
  let key = Atomic<Int64>(0)
  /// One bit for each changed property below 63; bit 63 stands for all further properties.
  let changedBits = Atomic<UInt64>(0)
  /// The state that few objects have, retained.
  let annexPointer = Atomic<Unmanaged<ObjectAnnex>?>(nil)
  /// The transaction level at which this object was last journaled.
  let levelBits = Atomic<UInt32>(0)
  let phaseBits = Atomic<UInt8>(0)
  let isVisitedBit = Atomic<Bool>(false)
  let pendingBits = Atomic<UInt8>(0)
  /// The ``Relation`` in two bits and, above them, the number of properties that are being changed
  /// in place. They share the last byte that the other fields leave free.
  @usableFromInline let relationBits = Atomic<UInt8>(0)

  /// Creates the state of a new object.
  @inlinable
  public init() {}

  deinit {
    // A class that declares its `deinit` inside `#if` has not called this before.
    leaveSession()
    annexPointer.load(ordering: .relaxed)?.release()
  }
}

extension _ObjectState {
  /// The stored part of ``ObjectState``; `changed` is derived from the bits.
  enum Phase: UInt8 {
    case new, stored, deleted, detached
  }

  var phase: Phase {
    get { Phase(rawValue: phaseBits.load(ordering: .relaxed)).unsafelyUnwrapped }
    nonmutating set { phaseBits.store(newValue.rawValue, ordering: .relaxed) }
  }

  var hasKey: Bool { phase == .stored || phase == .detached }

  var pk: Int64 {
    get { key.load(ordering: .relaxed) }
    nonmutating set { key.store(newValue, ordering: .relaxed) }
  }

  var changed: UInt64 {
    get { changedBits.load(ordering: .relaxed) }
    nonmutating set { changedBits.store(newValue, ordering: .relaxed) }
  }

  var level: UInt32 {
    get { levelBits.load(ordering: .relaxed) }
    nonmutating set { levelBits.store(newValue, ordering: .relaxed) }
  }

  /// Whether the current walk through the object graph has visited this object.
  var isVisited: Bool {
    get { isVisitedBit.load(ordering: .relaxed) }
    nonmutating set { isVisitedBit.store(newValue, ordering: .relaxed) }
  }

  /// Whether a session knows a new object, and whether it saves the object by itself.
  enum Pending: UInt8 {
    case none
    /// The object was given to the session and waits for the next save.
    case waiting
    /// The object waited and was saved.
    case ended
    /// An inverse connects the object with objects of the session. The session tracks its changes,
    /// and saves it if a save reaches it.
    case noted
  }

  var pending: Pending {
    get { Pending(rawValue: pendingBits.load(ordering: .relaxed)).unsafelyUnwrapped }
    nonmutating set { pendingBits.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// Whether this is a new object that waits for a session's next save.
  var isPending: Bool { pending == .waiting }

  /// Whether this is a new object that a session knows only through an inverse.
  var isOnlyNoted: Bool { phase == .new && pending == .noted }

  /// Whether there is anything to save.
  var needsSaving: Bool { phase == .new || phase == .stored && changed != 0 }

  /// Whether the inverses of a new object's references contain it.
  enum Relation: UInt8 {
    case none, told
    /// Some of the inverses may contain it, others not: each is searched before it is added.
    case undone
  }

  var relation: Relation {
    get { Relation(rawValue: relationBits.load(ordering: .relaxed) & 3).unsafelyUnwrapped }
    nonmutating set {
      let others = relationBits.load(ordering: .relaxed) & ~3
      relationBits.store(others | newValue.rawValue, ordering: .relaxed)
    }
  }

  var context: EntityContext? {
    get { contextPointer.load(ordering: .relaxed)?.takeUnretainedValue() }
    nonmutating set {
      contextPointer.store(newValue.map { .passUnretained($0) }, ordering: .relaxed)
    }
  }

  /// The unretained context, for calls in which counting references would cost more than the rest.
  /// The session keeps it alive.
  var unretainedContext: Unmanaged<EntityContext>? { contextPointer.load(ordering: .relaxed) }

  var state: ObjectState {
    switch phase {
    case .new: .new
    case .stored: changed == 0 ? .clean : .changed
    case .deleted: .deleted
    case .detached: .detached
    }
  }
}

extension _ObjectState {
  /// Leaves the session. The `deinit` of each class calls this first, so that the deinitializers of
  /// other objects can no longer find this object. From then on, changes are not tracked, and
  /// properties that were not read are nil or empty.
  public func leaveSession() {
    guard let context = contextPointer.load(ordering: .relaxed) else { return }
    contextPointer.store(nil, ordering: .relaxed)
    // The context lives as long as objects point to it. A retain would cost more than the rest of
    // this function.
    if hasKey { context.borrow { $0.forget(pk) } }
  }

  /// Notes a change of a property before it is made. In a session, this notes the first change at
  /// each transaction level.
  ///
  /// No part of this is inlinable, since clients compile the call for each setter, and once more in
  /// the setter of each key path.
  ///
  /// - Parameters:
  ///   - object: the object that this state is part of.
  ///   - index: the property.
  public func willChange(_ object: AnyObject, at index: Int) {
    guard let context = unretainedContext else { return }
    context.borrow { context in
      if !isNoted(index, at: context.tracker.level) { context.willChange(object, self, at: index) }
    }
  }

  /// Whether a change of a property has already been noted at a transaction level.
  @inline(__always)
  private func isNoted(_ index: Int, at level: UInt32) -> Bool {
    index < 63 && changed & (1 << UInt64(index)) != 0 && self.level == level
  }

  /// Loads a fault. Generated getters call it. It reads the property for all objects of the same
  /// fetch in one statement. The session keeps a failure and throws it from the next call that can
  /// throw. A detached object reads it by itself. In a deleted object and during `deinit`, the
  /// fault remains and reads as nil or an empty collection.
  public func load<Object: PersistentObject>(_ object: Object, _ index: Int) {
    if let context { return context.session.load(index, of: object) }
    if !isChangedInPlace { annex?.detached?.load(object, index) }
  }
}
