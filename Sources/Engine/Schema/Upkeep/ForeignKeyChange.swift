import PersistentObjectsConnections
import PersistentObjectsDriver

/// A change or removal of a column's foreign key, within the open transaction of the writing
/// connection. Rows, indices, triggers and references to the table are kept.
///
/// A column cannot be altered. A column outside the table's primary key is replaced by a new one
/// with the same values; if it is part of that key, as in a set's table, the whole table is created
/// again.
package struct ForeignKeyChange: Sendable, Equatable {
  let table: TableDefinition
  let column: ColumnDefinition
  /// The table of the class of all elements, if their class has become final or is no longer final:
  /// the table of a set then loses or gets the column that names it, which is part of the key.
  var elementClass: String?

  func run(on connection: Connection) throws {
    let dependents = try TableDependents(
      table: table.name, column: column.name, connection: connection)
    if table.primaryKey.contains(column.name) {
      try remakeTable(on: connection)
      try dependents.remake(dependents.all)
    } else {
      // Triggers name the column too, and would prevent dropping it.
      try dependents.drop()
      try replaceColumn(on: connection)
      try dependents.remake(dependents.dropped)
    }
  }

  private func replaceColumn(on connection: Connection) throws {
    let table = connection.dialect.quoted(self.table.name)
    let name = connection.dialect.quoted(column.name)
    let staging = ColumnRecoder.staging
    try connection.execute(
      connection.addition(
        of: ColumnDefinition(
          name: staging, storage: column.storage, foreignKey: column.foreignKey),
        to: self.table.name))
    try connection.execute("UPDATE \(table) SET \(staging) = \(name) WHERE \(name) IS NOT NULL")
    try connection.execute("ALTER TABLE \(table) DROP COLUMN \(name)")
    try connection.execute("ALTER TABLE \(table) RENAME COLUMN \(staging) TO \(name)")
    try addForeignKeys(of: [column], on: connection)
  }

  private func addForeignKeys(
    of columns: [ColumnDefinition], owner: RowReference? = nil, on connection: Connection
  ) throws {
    let statements = connection.foreignKeys(of: columns, owner: owner, in: table.name)
    for statement in statements { try connection.execute(statement) }
  }

  private func remakeTable(on connection: Connection) throws {
    let staging = TableDefinition(
      name: ColumnRecoder.staging, columns: table.columns, primaryKey: table.primaryKey,
      isClustered: table.isClustered, owner: table.owner)
    let columns = table.columns.map { connection.dialect.quoted($0.name) }
    let values = table.columns.map { value(of: $0.name, connection.dialect) }
    let name = connection.dialect.quoted(table.name)
    for statement in connection.creation(of: staging, as: table.name) {
      try connection.execute(statement)
    }
    try connection.forEachTenant(of: table.name) {
      try connection.execute(
        """
        INSERT INTO \(staging.name) (\(columns.joined(separator: ", "))) \
        SELECT \(values.joined(separator: ", ")) FROM \(name)
        """)
    }
    try connection.execute("DROP TABLE \(name)")
    try connection.execute("ALTER TABLE \(staging.name) RENAME TO \(name)")
    try addForeignKeys(of: table.columns, owner: table.owner, on: connection)
  }

  // MARK: The class of elements

  /// Whether the table loses the column that names the class.
  var dropsClass: Bool { elementClass != nil && !namesClass }

  private var namesClass: Bool { table.primaryKey.contains(ColumnName.referenceClass) }

  private func value(of column: String, _ dialect: any Dialect) -> String {
    guard let elementClass, column == ColumnName.referenceClass else {
      return dialect.quoted(column)
    }
    return dialect.literal(.text(elementClass))
  }
}
