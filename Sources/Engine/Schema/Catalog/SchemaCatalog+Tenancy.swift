import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

// The record about tenants: whether they share the tables, and how.

extension Tenancy {
  /// The row that records it.
  fileprivate var record: [String: StoredValue] {
    [
      "codec": .text(codec.name), "version": .integer(Int64(codec.version)),
      "storage": .text(column.storage.recordedName),
      "keys": .text(hasUniqueKeys ? "over" : "within"),
    ]
  }
}

extension SchemaCatalog {
  /// Throws `schemaMismatch` unless the store and the database agree on tenants.
  func requireTenancy(_ connection: Connection) throws {
    let wanted = connection.tenancy?.record
    guard tables[Self.tenancyTable] != nil else {
      if wanted == nil || tables[Self.tableTable] == nil { return }
      throw Self.mismatch(
        """
        the tables of this database have no tenants, but the store has; open it without `tenants`, and copy it to a \
        tenant of another database, with store.copy(to:)
        """)
    }
    guard let wanted else {
      throw Self.mismatch(
        """
        tenants share the tables of this database; set `tenants` in the store's configuration, and open the store \
        for one of them
        """)
    }
    let names = wanted.keys.sorted()
    try RecordRow.forEach(of: Self.tenancyTable, columns: names, on: connection) { row in
      for (index, name) in names.enumerated() where row.value(index) != wanted[name] {
        throw Self.mismatch(
          """
          the tenants of this database were recorded with the \(name) \(row.value(index)), but the store's layout \
          has \(wanted[name] ?? .null); open it with the layout that it was made with
          """)
      }
    }
  }

  private static func mismatch(_ message: String) -> PersistenceError {
    PersistenceError(.schemaMismatch, message, context: .init(table: tenancyTable))
  }
}

extension SchemaUpkeep {
  /// Records how tenants share the tables.
  func recordTenancy() throws {
    guard let record = connection.tenancy?.record else { return }
    let table = SchemaCatalog.tenancyDefinition
    try connection.execute(connection.dialect.createTable(table))
    let names = record.keys.sorted()
    let values = names.map { "\(record[$0] ?? .null)" as SQLText }
    try connection.run(
      "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    )
  }
}
