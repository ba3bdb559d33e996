// Names that were too long for the database. The records have the full names.

package import PersistentObjectsConnections
package import PersistentObjectsDriver

extension SchemaCatalog {
  /// Restores the full names of tables, columns and indices from the records.
  mutating func restoreNames(_ character: DatabaseCharacter) {
    if character.longestName == nil { return }
    let recorded = Set(records.keys).union(indices.keys)
      .union(columns.keys.flatMap { [$0.table, $0.column] })
    let long = recorded.filter { character.shortened($0) != $0 }
    if long.isEmpty { return }
    wholeNames = Dictionary(uniqueKeysWithValues: long.map { (character.shortened($0), $0) })
    let restored = tables.values.map(restored(_:))
    tables = Dictionary(uniqueKeysWithValues: restored.map { ($0.name, $0) })
    unrecordedIndices = unrecordedIndices.map(restored(_:))
  }

  /// Returns the indices in the database, with their full names.
  package func existingIndices(_ connection: Connection) throws -> [ExistingIndex] {
    try connection.base.readIndices().map(Tenancy.withoutTenants).map(restored(_:))
  }

  /// Returns the full name in the records for a name that the database may have shortened.
  package func whole(_ name: String) -> String { wholeNames[name] ?? name }

  private func restored(_ table: ExistingTable) -> ExistingTable {
    let keys = table.foreignKeys.map {
      (whole($0), ForeignKey(table: whole($1.table), onDelete: $1.onDelete))
    }
    return ExistingTable(
      name: whole(table.name), columns: table.columns.map(whole),
      types: Dictionary(uniqueKeysWithValues: table.types.map { (whole($0), $1) }),
      indices: Set(table.indices.map(whole)),
      foreignKeys: Dictionary(uniqueKeysWithValues: keys))
  }

  private func restored(_ index: ExistingIndex) -> ExistingIndex {
    ExistingIndex(
      name: whole(index.name), table: whole(index.table),
      columns: index.columns.map { column in
        column.map { IndexedColumn(whole($0.name), isDescending: $0.isDescending) }
      }, isUnique: index.isUnique, isPartial: index.isPartial, sql: index.sql)
  }
}
