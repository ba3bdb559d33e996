import PersistentObjects
import TestSupport

// Making new objects, and changing existing ones.

extension World {
  /// Makes an object with random contents, which the session does not know yet.
  @discardableResult
  func make(_ kind: Kind) throws -> Identity? {
    let identity = makeIdentity()
    guard let object = try makeObject(kind, identity) else { return nil }
    desk.hold(object, as: identity)
    model.entries[identity] = Model.Entry(kind: kind, state: .loose, contents: [:])
    for field in fields[kind] ?? [] {
      // `init` has set the required references.
      if random.once(in: 3), let content = field.random(self) {
        try field.edit(.assign(content), object, self)
      }
      let content = try field.read(object, self)
      model.entries[identity]?.contents[field.name] = content
    }
    made[identity] = model.entries[identity]?.contents
    note("make \(kind) #\(identity)")
    return identity
  }

  private func makeObject(_ kind: Kind, _ identity: Identity) throws -> (any PersistentObject)? {
    switch kind {
    case .place: return Place(code: "\(identity)", name: "place")
    case .creature: return Creature(name: "creature")
    case .dragon: return Dragon(name: "dragon")
    case .knight:
      guard let target = try target([.place]) ?? make(.place),
        let home = try object(target) as? Place
      else { return nil }
      return Knight(name: "knight", home: home)
    case .saddle:
      guard let target = try target([.creature, .dragon]) ?? make(.creature),
        let beast = try object(target) as? Creature
      else { return nil }
      return Saddle(beast: beast, leather: "calf")
    }
  }

  func makeSome() throws {
    for _ in 0...random.number(below: 3) {
      if let kind = random.pick(Kind.allCases) { try make(kind) }
    }
  }

  /// Adds a new object to the session.
  func giveOne() throws {
    guard let identity = random.pick(model.identities { $0.state == .loose }) else { return }
    note("insert #\(identity)")
    try insert(try object(identity))
    model.entries[identity]?.state = .pending
  }

  private func insert(_ object: some PersistentObject) throws { try session.insert(object) }

  // MARK: Changes

  /// Changes some properties of an object. An object without a session has no journal, so it is not
  /// changed inside transactions.
  func changeOne() throws {
    let identity = random.pick(
      model.identities { $0.state != .deleted && ($0.state != .loose || depth == 0) })
    guard let identity else { return }
    for _ in 0...random.number(below: 4) {
      guard let field = random.pick(fields(of: identity)) else { continue }
      try change(field, of: identity)
    }
  }

  private func change(_ field: Field, of identity: Identity) throws {
    let object = try object(identity)
    guard let before = model.entries[identity]?.contents[field.name] else { return }
    let visible = before.without(model.deleted)
    guard var edit = field.randomEdit(visible, self) else { return }
    var content = visible
    edit.apply(to: &content)
    // In place only if memory has the same content: objects deleted in this transaction may still
    // be there.
    if visible != before { edit = .assign(content) }
    note("change #\(identity).\(field.name): \(edit)")
    try field.edit(edit, object, self)
    set(field.name, of: identity, to: content)
  }

  /// Records in the model that a property was changed.
  func set(_ name: String, of identity: Identity, to content: Content) {
    guard let entry = model.entries[identity] else { return }
    model.entries[identity]?.contents[name] = content
    if entry.state == .stored { model.entries[identity]?.changed.insert(name) }
    if entry.state == .loose { made[identity]?[name] = content }
  }

  // MARK: Reverting

  func revertOne() throws {
    let candidates = model.identities { $0.state == .stored && !$0.changed.isEmpty }
    let any = model.identities { $0.state == .stored || $0.state == .pending }
    guard let identity = random.pick(random.once(in: 4) ? any : candidates) else { return }
    let object = try object(identity)
    if random.once(in: 2) {
      note("revert #\(identity)")
      try revert(object)
      if model.entries[identity]?.state == .stored {
        model.entries[identity]?.changed = []
        model.refresh(identity)
      }
    } else if let field = random.pick(fields(of: identity)) {
      note("revert #\(identity).\(field.name)")
      try field.revert(object, session)
      guard let row = model.rows[identity] else { return }
      model.entries[identity]?.changed.remove(field.name)
      model.entries[identity]?.contents[field.name] = row[field.name]
    }
  }

  private func revert(_ object: some PersistentObject) throws { try session.revert(object) }
}
