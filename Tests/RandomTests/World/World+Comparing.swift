import PersistentObjects
import TestSupport

// Compares everything with the model.

extension World {
  /// Whether the store can compare a property with the content: an object without a key is in no
  /// row.
  func canBeCompared(_ content: Content) -> Bool {
    content.references.allSatisfy { model.entries[$0]?.state == .stored }
  }

  /// Compares the results of a query with the expected ones.
  func compare(
    _ found: [some PersistentObject], _ expected: [Identity], _ query: @autoclosure () -> String
  ) throws {
    let identities = try found.map { try identity(of: $0) }
    try require(identities == expected, "\(query()): found \(identities), expected \(expected)")
    for (object, identity) in zip(found, identities) { try meet(object, identity) }
  }

  /// Checks an object that the session returned: it must be the one that the test holds.
  private func meet(_ object: some PersistentObject, _ identity: Identity) throws {
    if let held = desk.held[identity] {
      try require(held === object, "#\(identity) is two objects")
    }
    if !isVisiting { model.refresh(identity) }
    if random.once(in: 4) { desk.hold(object, as: identity) }
  }

  /// Compares all objects that the test holds.
  func compareHeld() throws {
    for identity in desk.held.keys.sorted() { try compareObject(identity) }
  }

  /// Compares one held object: all of its properties, or one of them.
  func compareObject(_ identity: Identity, isWhole: Bool = true) throws {
    guard let entry = model.entries[identity], let object = desk.held[identity] else { return }
    try compareState(of: object, entry, identity)
    if entry.state == .deleted { return }
    let fields = self.fields(of: identity)
    let chosen = isWhole ? fields : random.pick(fields).map { [$0] } ?? []
    let deleted = model.deleted
    for field in chosen {
      let found = try read(field, object, identity)
      let expected = entry.contents[field.name]?.without(deleted) ?? .none
      try require(
        found.isSame(as: expected),
        "\(entry.kind) #\(identity).\(field.name) is \(found), expected \(expected)")
    }
  }

  /// The content of a property, without objects that were deleted in the open transaction.
  private func read(
    _ field: Field, _ object: any PersistentObject, _ identity: Identity
  ) throws -> Content {
    do {
      return try field.read(object, self).without(model.deleted.union([Self.gone]))
    } catch let error as Divergence {
      throw Divergence("\(field.name) of #\(identity): \(error)")
    }
  }

  private func compareState(
    of object: any PersistentObject, _ entry: Model.Entry, _ identity: Identity
  ) throws {
    let expected: ObjectState =
      switch entry.state {
      case .loose, .pending: .new
      case .stored: entry.changed.isEmpty ? .clean : .changed
      case .deleted: .deleted
      }
    try require(
      object.state == expected, "#\(identity) is \(object.state), expected \(expected)")
    let pk = entry.state == .stored ? entry.pk : nil
    try require(object.pk == pk, "the key of #\(identity) is \(object.pk ?? 0), not \(pk ?? 0)")
    let changed = Set(object.changedProperties)
    try require(
      changed == entry.changed, "changed in #\(identity): \(changed), expected \(entry.changed)")
    // A deleted object may come back until the transaction ends.
    if entry.state == .deleted { return }
    let owner = entry.state == .loose ? nil : session
    try require(object.session === owner, "#\(identity), \(entry.state), is in another session")
  }

  // MARK: Everything

  /// Compares the held objects, and then all rows as this session and another one see them.
  func audit() throws {
    note("audit")
    try compareHeld()
    try findAll()
    try compareHeld()
    if depth == 0 { hasTables = true }
    // To make the tables, another session would have to wait for this one.
    if hasTables { try compareCommitted() }
  }

  /// Finds all objects; clean ones are up to date afterwards.
  func findAll() throws {
    for kind in Kind.allCases { try findAll(kind.type, kind) }
  }

  private func findAll<Object: PersistentObject>(_ type: Object.Type, _ kind: Kind) throws {
    let found = try type.findAll(in: session)
    let rows = model.rows(of: kind)
    try compare(found, rows.map(\.identity), "all of \(kind)")
    let count = try type.count(in: session)
    try require(count == rows.count, "\(kind): counted \(count), expected \(rows.count)")
  }

  /// Records the state that other sessions see from now on.
  func noteCommitted() {
    committed = [:]
    for kind in Kind.allCases {
      let rows = model.rows(of: kind).map { ($0.pk, $0.contents) }
      committed[kind] = Dictionary(uniqueKeysWithValues: rows)
    }
  }

  /// Reads all rows in another session, which sees nothing of an open transaction.
  func compareCommitted() throws {
    let visited = desk
    desk = Desk(Session(store: store))
    let wasVisiting = isVisiting
    isVisiting = true
    defer {
      desk = visited
      isVisiting = wasVisiting
    }
    for kind in Kind.allCases { try compareCommitted(kind.type, kind) }
  }

  private func compareCommitted<Object: PersistentObject>(
    _ type: Object.Type, _ kind: Kind
  ) throws {
    let found = try type.findAll(in: session)
    var expected = committed[kind] ?? [:]
    for object in found {
      guard let pk = object.pk, let contents = expected.removeValue(forKey: pk) else {
        throw Divergence("another session sees \(object)")
      }
      for field in fields[kind] ?? [] {
        let content = try field.read(object, self)
        let wanted = contents[field.name] ?? .none
        try require(
          content.isSame(as: wanted),
          "another session sees \(content) in \(kind) \(pk).\(field.name), expected \(wanted)")
      }
    }
    try require(expected.isEmpty, "another session misses \(kind) \(expected.keys.sorted())")
  }
}
