import PersistentObjects
import TestSupport

// Saves, including those that fail.

extension World {
  /// Saves everything, or some objects together with all that they reach.
  func save() throws {
    let unsaved = model.identities { $0.state != .deleted }
    switch random.number(below: 3) {
    case 0:
      try save(unsavedRoots) { try session.save() }
    case 1:
      guard let root = random.pick(unsaved) else { return }
      let object = try object(root)
      try save([root]) { try save(object) }
    default:
      let roots = (0...random.number(below: 3)).compactMap { _ in random.pick(unsaved) }
      let objects = try roots.map { try object($0) }
      try save(roots) { try session.save(contentsOf: objects) }
    }
  }

  private func save(_ object: some PersistentObject) throws { try session.save(object) }

  /// The roots of `session.save()`.
  var unsavedRoots: [Identity] {
    model.identities { $0.state == .pending || $0.state == .stored && !$0.changed.isEmpty }
  }

  /// A save in progress. Objects behind references that may or may not be loaded may or may not be
  /// saved; the rest is certain.
  final class Save {
    let certain: Set<Identity>
    let unsaved: [Identity]
    var outcome: Result<Void, any Error>?

    init(certain: Set<Identity>, unsaved: [Identity]) {
      self.certain = certain
      self.unsaved = unsaved
    }
  }

  /// Runs a save, and updates the model.
  func save(_ roots: [Identity], _ body: () throws -> Void) throws {
    note("save \(roots)")
    let save = try beginSave(roots)
    try body()
    try finishSave(save)
  }

  func beginSave(_ roots: [Identity]) throws -> Save {
    let (certain, possible) = (reached(from: roots, isCertain: true), reached(from: roots))
    let unsaved = possible.filter { model.isUnsaved($0) }.sorted()
    // The objects are held, so that the model can see which of them were saved.
    for identity in unsaved { _ = try object(identity) }
    return Save(certain: certain, unsaved: unsaved)
  }

  func finishSave(_ save: Save) throws {
    for identity in save.unsaved {
      guard let object = desk.held[identity] else { continue }
      let isSaved = object.state == .clean
      try require(
        isSaved || !save.certain.contains(identity), "not saved: \(object.debugDescription)")
      if isSaved { try noteSaved(identity, object) }
    }
  }

  private func noteSaved(_ identity: Identity, _ object: any PersistentObject) throws {
    guard let entry = model.entries[identity] else { return }
    if entry.state == .stored {
      model.updateRow(identity)
      // Another session has meanwhile changed other columns.
      try refreshOutdated(identity)
    } else {
      guard let pk = object.pk else { throw Divergence("#\(identity) was saved without a key") }
      let key = Model.RowKey(kind: entry.kind, pk: pk)
      try require(!model.usedKeys.contains(key), "the key \(pk) is given out again: #\(identity)")
      model.insertRow(identity, pk: pk)
    }
  }

  /// The objects that a save reaches: new and changed ones, and their targets. If only certain ones
  /// are wanted, follows only references that are certainly loaded, since they were set or changed.
  private func reached(from roots: [Identity], isCertain: Bool = false) -> Set<Identity> {
    var reached: Set<Identity> = []
    var waiting = roots
    while let identity = waiting.popLast() {
      guard let entry = model.entries[identity], entry.state != .deleted,
        reached.insert(identity).inserted
      else { continue }
      let isNew = entry.state != .stored
      for (name, content) in entry.contents
      where isNew || !isCertain || entry.changed.contains(name) {
        waiting += content.references
      }
    }
    return reached
  }

  // MARK: Failures

  /// Attempts a save that cannot succeed and so must change nothing.
  func failToSave() throws {
    let isBadValue = random.once(in: 2)
    let kind: Kind = isBadValue ? .knight : .place
    let stored = model.identities { $0.kind == kind && $0.state == .stored }
    guard let identity = random.pick(stored) else { return }
    let object = try object(identity)
    if isBadValue, let knight = object as? Knight {
      note("a bad value in #\(identity)")
      let old = model.entries[identity]?.contents["colour"] ?? .none
      knight.colour = Color(hex: "red")
      try failToSave(identity, with: .encodingFailed)
      try field("colour", of: identity).edit(.assign(old), knight, self)
      set("colour", of: identity, to: old)
    } else if let place = object as? Place, let other = random.pick(stored), other != identity {
      note("the code of #\(other) in #\(identity)")
      let old = place.code
      place.code = "\(other)"
      try failToSave(identity, with: .constraintViolated)
      try session.revert(place, \.code)
      try require(place.code == old, "the code of #\(identity) did not go back")
    }
  }

  private func failToSave(_ identity: Identity, with code: PersistenceError.Code) throws {
    let (isWhole, object) = (random.once(in: 2), try object(identity))
    let error = try failure("save") {
      if isWhole { try session.save() } else { try save(object) }
    }
    try require(error.code == code, "expected \(code), not \(error)")
    let states = desk.held.filter { $0.key != identity }.keys.sorted()
    for other in states { try compareObject(other, isWhole: false) }
  }
}
