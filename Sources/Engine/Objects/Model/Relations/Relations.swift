// Keeps both sides of a relation in sync in memory. Generated accessors report each change of a
// property that refers, or may refer, to objects.

public import Synchronization

/// The objects that a property referred to before a change.
public struct _Related {
  let list: RelatedList
}

extension _ObjectState {
  /// Returns the objects that a property refers to, before it changes. Generated accessors call it.
  /// Returns nil if the property neither has nor is an inverse, as in most cases.
  @inlinable
  public func related<Object: PersistentObject>(_ object: Object, _ index: Int) -> _Related? {
    type(of: object)._entity.mayRelate(index) ? Relations.before(object, at: index) : nil
  }

  /// Updates the other side after a change. Generated accessors call it.
  public func relate<Object: PersistentObject>(
    _ object: Object, _ index: Int, _ old: _Related
  ) { Relations.after(object, at: index, from: old.list) }

  /// Updates the other side of a new object. Generated initializers call it at the end.
  @inlinable
  public func made<Object: PersistentObject>(_ object: Object) {
    if type(of: object)._entity.mayRelateAtAll { Relations.relateNew(object) }
  }
}

/// The functions that apply a change of one side of a relation to the other side.
@usableFromInline
enum Relations {
  /// The reason why an object has come to refer to another one, or no longer refers to it. For all
  /// but a plain change, an inverse is searched for the object before this is added.
  enum Cause {
    /// A change that the program has made, and that no inverse knows.
    case change
    /// A change that some of the inverses know already.
    case repeatedChange
    /// A revert or a refresh of the object.
    case revert
    /// A find, which has read the object's row again.
    case find
  }

  @usableFromInline
  static func before(_ object: some PersistentObject, at index: Int) -> _Related? {
    let entity = type(of: object)._entity
    guard entity.relates(index), let property = entity.properties[index].referring else {
      return nil
    }
    relateNew(object)
    // The objects of a collection must be known, even if it is replaced before it was read.
    loadSeveral(of: object, property, at: index)
    let list = object._object.annex?.collections?.relatedLists[index] ?? RelatedList()
    property.withReferences(of: object, in: object._object.context?.session, list.update)
    if list.isLong { object._object.keep(list, of: index) }
    return _Related(list: list)
  }

  /// Updates the other side after a change. Returns whether the property refers to other objects
  /// than before.
  @discardableResult
  static func after(
    _ object: some PersistentObject, at index: Int, from list: RelatedList, cause: Cause = .change
  ) -> Bool {
    guard let property = type(of: object)._entity.properties[index].referring
    else { return false }
    // The end of the change in place comes here again, and needs what was noted for it.
    if object._object.isChangedInPlace && property.isLent(object) { return false }
    let inverse = property.inverse
    if let inverse { followStoredSides(object, at: index, by: inverse, since: list) }
    let hasFollowed = property.isCollection && followInverses(object, at: index)
    let change = property.withReferences(of: object, in: object._object.context?.session) {
      list.follow($0, isUnique: inverse != nil)
    }
    if let inverse {
      for other in change.removed { release(other, from: object, by: inverse, at: index) }
      // First: a claim may read a collection, which may run code of the program.
      for other in change.added { noteNewcomer(other, in: object, at: index) }
      for other in change.added {
        claim(other, for: object, by: inverse, at: index, isRepeated: false)
      }
      // An inverse has each object once, as it would if it were read again. Each is found at the
      // end, if the last comes first.
      for other in change.repeated.reversed() {
        claim(other, for: object, by: inverse, at: index, isRepeated: true)
        if property.derived?.detachLast(other, from: object) == true { list.removeLast(other) }
      }
    } else {
      updateInverses(of: object, at: index, change, cause: hasFollowed ? .repeatedChange : cause)
    }
    return !(change.removed.isEmpty && change.added.isEmpty)
  }

  /// Updates the inverses of the objects that the stored side refers to, or has referred to.
  private static func updateInverses(
    of object: some PersistentObject, at index: Int, _ change: RelatedList.Difference, cause: Cause
  ) {
    guard let property = type(of: object)._entity.properties[index].referring
    else { return }
    let missed = property.isCollection ? object._object.takeMissed(of: index) : []
    for other in change.removed { forget(object, at: index, in: other, cause: cause) }
    // Its session has let it go, but could not visit these references: they were lent.
    if isDismissed(object) && object._object.context == nil {
      for other in property.related(of: object, in: nil) { forget(object, at: index, in: other) }
      return
    }
    for other in change.added {
      enter(object, at: index, in: other, cause: missed.isEmpty ? cause : .repeatedChange)
    }
    for other in missed { settle(object, at: index, in: other) }
  }

  /// Updates an inverse that was read while the collection on the stored side was being changed in
  /// place.
  private static func settle(
    _ object: some PersistentObject, at index: Int, in other: some PersistentObject
  ) {
    guard let property = type(of: object)._entity.properties[index].referring
    else { return }
    if property.holds(other, in: object, session: object._object.context?.session) {
      enter(object, at: index, in: other, cause: .repeatedChange)
    } else {
      forget(object, at: index, in: other)
    }
  }

  /// Applies to an inverse what the program did to the stored side while it changed the inverse in
  /// place. What it did to the inverse itself prevails.
  private static func followStoredSides(
    _ object: some PersistentObject, at index: Int, by inverse: Inverse, since list: RelatedList
  ) {
    let missed = object._object.takeMissed(of: index)
    if missed.isEmpty { return }
    guard let property = type(of: object)._entity.properties[index].referring
    else { return }
    let former = list.identifiers
    var current = Set(
      property.related(of: object, in: object._object.context?.session).map { ObjectIdentifier($0) }
    )
    for other in missed {
      let id = ObjectIdentifier(other)
      if refers(other, by: inverse, to: object) {
        if !former.contains(id) && current.insert(id).inserted {
          attach(other, to: object, at: index, cause: .change)
        }
      } else if former.contains(id) && current.remove(id) != nil {
        detach(other, from: object, at: index)
        list.remove(other)
      }
    }
  }

  /// Applies to a collection what the program did to inverses while it changed the collection in
  /// place. Returns whether it did anything.
  private static func followInverses(_ object: some PersistentObject, at index: Int) -> Bool {
    let demands = object._object.takeDemands(of: index)
    for (other, position, isWanted) in demands {
      agree(object, at: index, with: other, at: position, wasWanted: isWanted)
    }
    return !demands.isEmpty
  }

  /// Makes a collection agree with an inverse: as it is or, if a find has made it unread, as it was
  /// when it changed.
  private static func agree(
    _ object: some PersistentObject, at index: Int, with other: some PersistentObject,
    at position: Int, wasWanted: Bool
  ) {
    guard let stored = type(of: object)._entity.properties[index].referring
    else { return }
    guard let inverse = type(of: other)._entity.properties[position].derived
    else { return }
    guard !object.isDeleted, !other.isGone, !inverse.isLent(other) else { return }
    let isWanted =
      inverse.isLoaded(other) ? inverse.holds(object, in: other, session: nil) : wasWanted
    if isWanted == stored.holds(other, in: object, session: nil) { return }
    if isWanted {
      stored.refer(object, at: index, to: other)
    } else {
      stored.unrefer(object, at: index, from: other)
    }
  }

  /// Whether an object belongs in an inverse. A new one that the session was told to delete does
  /// not.
  private static func refers(
    _ object: some PersistentObject, by inverse: Inverse, to other: some PersistentObject
  ) -> Bool {
    guard let stored = type(of: object)._entity.properties[inverse.position].referring
    else { return false }
    return !object.isDeleted && !isDismissed(object)
      && stored.holds(other, in: object, session: object._object.context?.session)
  }

  /// Whether a new object was taken out of inverses, by a deletion or a rollback, and into none
  /// since.
  private static func isDismissed(_ object: some PersistentObject) -> Bool {
    object._object.phase == .new && object._object.relation == .undone
  }

  // MARK: New objects

  /// Adds a new object to its inverses, once.
  ///
  /// - Parameter isHeld: whether the program has just put it into one.
  @usableFromInline
  static func relateNew(_ object: some PersistentObject, isHeld: Bool = false) {
    guard object._object.phase == .new else { return }
    relate(object, isHeld: isHeld)
  }

  /// Updates the inverses of a new object, if that was not done before.
  static func relate(_ object: some PersistentObject, isHeld: Bool = false) {
    let relation = object._object.relation
    if relation == .told { return }
    object._object.relation = .told
    let cause: Cause = isHeld || relation == .undone ? .repeatedChange : .change
    let entity = type(of: object)._entity
    for index in entity.properties.indices where entity.relates(index) {
      after(object, at: index, from: RelatedList(), cause: cause)
    }
  }

  /// Notes that an inverse was read with a new object in it.
  static func noteRead(_ object: some PersistentObject) {
    if object._object.relation == .none { object._object.relation = .undone }
  }

  /// Removes an object whose row was deleted from the inverses that contain it, as far as these are
  /// known. Adds the collections that were not read.
  static func leave(_ object: some PersistentObject, unread: inout UnreadCollections) {
    let entity = type(of: object)._entity
    guard entity.mayRelateAtAll else { return }
    for (index, property) in entity.storedReferences where entity.relates(index) {
      if property.isCollection && !property.isLoaded(object) { unread.add(index, of: entity) }
      for other in property.related(of: object, in: object._object.context?.session) {
        forget(object, at: index, in: other)
      }
    }
  }

  // MARK: The stored side has changed

  /// Removes an object from the inverses of another one to which it no longer refers, except from
  /// one that is already up to date.
  private static func forget(
    _ object: some PersistentObject, at index: Int, in other: some PersistentObject,
    except known: Int? = nil, cause: Cause = .change
  ) {
    for position in type(of: other)._entity.inverses(of: index, in: type(of: object)._entity)
    where position != known { detach(object, from: other, at: position, cause: cause) }
  }

  /// Adds an object to the inverses of another one to which it now refers, except to one that is
  /// already up to date.
  private static func enter(
    _ object: some PersistentObject, at index: Int, in other: some PersistentObject,
    except known: Int? = nil, cause: Cause = .change
  ) {
    for position in type(of: other)._entity.inverses(of: index, in: type(of: object)._entity)
    where position != known { attach(object, to: other, at: position, cause: cause) }
  }

  private static func attach(
    _ object: some PersistentObject, to other: some PersistentObject, at index: Int, cause: Cause
  ) {
    guard let property = type(of: other)._entity.properties[index].derived
    else { return }
    let session = other._object.context?.session
    if object._object.phase == .new { session?.note(object) }
    session?.tracker.updateReferrers { $0.add(object, referringTo: other) }
    if other._object.phase == .new { object._object.context?.session.note(other) }
    guard property.isLoaded(other) else { return noteMissed(object, in: other, at: index) }
    // Search only then: for an object that is not there, it takes as long as the inverse is.
    if cause != .change && property.holds(object, in: other, session: session) { return }
    if !makeRoom(for: object, in: other, at: index, cause: cause) { return }
    // Note a change, so that a save of `other` reaches the new object.
    if object._object.phase == .new {
      other._object.willChange(other, at: index)
      noteNewcomer(object, in: other, at: index)
    }
    journal(object, with: other) {
      { [weak object] in
        guard let object else { return }
        _ = property.detach(object, from: other)
        if object._object.phase == .new { object._object.relation = .undone }
      }
    }
    property.attach(object, to: other, at: nil)
  }

  /// Makes room for an object in an inverse that holds at most one. Returns false if the present
  /// one stays, or if the inverse is to be read again.
  private static func makeRoom(
    for object: some PersistentObject, in other: some PersistentObject, at index: Int, cause: Cause
  ) -> Bool {
    guard let property = type(of: other)._entity.properties[index].derived
    else { return true }
    guard let inverse = property.inverse, inverse.isSingle else { return true }
    for former in property.related(of: other, in: other._object.context?.session)
    where former !== object {
      guard cause.takesReference(of: former, at: inverse.position) else {
        // Its own row may refer to something else by now, so no change of it may be noted.
        if !former.needsSaving { property.releaseReferences(of: other) }
        return false
      }
      release(former, from: other, by: inverse, at: index)
      detach(former, from: other, at: index)
    }
    return true
  }

  /// Notes an object for an inverse that is being changed in place and cannot follow until then.
  private static func noteMissed(
    _ object: some PersistentObject, in other: some PersistentObject, at index: Int
  ) {
    if other._object.isChangedInPlace && type(of: other)._entity.properties[index].isLent(other) {
      other._object.noteMissed(object, of: index)
    }
  }

  private static func detach(
    _ object: some PersistentObject, from other: some PersistentObject, at index: Int,
    cause: Cause = .change
  ) {
    guard let property = type(of: other)._entity.properties[index].derived
    else { return }
    // Another object may have been kept out, which refers to `other` all the same. A new one has no
    // rows to read.
    if cause.isReading, other._object.phase == .stored, property.inverse?.isSingle == true,
      property.holds(object, in: other, session: nil)
    {
      return property.releaseReferences(of: other)
    }
    guard let position = property.detach(object, from: other) else {
      return noteMissed(object, in: other, at: index)
    }
    other._object.annex?.collections?.relatedLists[index]?.remove(object)
    journal(object, with: other) { { property.attach(object, to: other, at: position) } }
  }

  private static func journal(
    _ object: some PersistentObject, with other: some PersistentObject,
    undo: () -> () -> Void
  ) {
    guard let session = other._object.context?.session ?? object._object.context?.session,
      session.tracker.level != 0
    else { return }
    session.tracker.journal(.value(undo()))
  }

  // MARK: The derived side has changed

  /// Notes an object in an inverse that a save of the inverse's object has to visit: a new one, or
  /// one that its session cannot save, so that the save throws.
  private static func noteNewcomer(
    _ object: some PersistentObject, in other: some PersistentObject, at index: Int
  ) {
    guard let session = other._object.context?.session else { return }
    let isSaved = object._object.phase == .stored && object._object.context?.session === session
    if !isSaved { session.tracker.noteNewcomer(object, in: other, at: index) }
  }

  /// Makes an object refer to the one that holds the inverse. A reference then refers to no other
  /// object; a collection keeps its other elements.
  ///
  /// - Parameter isRepeated: whether the inverse had the object before.
  private static func claim(
    _ object: some PersistentObject, for other: some PersistentObject, by inverse: Inverse,
    at index: Int, isRepeated: Bool
  ) {
    relateNew(object, isHeld: true)
    guard let stored = type(of: object)._entity.properties[inverse.position].referring
    else { return }
    if noteIfLent(object, stored, at: inverse.position, for: (other, index, true)) { return }
    loadSeveral(of: object, stored, at: inverse.position)
    let session = object._object.context?.session
    if stored.holds(other, in: object, session: session) {
      if isRepeated || !readAgain(object, stored, at: inverse.position, about: other) { return }
      if stored.holds(other, in: object, session: session) { return }
    }
    let former = stored.isCollection ? [] : stored.related(of: object, in: session)
    journalReference(of: object, stored, to: other)
    guard stored.refer(object, at: inverse.position, to: other) else { return }
    // First: from then on, the session may know the object of the inverse.
    journalInverse(of: other, at: index, with: object, isWanted: true)
    if object._object.phase == .new { other._object.context?.session.note(object) }
    if other._object.phase == .new { session?.note(other) }
    other._object.context?.session.tracker.updateReferrers { $0.add(object, referringTo: other) }
    for one in former { forget(object, at: inverse.position, in: one) }
    enter(object, at: inverse.position, in: other, except: index)
  }

  /// Journals the reference of a new object that the open level of `other` makes known. The changes
  /// that the program makes to such an object itself are not undone.
  private static func journalReference(
    of object: some PersistentObject, _ stored: any ReferringProperty,
    to other: some PersistentObject
  ) {
    guard object._object.phase == .new, !isKnown(object),
      let session = other._object.context?.session, session.tracker.level != 0
    else { return }
    session.tracker.journal(.value(stored.capture(object)))
  }

  /// Whether a rollback undoes the changes that the program makes to an object itself. Those of a
  /// new object that the open level made known stay.
  private static func isKnown(_ object: some PersistentObject) -> Bool {
    guard let session = object._object.context?.session else { return false }
    return !(object._object.isOnlyNoted && object._object.level == session.tracker.level)
  }

  /// Journals the undo of a change that the program has made to the inverse of a new object that
  /// its session does not know, so that both sides stay in step.
  ///
  /// - Parameter isWanted: whether the program has added the object, rather than removed it.
  private static func journalInverse(
    of other: some PersistentObject, at index: Int, with object: some PersistentObject,
    isWanted: Bool
  ) {
    if isKnown(other) { return }
    guard let property = type(of: other)._entity.properties[index].derived
    else { return }
    journal(object, with: other) {
      {
        if isWanted {
          _ = property.detach(object, from: other)
        } else if !property.holds(object, in: other, session: nil) {
          property.attach(object, to: other, at: nil)
        }
      }
    }
  }

  /// Removes the reference of an object to the one that held the inverse. A required reference
  /// stays until it gets another target.
  private static func release(
    _ object: some PersistentObject, from other: some PersistentObject, by inverse: Inverse,
    at index: Int
  ) {
    guard let stored = type(of: object)._entity.properties[inverse.position].referring
    else { return }
    if noteIfLent(object, stored, at: inverse.position, for: (other, index, false)) { return }
    loadSeveral(of: object, stored, at: inverse.position)
    let session = object._object.context?.session
    guard object._object.phase != .deleted,
      stored.holds(other, in: object, session: session)
        || readAgain(object, stored, at: inverse.position, about: other)
          && stored.holds(other, in: object, session: session),
      stored.unrefer(object, at: inverse.position, from: other)
    else { return }
    journalInverse(of: other, at: index, with: object, isWanted: false)
    forget(object, at: inverse.position, in: other, except: index)
  }

  /// Notes an inverse for the end of a change in place of a collection, which then follows it.
  /// Returns false if the collection is not being changed in place.
  private static func noteIfLent(
    _ object: some PersistentObject, _ stored: any ReferringProperty, at index: Int,
    for demand: InverseDemand
  ) -> Bool {
    guard object._object.isChangedInPlace, stored.isCollection, stored.isLent(object) else {
      return false
    }
    object._object.note(demand, of: index)
    let (other, position, isWanted) = demand
    journal(object, with: other) { { object._object.forgetLastDemand(of: index) } }
    journalInverse(of: other, at: position, with: object, isWanted: isWanted)
    return true
  }

  /// Reads an unchanged collection again that contradicts its inverse: others have changed its rows
  /// since it was read. Returns false if there is nothing to read.
  private static func readAgain(
    _ object: some PersistentObject, _ stored: any ReferringProperty, at index: Int,
    about other: some PersistentObject
  ) -> Bool {
    guard stored.isCollection, object._object.phase == .stored, other._object.phase == .stored,
      let session = object._object.context?.session, stored.isLoaded(object),
      !session.tracker.changes(of: object).contains(index)
    else { return false }
    stored.releaseReferences(of: object)
    object._object.forgetBaselines()
    object._object.load(object, index)
    return true
  }

  /// Loads a collection or a derived property if it is not loaded.
  private static func loadSeveral(
    of object: some PersistentObject, _ property: any ReferringProperty, at index: Int
  ) {
    guard property.isCollection || property.derived != nil, !property.isLoaded(object),
      object._object.context != nil
    else { return }
    object._object.load(object, index)
  }
}

extension PersistentObject {
  /// Whether the object has lost its row.
  fileprivate var isGone: Bool { _object.phase == .deleted || _object.phase == .detached }
}

extension Relations.Cause {
  /// Whether the reference becomes what the row has, or had.
  fileprivate var isReading: Bool {
    switch self {
    case .change, .repeatedChange: false
    case .revert, .find: true
    }
  }

  /// Whether an object that refers to what now belongs to another one loses its reference. One that
  /// was only read is for the rows to decide.
  fileprivate func takesReference(of former: some PersistentObject, at index: Int) -> Bool {
    switch self {
    case .change, .repeatedChange: true
    case .revert:
      former._object.phase == .new
        || former._object.context?.session.tracker.changes(of: former).contains(index) == true
    case .find: false
    }
  }
}

/// Collections of deleted objects that were not read, so that the inverses that have the objects
/// are not known.
struct UnreadCollections {
  private var collections: [(index: Int, entity: EntityDescription)] = []

  mutating func add(_ index: Int, of entity: EntityDescription) {
    if collections.contains(where: { $0.index == index && $0.entity === entity }) { return }
    collections.append((index, entity))
  }

  /// Whether one of them has this inverse.
  func haveInverse(_ inverse: Inverse) -> Bool {
    collections.contains { inverse.isInverse(of: $0.index, in: $0.entity) }
  }
}

extension EntityDescription {
  /// Whether a property may have an inverse. Costs one atomic load if it has none.
  @inlinable
  func mayRelate(_ index: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(min(index, 62))
    return relationBits.load(ordering: .relaxed) & (bit | 1 << 63) != 0
  }

  @inlinable
  var mayRelateAtAll: Bool { relationBits.load(ordering: .relaxed) != 0 }

  /// Whether a property is an inverse, or may have one. This is determined at the first call, since
  /// classes may refer to each other.
  func relates(_ index: Int) -> Bool {
    if relationBits.load(ordering: .relaxed) & 1 << 63 != 0 { findRelations() }
    return mayRelate(index)
  }

  private func findRelations() {
    let bits = properties.indices.reduce(UInt64(0)) { bits, index in
      hasInverse(index) ? bits | 1 << UInt64(min(index, 62)) : bits
    }
    relationBits.store(bits, ordering: .relaxed)
  }

  /// Whether a target has an inverse. Subclasses of a target may have their own, which are known
  /// only with the object.
  private func hasInverse(_ index: Int) -> Bool {
    guard let property = properties[index].referring,
      property.asDerived != nil || property.canHaveInverse
    else { return false }
    if property.asDerived != nil || property.targets.isEmpty { return true }
    return property.targets.contains {
      !$0.isFinal || !$0.inverses(of: index, in: self).isEmpty
    }
  }

  /// The references and collections of objects that are stored, with their positions.
  var storedReferences: [(index: Int, property: any ReferringProperty)] {
    properties.enumerated().compactMap { index, property in
      property.referring.flatMap { $0.asDerived == nil ? (index, $0) : nil }
    }
  }

  /// Returns the positions of the properties of this class that are inverses of a property of
  /// `entity`.
  func inverses(of position: Int, in entity: EntityDescription) -> [Int] {
    properties.indices.filter {
      properties[$0].inverse?.isInverse(of: position, in: entity) == true
    }
  }
}
