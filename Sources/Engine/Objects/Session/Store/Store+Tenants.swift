import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Store {
  /// Returns a store with the rows of one tenant, which need not have any yet. Making it costs no
  /// statement: all of them have the connections of this store and what it knows of classes, so
  /// that a service can make one for each request. Closing it ends its own use alone.
  ///
  /// Throws `unsupported` if the store has no ``StoreConfiguration/tenants``, and `encodingFailed`
  /// for a value that is not of their type.
  public func tenant<Tenant: Sendable>(_ tenant: Tenant) throws -> Store {
    guard let layout = configuration.tenants else {
      throw PersistenceError(
        .unsupported,
        "the tables of \(name) are not shared by tenants; set `tenants` in the store's configuration"
      )
    }
    let whole = whole ?? self
    try whole.noteSharedClasses()
    return Store(of: whole, reaching: .tenant(try layout.stored(tenant, registry)))
  }

  /// Returns a store with the rows of all tenants, which is read-only. A session reads what was
  /// committed before it, of every tenant.
  ///
  /// Throws `unsupported` if the store has no tenants, or if their keys are unique only within each:
  /// two objects would have the same key.
  public func allTenants() throws -> Store {
    guard configuration.tenants?.keysAreUnique == true else {
      throw PersistenceError(
        .unsupported,
        """
        objects of two tenants of \(name) may have the same key; a layout with `keysAreUnique` has them in one session
        """)
    }
    let whole = whole ?? self
    try whole.noteSharedClasses()
    return Store(of: whole, reaching: nil)
  }

  /// Notes the tables of the shared classes, before a statement may name one.
  private func noteSharedClasses() throws {
    for type in configuration.tenants?.shared ?? [] where readyPlan(type._entity.id) == nil {
      _ = try makePlans(for: type._entity, known: EntityTable())
    }
  }

  /// Returns the store of a tenant whose calls on the whole database are allowed, for a program
  /// that uses no other tenant.
  package func soleTenant<Tenant: Sendable>(_ tenant: Tenant) throws -> Store {
    let store = try self.tenant(tenant)
    return Store(of: self, reaching: store.reach, isSole: true)
  }

  /// Throws `unsupported` for a call on the whole database if the store is that of a tenant.
  func requireWhole(_ call: String) throws {
    guard whole == nil || isSole else {
      throw PersistenceError(
        .unsupported,
        "\(call) would take the rows of all tenants of \(name); call it on the whole store")
    }
  }

  /// Notes that all tenants have the tables of a class in common, and requires that it refers only
  /// to classes of which that is true.
  func noteShared(_ plan: EntityPlan) throws {
    guard let tenancy, let layout = configuration.tenants, layout.shares(plan.entity) else {
      return
    }
    if let other = plan.targets.first(where: { !layout.shares($0) }) {
      throw PersistenceError(
        .invalidModel,
        """
        all tenants share the class, but it refers to \(other.className), whose objects belong to tenants; name \
        \(other.className) among the shared classes, or turn the reference around
        """, context: .init(className: plan.entity.className))
    }
    tenancy.addCommon(plan.tables.map { character.shortened($0.definition.name) })
  }
}
