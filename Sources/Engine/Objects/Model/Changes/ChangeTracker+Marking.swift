// Tracking the changes of objects between saves.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension ChangeTracker {
  /// Marks a property that is about to change, enrols the object for the next save, and journals
  /// the value if a transaction is open.
  func willChange(
    _ object: some PersistentObject, state: borrowing _ObjectState, at index: Int
  ) {
    if markChanged(object, state: state, at: index), level != 0 {
      ChangeRecord.add(of: object, type(of: object)._entity.properties[index], to: self)
    }
  }

  /// Marks a property as changed and enrols the object for the next save. Called before the value
  /// changes. Returns whether a transaction has to journal the value.
  @discardableResult
  func markChanged(
    _ object: some PersistentObject, state: borrowing _ObjectState, at index: Int
  ) -> Bool {
    let isBeingWritten = state.level >= .touchedDuringWrite
    if isBeingWritten { noteTouched(object, state: state, at: index) }
    guard state.phase == .stored else { return isFirstChange(ofNew: object, state, at: index) }
    if state.level != level && !isBeingWritten { touch(object, state: state) }
    if state.changed == 0 { enrol(object) }
    guard let context = state.context else { return true }
    let (plan, bit) = (context.plan, bit(of: index))
    if plan.mayHaveChangedReferences(bit) { context.noteReferences(of: state.pk) }
    // The first change in this level has journaled it.
    guard isFirstChange(of: object, state, at: index) else { return isBeingWritten }
    guard plan.mayNeedBaseline(bit) else { return true }
    let kept = state.takeBaseline(of: index)
    guard let baseline = plan.bindings[index].captureBaseline(object, kept: kept) else {
      return true
    }
    let isJournaled = baseline.journaledLevel == level
    baseline.journaledLevel = level
    extras[ObjectIdentifier(object), default: ChangeExtras()].baselines[index] = baseline
    return !isJournaled
  }

  /// Sets the property's bit; returns false if it was already set.
  private func isFirstChange(
    of object: some PersistentObject, _ state: borrowing _ObjectState, at index: Int
  ) -> Bool {
    if index < 63 {
      let bit: UInt64 = 1 << UInt64(index)
      let changed = state.changed
      state.changed = changed | bit
      return changed & bit == 0
    }
    state.changed |= 1 << 63
    return extras[ObjectIdentifier(object), default: ChangeExtras()]
      .overflow.insert(index).inserted
  }

  /// Whether a new object has not changed a property before in the current transaction level. False
  /// for an object that the session noted as new at this level, which need not be restored.
  private func isFirstChange(
    ofNew object: some PersistentObject, _ state: borrowing _ObjectState, at index: Int
  ) -> Bool {
    if level == 0 || state.phase != .new { return true }
    if state.isOnlyNoted && state.level == level { return false }
    return journaled[ObjectIdentifier(object), default: .init()].insert(index, at: level)
  }

  /// Journals the object's current state; needed once per object and transaction level.
  func touch(_ object: some PersistentObject, state: borrowing _ObjectState) {
    defer { state.level = level }
    if state.level == .expectingChange {
      state.unretainedContext?.borrow { $0.noteReferences(of: state.pk) }
    }
    guard level != 0 else { return }
    journalStatus(of: object, state)
    if state.changed == 0 { return }
    for index in changes(of: object) {
      journal(.value(type(of: object)._entity.properties[index].capture(object)))
    }
  }

  private func journalStatus(
    of object: some PersistentObject, _ state: borrowing _ObjectState
  ) {
    if let extras = extras(of: object) { journal(.extras(object, extras)) }
    journal(.status(object, changed: state.changed, level: state.level))
  }

  /// Forgets the changes of an object that is about to be detached, since another object gets its
  /// key. If the open transaction fails, the object is registered again, as it was: the database
  /// may still refuse the other one's row.
  func willReplace(_ object: some PersistentObject, in context: EntityContext) {
    journalReplacement(of: object, in: context)
    forgetChanges(of: object)
  }

  private func journalReplacement(of object: some PersistentObject, in context: EntityContext) {
    if inner?.isRollingBack == true { return }
    journalStatus(of: object, object._object)
    for property in context.plan.entity.properties { journal(.value(property.capture(object))) }
    let pending = object._object.pending
    journal(
      .value {
        context.takeBack(object)
        object._object.pending = pending
      })
  }

  /// Journals a changed object's status, unless that was already done in this transaction level: a
  /// rollback restores the first status.
  @inline(__always)
  func touchStatus(of object: some PersistentObject, _ state: borrowing _ObjectState) {
    if state.changed == 0 || state.level == level { return }
    journalStatus(of: object, state)
    state.level = level
  }

  /// Adds an entry to the journal of the open transaction, if there is one.
  func journal(_ entry: @autoclosure () -> JournalEntry) {
    if level != 0 { journal.append(entry()) }
  }

  /// Adds a record to the journal of the open transaction, if there is one.
  func journal<Record: UndoRecord>(_ record: Record) {
    if level == 0 { return }
    journal.appendChange(
      Record.self, byteCount: MemoryLayout<Record>.size, alignment: MemoryLayout<Record>.alignment
    ).initializeMemory(as: Record.self, to: record)
  }

  func extras(of object: some PersistentObject) -> ChangeExtras? {
    extras.isEmpty ? nil : extras[ObjectIdentifier(object)]
  }

  func setExtras(of object: some PersistentObject, _ extras: ChangeExtras?) {
    let id = ObjectIdentifier(object)
    let old = self.extras[id]
    self.extras[id] = extras
    withExtendedLifetime(old) {}
  }

  /// Returns the positions of an object's changed properties, ascending.
  func changes(of object: some PersistentObject) -> [Int] {
    let indices = (object._object.changed & ~(1 << 63)).setBits
    guard let overflow = extras(of: object)?.overflow, !overflow.isEmpty else { return indices }
    return indices + overflow.sorted()
  }

  /// Adds a changed object to the next save.
  private func enrol(_ object: some PersistentObject) {
    enrolled.append(object)
    changedCount += 1
  }

  /// Removes objects that no longer need saving from the list, and repeated ones, once they are
  /// most of it.
  func tidyEnrolled() {
    let unsavedCount = unsavedCount
    let enrolled = enrolled
    defer { withExtendedLifetime(enrolled) {} }
    if unsavedCount > 0 && enrolled.count <= 2 * unsavedCount + 16 { return }
    var seen: Set<ObjectIdentifier> = []
    let rest =
      unsavedCount == 0
      ? [] : enrolled.filter { isUnsaved($0._object) && seen.insert(ObjectIdentifier($0)).inserted }
    self.enrolled = rest
    let newCount = newReferrers.count
    if referrers?.didTidy(from: enrolled.count, to: rest.count, newCount) == false {
      referrers = nil
    }
  }

  func isUnsaved(_ state: borrowing _ObjectState) -> Bool {
    guard let context = state.context, state.needsSaving, !state.isOnlyNoted else { return false }
    return context.tracker === self
  }

  /// Makes properties of an object clean again.
  func forgetChanges(of object: some PersistentObject, _ indices: [Int]) {
    let remaining = changes(of: object).filter { !indices.contains($0) }
    if remaining.isEmpty { return forgetChanges(of: object) }
    object._object.changed = bits(of: remaining)
    guard var extras = extras(of: object) else { return }
    for index in indices {
      extras.baselines[index] = nil
      extras.overflow.remove(index)
    }
    extras.leftovers &= ~bits(of: indices)
    extras.newcomers.removeAll(at: indices)
    setExtras(of: object, extras)
  }

  /// Returns the bits of properties; those from 63 on share one.
  func bits(of indices: [Int]) -> UInt64 { indices.reduce(0) { $0 | bit(of: $1) } }

  /// Returns the bit of a property.
  func bit(of index: Int) -> UInt64 { 1 << UInt64(min(index, 63)) }

  /// Makes an object clean again.
  func forgetChanges(of object: some PersistentObject) { forgetChanges(of: object, object._object) }

  /// Restores the changes of an object.
  func restore(
    _ object: some PersistentObject, changed: UInt64, level: UInt32? = nil,
    extras: ChangeExtras? = nil
  ) {
    // Another object has the key of its row.
    if object._object.phase == .detached { return }
    forgetChanges(of: object)
    if let level { object._object.level = level }
    if changed == 0 { return }
    enrol(object)
    object._object.changed = changed
    if let extras { setExtras(of: object, extras) }
  }

  @inline(__always)
  func forgetChanges(of object: some PersistentObject, _ state: borrowing _ObjectState) {
    if state.changed != 0 {
      changedCount -= 1
      state.unretainedContext?.borrow { $0.noteReferences(of: state.pk) }
    }
    state.changed = 0
    if !extras.isEmpty { setExtras(of: object, nil) }
  }

  /// Notes that deleted objects could not leave a changed collection, since it is being changed in
  /// place. A save then leaves them out.
  func noteLeftovers(in object: some PersistentObject, at index: Int) {
    if object._object.changed == 0 { return }
    extras[ObjectIdentifier(object), default: ChangeExtras()].leftovers |= bit(of: index)
  }

  /// Keeps an object that has come into an inverse of a changed object for the next save. A save
  /// visits all that a new object refers to anyway.
  func noteNewcomer(
    _ newcomer: any PersistentObject, in object: some PersistentObject, at index: Int
  ) {
    guard object._object.phase == .stored, object._object.changed != 0 else { return }
    extras[ObjectIdentifier(object), default: ChangeExtras()].newcomers.add(newcomer, at: index)
  }

  /// Records that a codec has changed the object whose values it is writing.
  func noteTouched(
    _ object: some PersistentObject, state: borrowing _ObjectState, at index: Int
  ) {
    state.level = .touchedDuringWrite
    let entity = type(of: object)._entity
    let error = PersistenceError(
      .hookMisused,
      """
      a codec must not change the object whose values it writes: the change may or may not reach the \
      row. Nothing was saved; make the change before the save, for example in willSave()
      """,
      context: .init(
        className: entity.className, property: entity.properties[index].name, table: entity.table,
        pk: state.hasKey ? state.pk : nil))
    inner?.misuse = inner?.misuse ?? error
  }
}
