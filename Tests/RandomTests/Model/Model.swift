/// The expected contents of the session and the database, in plain dictionaries. It is a value: a
/// copy taken before a transaction is the expected state after it fails.
struct Model {
  /// The objects of the session, including those that the test does not hold.
  var entries: [Identity: Entry] = [:]
  /// The rows, as the open transaction sees them.
  var rows: [Identity: Contents] = [:]
  /// The objects by primary key.
  var identities: [RowKey: Identity] = [:]
  /// The keys that were ever assigned.
  var usedKeys: Set<RowKey> = []

  struct RowKey: Hashable {
    let kind: Kind
    let pk: Int64
  }

  /// An object.
  struct Entry {
    let kind: Kind
    var state: State
    var pk: Int64?
    /// The contents of its properties in memory.
    var contents: Contents
    /// The properties that were changed since the last save.
    var changed: Set<String> = []
  }

  /// The state of an object.
  enum State {
    /// New, and known to no session.
    case loose
    /// New, and given to the session.
    case pending
    case stored
    case deleted
  }
}

extension Model {
  var deleted: Set<Identity> { Set(entries.filter { $0.value.state == .deleted }.keys) }

  func identities(_ isWanted: (Entry) -> Bool) -> [Identity] {
    entries.filter { isWanted($0.value) }.keys.sorted()
  }

  func rows(of kind: Kind) -> [(identity: Identity, pk: Int64, contents: Contents)] {
    rows.compactMap { identity, contents in
      guard let entry = entries[identity], entry.kind == kind, let pk = entry.pk else { return nil }
      return (identity, pk, contents)
    }.sorted { $0.pk < $1.pk }
  }

  /// Whether an object has anything that is not in the database.
  func isUnsaved(_ identity: Identity) -> Bool {
    guard let entry = entries[identity] else { return false }
    return switch entry.state {
    case .loose, .pending: true
    case .stored: !entry.changed.isEmpty
    case .deleted: false
    }
  }

  // MARK: Changes

  mutating func insertRow(_ identity: Identity, pk: Int64) {
    guard let entry = entries[identity] else { return }
    entries[identity]?.state = .stored
    entries[identity]?.pk = pk
    rows[identity] = entry.contents
    let key = RowKey(kind: entry.kind, pk: pk)
    identities[key] = identity
    usedKeys.insert(key)
  }

  mutating func updateRow(_ identity: Identity) {
    guard let entry = entries[identity] else { return }
    for name in entry.changed { rows[identity]?[name] = entry.contents[name] }
    entries[identity]?.changed = []
  }

  /// Makes a clean object equal to its row.
  mutating func refresh(_ identity: Identity) {
    guard let entry = entries[identity], entry.state == .stored, entry.changed.isEmpty,
      let row = rows[identity]
    else { return }
    entries[identity]?.contents = row
  }

  mutating func deleteRows(_ deleted: Set<Identity>) {
    for identity in deleted {
      rows[identity] = nil
      entries[identity]?.state = .deleted
      entries[identity]?.changed = []
    }
    rows = rows.mapValues { $0.without(deleted) }
  }

  /// Deleted objects are gone for good once the transaction has ended.
  mutating func forgetDeleted() {
    let deleted = deleted
    if deleted.isEmpty { return }
    for identity in deleted { forget(identity) }
    entries = entries.mapValues { entry in
      var entry = entry
      entry.contents = entry.contents.without(deleted)
      return entry
    }
  }

  mutating func forget(_ identity: Identity) {
    guard let entry = entries.removeValue(forKey: identity) else { return }
    if let pk = entry.pk { identities[RowKey(kind: entry.kind, pk: pk)] = nil }
  }

  /// Ends the session: unsaved changes are lost.
  mutating func loseChanges() {
    for identity in identities({ $0.state == .loose || $0.state == .pending }) { forget(identity) }
    for identity in entries.keys {
      entries[identity]?.changed = []
      refresh(identity)
    }
  }

  /// Undoes a failed transaction: everything is as before, except that objects made in it still
  /// exist, as they were before they were saved.
  mutating func goBack(to earlier: Model, made contents: [Identity: Contents]) {
    let current = entries
    self = earlier
    for (identity, entry) in current where entries[identity] == nil {
      guard let contents = contents[identity] else { continue }
      entries[identity] = Entry(kind: entry.kind, state: .loose, contents: contents)
    }
  }
}
