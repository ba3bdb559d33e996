package import PersistentObjectsDriver

// The tables that tenants share, as the database has them: the column of tenants comes first in
// each table, key, index and foreign key.

extension Tenancy {
  fileprivate func spread(_ table: TableDefinition, as name: String) -> TableDefinition {
    guard separates(name) else { return table }
    return TableDefinition(
      name: table.name, columns: [column] + table.columns.map { spread($0, of: name) },
      primaryKey: [column.name] + table.primaryKey, isClustered: true, indices: table.indices,
      owner: spread(table.owner, of: name))
  }

  /// A reference to a row of the same tenant includes the tenant, which cannot become NULL: the
  /// engine enforces the rules of such references, and the foreign key sees to it that it has.
  fileprivate func spread(_ column: ColumnDefinition, of table: String) -> ColumnDefinition {
    guard separates(table), let key = column.foreignKey, separates(key.table) else {
      return column
    }
    let isOwner = column.name == ColumnDefinition.parentName
    let together = ForeignKey(
      table: key.table, onDelete: isOwner ? .cascade : .restrict,
      leadingColumns: [self.column.name])
    return ColumnDefinition(
      name: column.name, storage: column.storage, meaning: column.meaning,
      isRequired: column.isRequired, defaultValue: column.defaultValue,
      foreignKey: together)
  }

  fileprivate func spread(_ owner: RowReference?, of table: String) -> RowReference? {
    guard let owner, separates(table) else { return owner }
    return RowReference(table: owner.table, columns: [column.name] + owner.columns)
  }

  fileprivate func spread(_ index: IndexDefinition, of table: String) -> IndexDefinition {
    guard separates(table) else { return index }
    return IndexDefinition(
      name: index.name, columns: [IndexedColumn(column.name)] + index.columns,
      isUnique: index.isUnique, condition: index.condition)
  }
}

extension Tenancy {
  /// Returns a table as it is without tenants.
  package static func withoutTenants(_ table: ExistingTable) -> ExistingTable {
    guard table.columns.first == ColumnDefinition.tenantName else { return table }
    return ExistingTable(
      name: table.name, columns: Array(table.columns.dropFirst()),
      types: table.types.filter { $0.key != ColumnDefinition.tenantName }, indices: table.indices,
      foreignKeys: table.foreignKeys.filter { $0.key != ColumnDefinition.tenantName })
  }

  /// Returns an index as it is without tenants.
  package static func withoutTenants(_ index: ExistingIndex) -> ExistingIndex {
    guard let first = index.columns.first, first?.name == ColumnDefinition.tenantName else {
      return index
    }
    return ExistingIndex(
      name: index.name, table: index.table, columns: Array(index.columns.dropFirst()),
      isUnique: index.isUnique, isPartial: index.isPartial, sql: index.sql)
  }
}

extension Connection {
  /// Returns the statements that create a table.
  ///
  /// - Parameter name: the name that it will have in the end.
  package func creation(of table: TableDefinition, as name: String? = nil) -> [String] {
    let name = name ?? table.name
    guard let tenancy else { return [dialect.createTable(table)] }
    guard tenancy.separates(name) else {
      return [dialect.createTable(table)] + dialect.sharing(table.name, by: nil)
    }
    let spread = tenancy.spread(table, as: name)
    var statements = [dialect.createTable(spread)]
    if tenancy.hasUniqueKeys, table.primaryKey.count == 1 {
      let index = IndexDefinition(
        name: "unique_\(name)_\(table.primaryKey[0])", columns: table.primaryKey, isUnique: true)
      statements.append(dialect.createIndex(index, on: table.name, types: table.types))
    }
    return statements + dialect.sharing(table.name, by: tenancy.column)
      + dialect.estimates(
        ofIndex: nil, on: table.name, columns: spread.primaryKey.count, isUnique: true)
  }

  /// Returns the statements that let the database estimate the rows of a tenant in an index.
  package func estimates(of index: IndexDefinition, on table: String) -> [String] {
    guard let tenancy, tenancy.separates(table), index.condition == nil else { return [] }
    return dialect.estimates(
      ofIndex: index.name, on: table, columns: index.columns.count + 1, isUnique: index.isUnique)
  }

  /// Returns the statements that add foreign keys when all tables exist.
  package func foreignKeys(
    of columns: [ColumnDefinition], owner: RowReference?, in table: String
  ) -> [String] {
    guard let tenancy else {
      return dialect.addForeignKeys(columns, owner: owner, to: table)
    }
    return dialect.addForeignKeys(
      columns.map { tenancy.spread($0, of: table) }, owner: tenancy.spread(owner, of: table),
      to: table)
  }

  /// Returns the statement that adds a column.
  package func addition(of column: ColumnDefinition, to table: String) -> String {
    dialect.addColumn(tenancy?.spread(column, of: table) ?? column, to: table)
  }

  /// Returns the statement that creates an index.
  package func creation(
    of index: IndexDefinition, on table: String, types: [String: ColumnType]
  ) -> String {
    dialect.createIndex(tenancy?.spread(index, of: table) ?? index, on: table, types: types)
  }
}
