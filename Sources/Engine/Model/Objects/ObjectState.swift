public import Synchronization

/// The state of an object in relation to the database.
public enum ObjectState: Sendable {
  /// Never saved.
  case new
  /// The object is as it was last saved or loaded.
  case clean
  /// Saved before, and changed since.
  case changed
  /// Its row has been deleted.
  case deleted
  /// The session has ended: values can be read, but nothing is loaded or saved any more.
  case detached
}

/// The engine's state in each persistent object; `@Persistent` declares it.
///
/// The fields are relaxed atomics, that is plain loads and stores. They are not shared between
/// threads (objects are not `Sendable`): being a `let`, they can change while the object's own
/// accessors run, without exclusivity checks and without a second allocation.
public struct _ObjectState: ~Copyable {
  /// The `EntityContext` of the object's session. Unretained: a session that ends clears it.
  let contextPointer = Atomic<Unmanaged<EntityContext>?>(nil)
  /// The primary key, valid if `phase` says that there is one.
  let key = Atomic<Int64>(0)
  /// One bit for each changed property below 63; bit 63 stands for all later ones.
  let changedBits = Atomic<UInt64>(0)
  /// State that few objects have; retained.
  let annexPointer = Atomic<Unmanaged<ObjectAnnex>?>(nil)
  /// The transaction level at which this object was last journaled.
  let levelBits = Atomic<UInt32>(0)
  let phaseBits = Atomic<UInt8>(0)
  let isVisitedBit = Atomic<Bool>(false)
  let pendingBits = Atomic<UInt8>(0)
  /// The last free byte beside the other fields: ``Relation`` in two bits, and above them the
  /// number of properties that are being changed in place.
  @usableFromInline let relationBits = Atomic<UInt8>(0)

  /// The state of a new object.
  @inlinable
  public init() {}

  deinit {
    // If `deinit` is declared inside `#if`, nothing was called before.
    leaveSession()
    annexPointer.load(ordering: .relaxed)?.release()
  }
}

extension _ObjectState {
  /// The stored part of ``ObjectState``; `changed` follows from the bits.
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

  /// Set while a graph walk has this object in hand.
  var isVisited: Bool {
    get { isVisitedBit.load(ordering: .relaxed) }
    nonmutating set { isVisitedBit.store(newValue, ordering: .relaxed) }
  }

  /// Whether a session knows a new object, and saves it by itself.
  enum Pending: UInt8 {
    case none
    /// The object was given to the session, and waits for the next save.
    case waiting
    /// The object waited, and was saved.
    case ended
    /// An inverse connects the object with others of the session, which tracks its changes and saves it if it is
    /// reached.
    case noted
  }

  var pending: Pending {
    get { Pending(rawValue: pendingBits.load(ordering: .relaxed)).unsafelyUnwrapped }
    nonmutating set { pendingBits.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// Set for a new object that was given to a session for the next save.
  var isPending: Bool { pending == .waiting }

  /// Whether it is a new object that a session knows by an inverse.
  var isOnlyNoted: Bool { phase == .new && pending == .noted }

  /// Whether there is anything to save.
  var needsSaving: Bool { phase == .new || phase == .stored && changed != 0 }

  /// Whether the inverses of a new object's references know of it.
  enum Relation: UInt8 {
    case none, told
    /// Some inverses were told in a transaction that failed, and have forgotten it.
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

  /// The context without a retain, for calls in which counting references would cost more than the
  /// rest. The session keeps it alive.
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
  /// Leaves the session. It is called first in the `deinit` of each class, so that the
  /// deinitializers of other objects cannot find this one any more. From here on changes are not
  /// tracked, and properties that were not read are nil or empty.
  public func leaveSession() {
    guard let context = contextPointer.load(ordering: .relaxed) else { return }
    contextPointer.store(nil, ordering: .relaxed)
    // The context lives as long as objects point at it; a retain would cost more than all the rest
    // here.
    if hasKey { context.borrow { $0.forget(pk) } }
  }

  /// Notes a change of a property before it is made: in a session, the first of each transaction level.
  ///
  /// A call that nothing is inlined of: clients compile it for each setter, and once more in the setter of
  /// each key path.
  ///
  /// - Parameters:
  ///   - object: the object that this state is part of.
  ///   - index: the property.
  public func willChange(_ object: AnyObject, at index: Int) {
    guard let context = unretainedContext else { return }
    context.borrow { context in
      if !isNoted(index, at: context.owner.level) { noteChange(of: object, at: index, in: context) }
    }
  }

  /// Whether a change of a property is noted already at a transaction level.
  @inline(__always)
  private func isNoted(_ index: Int, at level: UInt32) -> Bool {
    index < 63 && changed & (1 << UInt64(index)) != 0 && self.level == level
  }

  private func noteChange(of object: AnyObject, at index: Int, in context: EntityContext) {
    context.objectWillChange(object, self, index)
    let level = context.owner.level
    // What the level has met as a new object need not go back to what it was.
    if level == 0 || isOnlyNoted && self.level == level { return }
    context.entity.borrow {
      ChangeRecord.add(of: object, $0.properties[index], to: context.owner)
    }
  }

  /// Reads a fault. Generated getters call it. It reads the property for all objects of the same
  /// fetch, in one statement. A failure is kept in the session, which throws it from the next call
  /// that can throw. In a deleted object, and during `deinit`, the fault remains and reads as nil
  /// or an empty collection.
  public func load<Object: PersistentObject>(_ object: Object, _ index: Int) {
    guard let context else {
      if phase == .deleted || phase == .stored || isChangedInPlace { return }
      preconditionFailure(
        """
        \(Object._entity.className).\(Object._entity.properties[index].name) was not loaded before \
        the session of its object ended; use it inside the session, or take a snapshot there
        """)
    }
    context.owner.loadFault(object, index)
  }
}
