import PersistentObjects
import TestSupport

// Deleting one or many objects.

extension World {
  func deleteOne() throws {
    guard
      let identity = random.pick(model.identities { $0.state == .stored || $0.state == .pending })
    else { return }
    let object = try object(identity)
    if model.entries[identity]?.state == .pending {
      note("withdraw #\(identity)")
      try delete(object)
      model.entries[identity]?.state = .loose
      if depth == 0 { made[identity] = model.entries[identity]?.contents }
      return
    }
    try delete([identity]) { try delete(object) }
  }

  private func delete(_ object: some PersistentObject) throws { try session.delete(object) }

  func deleteMany() throws {
    guard let kind = random.pick(Kind.allCases), let searches = searches[kind],
      let (identities, body) = try searches.deletion(self), identities.count < 6
    else { return }
    try delete(identities) {
      let count = try body()
      try require(count == identities.count, "deleted \(count), expected \(identities.count)")
    }
  }

  /// Runs a deletion, and updates the model. While a required reference points at one of the
  /// objects, the deletion must fail at the end of the transaction.
  private func delete(_ deleted: Set<Identity>, _ body: () throws -> Void) throws {
    // New objects that refer to deleted ones could no longer be saved.
    guard try releaseReferences(to: deleted) else { return }
    note(
      "delete \(deleted.sorted()) \(model.rows.filter { isRequired(deleted, by: $0.value) }.keys)")
    if model.rows.contains(where: { isRequired(deleted, by: $0.value) }) {
      if depth > 0 { return }
      let error = try failure("delete \(deleted)", body)
      try require(error.code == .constraintViolated, "expected a refusal, not \(error)")
      return try compareHeld()
    }
    try body()
    model.deleteRows(deleted)
    if depth == 0 { forgetDeleted() }
  }

  private func isRequired(_ deleted: Set<Identity>, by row: Contents) -> Bool {
    ["home", "beast"].contains { !deleted.isDisjoint(with: row[$0]?.references ?? []) }
  }

  /// Removes deleted objects from unsaved changes. Returns false if that is not possible.
  private func releaseReferences(to deleted: Set<Identity>) throws -> Bool {
    let unsaved = model.identities { $0.state != .deleted }.filter { model.isUnsaved($0) }
    for identity in unsaved where !deleted.contains(identity) {
      guard let entry = model.entries[identity] else { continue }
      let touched = entry.contents.filter { name, content in
        (entry.state != .stored || entry.changed.contains(name))
          && !deleted.isDisjoint(with: content.references)
      }
      if touched.isEmpty { continue }
      if entry.state == .loose || isRequired(deleted, by: touched) { return false }
      let object = try object(identity)
      for (name, content) in touched.sorted(by: { $0.key < $1.key }) {
        let rest = content.without(deleted).without(model.deleted)
        note("release #\(identity).\(name)")
        try field(name, of: identity).edit(.assign(rest), object, self)
        set(name, of: identity, to: rest)
      }
    }
    return true
  }

  /// No open transaction can bring them back any more.
  func forgetDeleted() {
    for identity in model.deleted { desk.release(identity) }
    model.forgetDeleted()
  }

  /// Changes rows without the objects' knowledge.
  func executeSQL() throws {
    if model.rows(of: .place).isEmpty { return }
    note("execute")
    try session.execute("UPDATE place SET visits = (visits + 1) % 5 WHERE pk % 2 = 0")
    for (identity, pk, contents) in model.rows(of: .place) where pk % 2 == 0 {
      let visits = try Sample<Int>.plain(contents["visits"] ?? .none)
      model.rows[identity]?["visits"] = .value((visits + 1) % 5)
    }
    try findAll()
  }
}
