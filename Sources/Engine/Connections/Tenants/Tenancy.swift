package import PersistentObjectsDriver

/// The way in which the tenants of a database share its tables: each row has its tenant in a
/// column, and a connection that serves a tenant reaches the rows of that tenant alone.
///
/// Nothing else in the engine knows of it. A connection writes the tenant into each statement as it
/// prepares it (``TenantText``), and does not show the column when the tables are read.
package final class Tenancy: Sendable {
  /// The column.
  package let column: ColumnDefinition
  /// The codec of tenants, as it is recorded.
  package let codec: (name: String, version: Int)
  /// Whether keys are unique over all tenants, rather than within each.
  package let hasUniqueKeys: Bool
  /// The names of the tables that all tenants have in common, as the database has them. Every other
  /// table belongs to the tenants.
  private let commonTables = Guarded<Set<String>>([])

  /// Makes a description of tables that tenants share.
  package init(type: ColumnType, codec: (name: String, version: Int), hasUniqueKeys: Bool) {
    self.codec = codec
    self.hasUniqueKeys = hasUniqueKeys
    column = ColumnDefinition(
      name: ColumnDefinition.tenantName, storage: type.storage, meaning: type.meaning,
      isRequired: true)
  }

  /// Adds tables that all tenants have in common, by their names in the database.
  package func addCommon(_ tables: [String]) {
    commonTables.withLock { $0.formUnion(tables) }
  }

  /// Whether each row of a table belongs to a tenant.
  package func separates(_ table: String) -> Bool {
    !isRecord(table) && !isCommon(table)
  }

  /// Whether all tenants have a table in common.
  func isCommon(_ table: String) -> Bool { commonTables.withLock { $0.contains(table) } }

  /// Whether a table has records about tables. Tables to be filled before they replace others have
  /// such names as well.
  private func isRecord(_ table: String) -> Bool {
    table.hasPrefix("_persistent_") && !table.hasPrefix("_persistent_recoded")
  }
}

extension Tenancy {
  /// The keywords with which statements begin that read or change rows.
  static let rowKeywords: Set<String> = [
    "SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE",
  ]

  /// Throws `unsupported` for SQL that does anything but read or change rows.
  package static func requireRows(in sql: String) throws {
    var scanner = SQLScanner(sql)
    while let token = scanner.next() {
      if token.isSpace || token.symbol == "(" { continue }
      if token.keyword == "EXPLAIN" || token.keyword.map(rowKeywords.contains) == true { return }
      break
    }
    throw PersistenceError(
      .unsupported,
      """
      a tenant's SQL can only read and change rows; run this in a store on the same database without `tenants`, or \
      with the database's own program
      """, sql: sql)
  }
}

/// The rows that a connection reaches, if tenants share tables.
package enum TenantReach: Sendable, Equatable {
  /// The rows of tables that all tenants have in common.
  case common
  /// The rows of such tables, which it cannot change, and those of one tenant.
  case tenant(StoredValue)

  /// The tenant; nil if there is none.
  var tenant: StoredValue? {
    if case .tenant(let tenant) = self { tenant } else { nil }
  }

  /// The kind of a reach, for which statements are prepared.
  enum Kind: Hashable {
    case all, common, tenant

    init(_ reach: TenantReach?) {
      self =
        switch reach {
        case nil: .all
        case .common: .common
        case .tenant: .tenant
        }
    }
  }
}

/// The parameter of a prepared statement that a tenant is bound to.
struct TenantParameter {
  /// Its position; nil if there is none.
  var index: Int?
  /// The number of the reach whose tenant is bound.
  private var boundNumber = 0

  init(index: Int? = nil) { self.index = index }

  /// Binds the tenant that the connection serves, unless it is bound already.
  @inline(__always)
  mutating func bind(to statement: any DriverStatement, _ activity: ConnectionActivity) throws {
    guard let index, boundNumber != activity.reachNumber else { return }
    try bind(to: statement, activity, at: index)
  }

  private mutating func bind(
    to statement: any DriverStatement, _ activity: ConnectionActivity, at index: Int
  ) throws {
    guard case .tenant(let tenant) = activity.reach else { return }
    try statement.bindForAllRuns(tenant, at: index)
    boundNumber = activity.reachNumber
  }
}
