import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// The layout of a database in which many tenants share the tables. Each row belongs to one tenant,
/// and a store that is opened for a tenant has only the rows of that one.
///
/// ```swift
/// var configuration = StoreConfiguration(codecs: .standard)
/// configuration.tenants = TenantLayout(by: String.self, shared: [Country.self])
/// let shop = try Store(SQLiteConfiguration(path: "shop.sqlite3"), configuration: configuration)
/// let acme = try shop.tenant("acme")
/// try await acme.transaction { session in try session.save(Person(lastName: "Smith")) }
/// // INSERT INTO person (_persistent_tenant, pk, last_name) VALUES (?3, ?1, ?2)
/// ```
///
/// Every key, index and foreign key of a table begins with the tenant. Nothing else changes for
/// classes, queries and saves: the tenant is part of each statement that reaches the database. The
/// layout is recorded in the database, and stays as it was chosen.
public struct TenantLayout: Sendable {
  /// The classes whose objects all tenants have in common, with their subclasses. Tenants can only
  /// read them; they are changed in transactions of the whole store.
  public let shared: [any PersistentObject.Type]
  /// Whether primary keys are unique over all tenants, rather than within each: no tenant can then
  /// be copied in whose keys another has, and ``Store/allTenants()`` reads objects. In any case,
  /// keys are counted for all tenants together.
  public let keysAreUnique: Bool
  private let makeTenancy: @Sendable (CodecRegistry) throws -> Tenancy
  private let tenantType: Any.Type

  /// Makes a layout for tenants that are identified by values of a type, whose codec has to be
  /// searchable.
  public init<Tenant: Sendable>(
    by type: Tenant.Type, shared: [any PersistentObject.Type] = [], keysAreUnique: Bool = false
  ) {
    self.shared = shared
    self.keysAreUnique = keysAreUnique
    tenantType = type
    makeTenancy = { registry in
      let codec = try Self.codec(for: type, registry)
      return Tenancy(
        type: ColumnType(codec.storage, codec.meaning),
        codec: (codec.identifier.name, codec.identifier.version), hasUniqueKeys: keysAreUnique)
    }
  }

  /// Returns the codec of tenants. Throws `noCodec`, or `notSearchable`.
  private static func codec<Tenant>(
    for type: Tenant.Type, _ registry: CodecRegistry
  ) throws -> any ColumnCodec<Tenant> {
    guard let codec = registry.codec(for: type) else {
      throw PersistenceError(
        .noCodec, "no codec of one column stores tenants of type \(type); register one")
    }
    guard codec.isSearchable else {
      throw PersistenceError(
        .notSearchable, "tenants of type \(type) cannot be searched for; give them another type")
    }
    return codec
  }

  /// Returns what connections need to know.
  func tenancy(_ registry: CodecRegistry) throws -> Tenancy {
    try makeTenancy(registry)
  }

  /// Returns the stored form of a tenant. Throws `encodingFailed` for nil, and for a value of
  /// another type.
  func stored<Tenant>(_ tenant: Tenant, _ registry: CodecRegistry) throws -> StoredValue {
    guard Tenant.self == tenantType else {
      throw PersistenceError(
        .encodingFailed,
        "the store's tenants are of type \(tenantType); \(Tenant.self) is another type")
    }
    let cells = RowBatch(width: 1)
    do {
      try ValueCodec.of(Self.codec(for: Tenant.self, registry)).encodeArgument(
        tenant, into: cells, at: 0)
    } catch let error as CodecError {
      throw PersistenceError(
        .encodingFailed, "the tenant cannot be stored: \(error)", cause: error)
    }
    let stored = cells.row.value(at: 0)
    guard stored != .null else {
      throw PersistenceError(.encodingFailed, "a tenant cannot be nil")
    }
    return stored
  }

  /// Whether all tenants have the objects of a class in common.
  func shares(_ entity: EntityDescription) -> Bool {
    shared.contains { entity === $0._entity || entity.inherits(from: $0._entity) }
  }
}
