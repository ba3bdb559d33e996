import PersistentObjects
import TestSupport

/// A store and its model, side by side.
final class World {
  var path: String
  var random: RandomNumbers
  var store: Store
  var desk: Desk
  var model = Model()
  let fields: [Kind: [Field]]
  let searches: [Kind: any AnySearches]

  /// The rows that other sessions see.
  var committed: [Kind: [Int64: Contents]] = [:]
  /// The number of open transactions.
  var depth = 0
  /// The contents of objects before their first save.
  var made: [Identity: Contents] = [:]
  /// Whether the objects of another session are in use, which cannot use this one's new objects.
  var isVisiting = false
  /// The objects that another session has meanwhile deleted.
  var deletedByOthers: Set<Identity> = []
  /// Whether the session is lent and reads from a snapshot.
  var isLent = false
  /// The save at the end of a lent session's transaction.
  var saveAtEnd: Save?
  /// Whether the tables were made outside of a transaction.
  var hasTables = false
  private var lastIdentity = 0
  private(set) var log: [String] = []

  init(path: String, seed: UInt64) throws {
    self.path = path
    random = RandomNumbers(seed: seed)
    store = try Self.openStore(path)
    desk = Desk(Session(store: store))
    fields = Self.makeFields()
    searches = Self.makeSearches()
  }

  var session: Session { desk.session }

  static func openStore(_ path: String) throws -> Store {
    try TestedDatabase.current.store(at: path, classes: Kind.allCases.map(\.type))
  }

  func note(_ text: @autoclosure () -> String) {
    let line = text().prefix(120).replacing("\0", with: "\\0")
    log.append(String(repeating: "  ", count: depth) + line)
    if log.count > 60 { log.removeFirst(20) }
  }

  func require(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw Divergence(text()) }
  }

  /// The error of a call that must fail.
  func failure(_ name: String, _ body: () throws -> Void) throws -> PersistenceError {
    do {
      try body()
    } catch let error as PersistenceError {
      return error
    }
    throw Divergence("\(name) did not fail")
  }

  func close() {
    desk.releaseAll()
    store.close()
  }

  // MARK: Objects

  func makeIdentity() -> Identity {
    lastIdentity += 1
    return lastIdentity
  }

  /// The identity of deleted objects that the test never held.
  static let gone: Identity = 0

  func identity(of object: any PersistentObject) throws -> Identity {
    do {
      return try desk.identity(of: object, in: model)
    } catch {
      if object.state == .deleted { return Self.gone }
      throw error
    }
  }

  /// The object that is held, or that is found by its key.
  func object(_ identity: Identity) throws -> any PersistentObject {
    if let object = desk.held[identity] { return object }
    guard let entry = model.entries[identity], let pk = entry.pk else {
      throw Divergence("#\(identity) is not held and has no key")
    }
    guard let object = try find(entry.kind.type, pk: pk) else {
      throw Divergence("\(entry.kind) #\(identity) with key \(pk) was not found")
    }
    desk.hold(object, as: identity)
    if !isVisiting { model.refresh(identity) }
    return object
  }

  /// Finds an object again if it is clean and differs from its row.
  func refreshOutdated(_ identity: Identity) throws {
    guard let entry = model.entries[identity], entry.state == .stored, entry.changed.isEmpty,
      let row = model.rows[identity], !entry.contents.isSame(as: row), let pk = entry.pk
    else { return }
    _ = try find(entry.kind.type, pk: pk)
    model.refresh(identity)
  }

  func find<Object: PersistentObject>(_ type: Object.Type, pk: Int64) throws -> Object? {
    try type.findByPK(pk, in: session)
  }

  func fields(of identity: Identity) -> [Field] {
    model.entries[identity].flatMap { fields[$0.kind] } ?? []
  }

  func field(_ name: String, of identity: Identity) throws -> Field {
    guard let field = fields(of: identity).first(where: { $0.name == name }) else {
      throw Divergence("#\(identity) has no property \(name)")
    }
    return field
  }

  /// An object that a reference may point at; nil if there is none.
  func target(_ kinds: Set<Kind>) -> Identity? {
    random.pick(
      model.identities { entry in
        guard kinds.contains(entry.kind) else { return false }
        return entry.state == .stored
          || !isVisiting && (entry.state == .loose || entry.state == .pending)
      })
  }
}
