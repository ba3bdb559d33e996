import PersistentObjects
import TestSupport

// Other sessions, and other stores on the same file, that change rows.

extension World {
  func letOthersWrite() throws {
    let (mine, before) = (desk, store)
    let isOtherStore = random.once(in: 3)
    if isOtherStore { store = try Self.openStore(path) }
    let other = store
    defer {
      if isOtherStore { other.close() }
    }
    note("another \(isOtherStore ? "store" : "session") {")
    do {
      defer { (desk, store, isVisiting) = (mine, before, false) }
      isVisiting = true
      if random.once(in: 2) {
        desk = Desk(Session(store: other))
        try writeAsOther()
      } else {
        let world = Confined(self)
        try other.blocking.transaction { session in try world.value.writeAsOther(in: session) }
      }
    }
    note("}")
    for identity in deletedByOthers { desk.release(identity) }
    deletedByOthers = []
    noteCommitted()
    try findAll()
  }

  private func writeAsOther(in session: Session) throws {
    desk = Desk(session)
    try writeAsOther()
  }

  private func writeAsOther() throws {
    for _ in 0...random.number(below: 4) {
      switch random.number(below: 6) {
      case 0: try insertAsOther()
      case 1: try deleteAsOther()
      default: try changeAsOther()
      }
    }
  }

  private func insertAsOther() throws {
    guard let kind = random.pick([Kind.place, .creature, .dragon]),
      let identity = try make(kind), let object = desk.held[identity]
    else { return }
    try save(object)
    guard let pk = object.pk else { throw Divergence("\(object) was saved without a key") }
    model.insertRow(identity, pk: pk)
    note("other inserts #\(identity)")
  }

  private func save(_ object: some PersistentObject) throws { try session.save(object) }
  private func delete(_ object: some PersistentObject) throws { try session.delete(object) }

  /// Changes a row. If its object is also changed here, changes only plain columns that are
  /// unchanged here.
  private func changeAsOther() throws {
    guard let identity = random.pick(model.identities { $0.state == .stored }),
      let entry = model.entries[identity]
    else { return }
    let object = try object(identity)
    for _ in 0...random.number(below: 3) {
      guard let field = random.pick(fields(of: identity)),
        let before = model.rows[identity]?[field.name]
      else { continue }
      if !entry.changed.isEmpty {
        guard case .value = before, !entry.changed.contains(field.name) else { continue }
      }
      guard let edit = field.randomEdit(before, self) else { continue }
      note("other changes #\(identity).\(field.name): \(edit)")
      try field.edit(edit, object, self)
      var content = before
      edit.apply(to: &content)
      model.rows[identity]?[field.name] = content
    }
    try save(object)
  }

  /// Deletes a row that nothing unsaved here depends on.
  private func deleteAsOther() throws {
    let identity = random.pick(
      model.identities { $0.state == .stored && $0.changed.isEmpty }
        .filter { !isNeeded($0) })
    guard let identity else { return }
    note("other deletes #\(identity)")
    try delete(try object(identity))
    desk.release(identity)
    deletedByOthers.insert(identity)
    model.deleteRows([identity])
    model.forgetDeleted()
  }

  private func isNeeded(_ identity: Identity) -> Bool {
    // Changed objects may have referred to the row before.
    let isUnsavedReference = model.entries.contains { other, entry in
      let row = model.rows[other]?.filter { entry.changed.contains($0.key) } ?? [:]
      return model.isUnsaved(other)
        && (entry.contents.references.contains(identity) || row.references.contains(identity))
    }
    return isUnsavedReference
      || model.rows.values.contains { row in
        ["home", "beast"].contains { row[$0]?.references.contains(identity) == true }
      }
  }
}
