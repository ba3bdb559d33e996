// Classes that declare the store in which their objects live.

import PersistentObjectsDriver

extension EntityDescription {
  /// Returns the store that the class declares; nil if it declares none. Throws what the class's
  /// getter throws.
  package func declaredStore() throws -> Store? {
    guard let store else { return nil }
    guard let found = try store() as? Store else {
      throw PersistenceError(
        .invalidModel, "`static var store` of \(className) is not a Store; rename it",
        context: .init(className: className))
    }
    found.unlist(isClosed: false)
    return found
  }
}

extension Store {
  /// Throws `wrongSession` for a class that lives in another store.
  func requireHome(of entity: EntityDescription) throws {
    guard let home = try entity.declaredStore(), home.pool !== pool else { return }
    let hint =
      home.name == name
      ? "; its `static var store` must return the same store each time, so keep it in a static let"
      : "; use a session of that store"
    throw PersistenceError(
      .wrongSession,
      "\(entity.className) lives in the store \(home.name), but this is a session of \(name)\(hint)",
      context: entity.place)
  }

  /// Throws `invalidModel` for a class that lives in another store than the class that refers to
  /// it: a database cannot hold a key of a row in another one.
  func requireHome(
    of target: EntityDescription, referredToBy entity: EntityDescription
  ) throws {
    if target === entity { return }
    let home = try target.declaredStore()
    if home?.pool === pool || (home == nil && entity.store == nil) { return }
    let place = home.map { "lives in \($0.name)" } ?? "declares no store"
    throw PersistenceError(
      .invalidModel,
      """
      \(entity.className) lives in the store \(name) and refers to \(target.className), which \(place); \
      have both declare the same store, or keep a Key and find the object by it
      """,
      context: entity.place)
  }
}
