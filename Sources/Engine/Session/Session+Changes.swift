// What changes in objects between saves.

extension Session {
  /// Marks a property as changed and enrols the object for the next save. Called before the value
  /// changes.
  func markChanged(_ object: some PersistentObject, _ index: Int) {
    guard object._object.phase == .stored else { return }
    if object._object.level != level { touch(object) }
    if object._object.changed == 0 { enrol(object) }
    guard isFirstChange(of: object, index) else { return }
    if let baseline = object._object.context?.plan.bindings[index].captureBaseline(object) {
      extras[ObjectIdentifier(object), default: ChangeExtras()].baselines[index] = baseline
    }
  }

  /// Sets the property's bit; false when it was set.
  private func isFirstChange(of object: some PersistentObject, _ index: Int) -> Bool {
    if index < 63 {
      let bit: UInt64 = 1 << UInt64(index)
      defer { object._object.changed |= bit }
      return object._object.changed & bit == 0
    }
    object._object.changed |= 1 << 63
    return extras[ObjectIdentifier(object), default: ChangeExtras()].overflow.insert(index).inserted
  }

  /// Keeps what the object is like now; needed once per object and transaction level.
  func touch(_ object: some PersistentObject) {
    defer { object._object.level = level }
    guard level != 0 else { return }
    journalStatus(of: object)
    for index in changes(of: object) {
      journal(.value(type(of: object)._entity.properties[index].capture(object)))
    }
  }

  func journalStatus(of object: some PersistentObject) {
    journal(
      .status(
        object, changed: object._object.changed, extras: extras[ObjectIdentifier(object)],
        level: object._object.level))
  }

  func journal(_ entry: JournalEntry) { levels[levels.count - 1].entries.append(entry) }

  /// The changed properties of an object, ascending.
  func changes(of object: some PersistentObject) -> [Int] {
    var bits = object._object.changed & ~(1 << 63)
    var indices: [Int] = []
    while bits != 0 {
      indices.append(bits.trailingZeroBitCount)
      bits &= bits - 1
    }
    guard let overflow = extras[ObjectIdentifier(object)]?.overflow else { return indices }
    return indices + overflow.sorted()
  }

  /// Takes an object up for the next save.
  func enrol(_ object: some PersistentObject) {
    enrolled.append(object)
    unsavedCount += 1
  }

  /// Drops from the list what needs no saving any more, once that is most of it.
  func tidyEnrolled() {
    if unsavedCount == 0 {
      enrolled = []
    } else if enrolled.count > 2 * unsavedCount + 16 {
      enrolled.removeAll { !isUnsaved($0) }
    }
  }

  func isUnsaved(_ object: some PersistentObject) -> Bool {
    // By its context, since a session that is going away can no longer be asked for as the owner.
    guard let context = object._object.context else { return false }
    return context === existingContext(context.plan.entity.id) && object.needsSaving
  }

  /// Makes properties of an object clean again.
  func forgetChanges(of object: some PersistentObject, _ indices: [Int]) {
    let remaining = changes(of: object).filter { !indices.contains($0) }
    if remaining.isEmpty { return forgetChanges(of: object) }
    object._object.changed = bits(of: remaining)
    for index in indices {
      extras[ObjectIdentifier(object)]?.baselines[index] = nil
      extras[ObjectIdentifier(object)]?.overflow.remove(index)
    }
  }

  /// The bits of properties; those from 63 on share one.
  func bits(of indices: [Int]) -> UInt64 { indices.reduce(0) { $0 | 1 << UInt64(min($1, 63)) } }

  /// Makes an object clean again.
  func forgetChanges(of object: some PersistentObject) {
    if object._object.changed != 0 { unsavedCount -= 1 }
    object._object.changed = 0
    if !extras.isEmpty { extras[ObjectIdentifier(object)] = nil }
  }
}
