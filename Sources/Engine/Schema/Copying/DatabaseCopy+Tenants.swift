// Copying into tables that tenants share.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension DatabaseCopy {
  /// Returns the tables that the other database has already. Throws if the tenant has rows there,
  /// if a table has other columns, or if objects that all tenants share are not the same.
  func requireRoomForTenant() throws -> Set<String> {
    let existing = try SchemaCatalog(to)
    for table in catalog.recordedTables where existing.tables[table] != nil {
      try requireSameColumns(of: table, in: existing)
      if to.mayChange(table) { try requireNoRows(in: table) } else { try requireRows(of: table) }
    }
    return Set(existing.tables.keys)
  }

  private func requireSameColumns(of table: String, in existing: SchemaCatalog) throws {
    func records(in catalog: SchemaCatalog) -> [String: String] {
      catalog.columns.filter { $0.key.table == table }.reduce(into: [:]) {
        $0[$1.key.column] = "\($1.value.codec) \($1.value.version) \($1.value.storage)"
      }
    }
    let (own, others) = (records(in: catalog), records(in: existing))
    let column = Set(own.keys).union(others.keys).sorted().first { own[$0] != others[$0] }
    guard let column else { return }
    throw PersistenceError(
      .schemaMismatch,
      """
      the column has another form in the shared tables, or is missing on one side; nothing was copied. Use the class \
      once in both stores with the same version of the program, and copy again
      """, context: .init(table: table, column: column))
  }

  private func requireNoRows(in table: String) throws {
    guard try to.hasRow("SELECT 1 FROM \(to.dialect.quoted(table)) LIMIT 1") else { return }
    throw PersistenceError(
      .cannotOpen,
      """
      the tenant to copy to already has rows, and objects of two stores are not mixed; nothing was copied. Choose \
      another tenant, or delete its objects first
      """, context: .init(table: table))
  }

  /// Throws unless each row of a table that all tenants share is the same there.
  private func requireRows(of table: String) throws {
    let columns = catalog.tables[table]?.columns ?? []
    func rows(_ connection: Connection) throws -> Set<[StoredValue]> {
      let list = columns.map(connection.dialect.quoted).joined(separator: ", ")
      let statement = try connection.statement(
        sql: "SELECT \(list) FROM \(connection.dialect.quoted(table))")
      return Set(try statement.rows { row in (0..<row.count).map { row.value(at: $0) } })
    }
    guard let missing = try rows(from).subtracting(rows(to)).first else { return }
    throw PersistenceError(
      .cannotOpen,
      """
      all tenants share the class, and the row \(missing.map(\.description).joined(separator: ", ")) is not the \
      same there; nothing was copied. Save the object in a transaction of the whole store, under the same key
      """, context: .init(table: table))
  }
}
