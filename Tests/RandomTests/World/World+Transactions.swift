import PersistentObjects
import TestSupport

// Transactions that succeed and fail, and lent sessions.

extension World {
  /// The error that makes a transaction of the test fail.
  private struct Planned: Error {}

  func transact() throws {
    let (before, willFail) = (model, random.number(below: 5))
    note("transaction {")
    do {
      try session.transaction {
        depth += 1
        defer { depth -= 1 }
        for _ in 0..<random.number(below: 8) { try step() }
        if willFail < 2 { throw Planned() }
        if willFail == 2 && depth == 1 { try breakReference() }
      }
      note("}")
    } catch is Planned {
      note("} fails")
      try goBack(to: before)
    } catch let error as PersistenceError where error.code == .constraintViolated && willFail == 2 {
      note("} fails at its commit")
      try goBack(to: before)
    }
    if depth == 0 { forgetDeleted() }
  }

  /// Makes the commit fail, if foreign keys are checked.
  private func breakReference() throws {
    guard let knight = model.rows(of: .knight).first else { return }
    if random.once(in: 2), let home = knight.contents["home"]?.references.first,
      let place = try object(home) as? Place
    {
      note("delete the home of #\(knight.identity)")
      try session.delete(place)
    } else {
      note("break a reference")
      try session.execute("UPDATE knight SET birthplace = 987654321")
    }
  }

  private func goBack(to before: Model) throws {
    model.goBack(to: before, made: made)
    for identity in desk.held.keys where model.entries[identity] == nil { desk.release(identity) }
    // The rollback may have read objects that became clean without being read again.
    for identity in desk.held.keys.sorted() { try refreshOutdated(identity) }
    try compareHeld()
    if random.once(in: 2) { try findAll() }
  }

  // MARK: Lent sessions

  /// Works in a lent session; unsaved changes are lost first.
  func borrow() throws {
    try clear()
    let mine = desk
    defer { desk = mine }
    if random.once(in: 2) { try borrowTransaction() } else { try borrowSession() }
    let objects = Array(desk.held.values)
    desk.releaseAll()
    model.loseChanges()
    forgetDeleted()
    try untie(objects)
  }

  private func borrowTransaction() throws {
    let (before, willFail) = (model, random.once(in: 2))
    note("store.transaction {")
    do {
      let start = Confined((world: self, model: before))
      try store.blocking.transaction { session in
        try start.value.world.work(in: session, from: start.value.model, willFail: willFail)
      }
      try saveAtEnd?.outcome?.get()
      note("}")
    } catch is Planned {
      note("} fails")
      model = before
    }
  }

  /// Usually leaves it to the transaction to save changes at its end.
  ///
  /// If calls have no savepoints, the transaction is run again after one of them has failed.
  private func work(in session: Session, from before: Model, willFail: Bool) throws {
    let objects = Array(desk.held.values)
    (desk, model) = (Desk(session), before)
    try untie(objects)
    depth += 1
    defer { depth -= 1 }
    for _ in 0..<random.number(below: 12) { try step() }
    try compareHeld()
    if willFail { throw Planned() }
    let save = try beginSave(unsavedRoots)
    note("save at the end")
    session.afterCommit { save.outcome = Result { try self.finishSave(save) } }
    saveAtEnd = save
  }

  private func borrowSession() throws {
    note("store.session {")
    var leavesUnsaved = false
    do {
      let world = Confined(self)
      leavesUnsaved = random.once(in: 3)
      let isToSave = !leavesUnsaved
      try store.blocking.session { session in
        try world.value.read(in: session, isToSave: isToSave)
      }
      note("}")
    } catch let error as PersistenceError where error.code == .unsavedChanges && leavesUnsaved {
      note("} leaves objects unsaved")
    }
  }

  private func read(in session: Session, isToSave: Bool) throws {
    desk = Desk(session)
    isLent = true
    defer { isLent = false }
    for _ in 0..<random.number(below: 12) {
      try step()
      noteCommitted()
    }
    try compareHeld()
    guard isToSave else { return }
    try save(unsavedRoots) { try session.save() }
    noteCommitted()
  }

  // MARK: Ends of sessions

  func clear() throws {
    note("clear")
    let objects = Array(desk.held.values)
    session.clear()
    for object in objects where object.state != .new && object.state != .detached {
      throw Divergence("\(object) is \(object.state) after clear()")
    }
    desk.releaseAll()
    model.loseChanges()
    try untie(objects)
  }

  /// Breaks cycles of new objects, which would keep each other alive.
  private func untie(_ objects: [any PersistentObject]) throws {
    for object in objects where object.state == .new {
      guard let kind = Kind(object) else { continue }
      for field in fields[kind] ?? [] {
        if let empty = field.empty { try field.edit(.assign(empty), object, self) }
      }
    }
  }

  func reopen() throws {
    try clear()
    note("reopen")
    store.close()
    store = try Self.openStore(path)
    desk = Desk(Session(store: store))
  }

  /// Releases objects, except those that are new, or will be if the transaction fails: they would
  /// be lost.
  func release() {
    note("release")
    let isAll = random.once(in: 2)
    for identity in desk.held.keys.sorted() {
      guard let entry = model.entries[identity], entry.state == .stored, let pk = entry.pk,
        committed[entry.kind]?[pk] != nil
      else { continue }
      if isAll || random.once(in: 2) { desk.release(identity) }
    }
  }

  /// Releases new objects that nothing refers to.
  func releaseNew() throws {
    let referred = Set(model.entries.values.flatMap { $0.contents.references })
    for identity in model.identities({ $0.state == .loose }) where !referred.contains(identity) {
      let object = try object(identity)
      desk.release(identity)
      model.forget(identity)
      try untie([object])
    }
  }
}
