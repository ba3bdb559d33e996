/// Gives a column another foreign key, or none, within the transaction that is open on the writing
/// connection. Rows, indices, triggers and what refers to the table stay.
///
/// A column cannot be altered. One beside the table's key is replaced by a new column with the same
/// values; a table whose key it is part of, a set's, is made anew.
struct ForeignKeyChange: Sendable, Equatable {
  let table: TableDefinition
  let column: ColumnDefinition

  func run(_ connection: Connection, _ dialect: any Dialect) throws {
    let dependents = try TableDependents(
      table: table.name, column: column.name, connection, dialect)
    if table.primaryKey.contains(column.name) {
      try remakeTable(connection, dialect)
      try dependents.remake(dependents.all)
    } else {
      // Triggers name the column, too, and would keep it from being dropped.
      try dependents.drop()
      try replaceColumn(connection, dialect)
      try dependents.remake(dependents.dropped)
    }
  }

  private func replaceColumn(_ connection: Connection, _ dialect: any Dialect) throws {
    let table = dialect.quoted(self.table.name)
    let name = dialect.quoted(column.name)
    let staging = ColumnRecoder.staging
    try connection.execute(
      dialect.addColumn(
        ColumnDefinition(name: staging, storage: column.storage, foreignKey: column.foreignKey),
        to: self.table.name))
    try connection.execute("UPDATE \(table) SET \(staging) = \(name) WHERE \(name) IS NOT NULL")
    try connection.execute("ALTER TABLE \(table) DROP COLUMN \(name)")
    try connection.execute("ALTER TABLE \(table) RENAME COLUMN \(staging) TO \(name)")
  }

  private func remakeTable(_ connection: Connection, _ dialect: any Dialect) throws {
    let staging = TableDefinition(
      name: ColumnRecoder.staging, columns: table.columns, primaryKey: table.primaryKey,
      isClustered: table.isClustered)
    let columns = table.columns.map { dialect.quoted($0.name) }.joined(separator: ", ")
    let name = dialect.quoted(table.name)
    try connection.execute(dialect.createTable(staging))
    try connection.execute(
      "INSERT INTO \(staging.name) (\(columns)) SELECT \(columns) FROM \(name)")
    try connection.execute("DROP TABLE \(name)")
    try connection.execute("ALTER TABLE \(staging.name) RENAME TO \(name)")
  }
}
