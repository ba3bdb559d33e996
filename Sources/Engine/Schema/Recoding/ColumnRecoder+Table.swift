// A table whose primary key changes: that of a set, or of a dictionary whose keys are rewritten.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension ColumnRecoder {
  func rewriteTable() throws -> Int {
    let dependents = try dependents().all
    let staging = try stagingTable()
    for statement in connection.creation(of: staging, as: finding.table.name) {
      try connection.execute(statement)
    }
    var count = 0
    try connection.forEachTenant(of: finding.table.name) {
      count += try copyRows(staging.columns.map(\.name))
    }
    try connection.execute("DROP TABLE \(table)")
    try connection.execute("ALTER TABLE \(Self.staging) RENAME TO \(table)")
    let foreignKeys = connection.foreignKeys(
      of: staging.columns, owner: nil, in: finding.table.name)
    for statement in foreignKeys { try connection.execute(statement) }
    for dependent in dependents { try remake(dependent) }
    return count
  }

  private func copyRows(_ columns: [String]) throws -> Int {
    let values = columns.indices.map { dialect.placeholder($0 + 1) }.joined(separator: ", ")
    // The rewritten column is the first parameter; the others follow in their order.
    let others = columns.indices.filter { columns[$0] != finding.column }
    let names = [finding.column] + others.map { columns[$0] }
    let insert = try connection.statement(
      sql: """
        INSERT INTO \(Self.staging) (\(names.map(dialect.quoted).joined(separator: ", "))) \
        VALUES (\(values))
        """)
    // The columns of the primary key come first in the table.
    return try walk(over: columns) { row in
      try rewrite(
        row, at: columns.firstIndex(of: finding.column) ?? 0, to: insert.parameters)
      for (position, index) in others.enumerated() {
        insert.parameters.copy(row[index], to: position + 1)
      }
      try insertOnce(insert, parent: row.integer(at: 0))
    }
  }

  private func insertOnce(_ insert: Statement, parent: Int64) throws {
    do {
      try insert.run()
    } catch let error as PersistenceError where error.code == .constraintViolated {
      throw PersistenceError(
        .constraintViolated,
        """
        two elements of this object's collection have the same stored form in the codec \
        '\(wanted.column.codec)'; nothing was changed. Change one of them while the old codec is \
        in use
        """,
        context: wanted.place(pk: parent), databaseCode: error.databaseCode, cause: error)
    }
  }

  /// Returns the table as it is in the file, except for the new form of the one column. Other
  /// columns, and the class's own table, may be out of date until their class is used.
  private func stagingTable() throws -> TableDefinition {
    let definition = wanted.table.definition
    let recorded = try SchemaCatalog(connection).columns
    let places = Set(finding.table.columns)
    let needed = definition.columns.filter { places.contains($0.name) }
    let left = places.subtracting(needed.map(\.name)).sorted().compactMap { name in
      recorded[.init(table: finding.table.name, column: name)].map { (name: name, record: $0) }
    }
    return TableDefinition(
      name: Self.staging,
      columns: needed.map { column in
        let key = SchemaCatalog.ColumnKey(table: finding.table.name, column: column.name)
        return staged(column, recorded: column.name == finding.column ? nil : recorded[key])
      } + left.map { ColumnDefinition(name: $0.name, storage: $0.record.storageClass) },
      primaryKey: definition.primaryKey, isClustered: definition.isClustered)
  }

  /// Returns a column with the recorded storage if that is another one, and with the foreign key in
  /// the file.
  private func staged(
    _ column: ColumnDefinition, recorded: SchemaCatalog.RecordedColumn?
  ) -> ColumnDefinition {
    let isOther = recorded.map { !column.storage.isRecorded(as: $0.storage) } ?? false
    return ColumnDefinition(
      name: column.name,
      storage: isOther ? recorded?.storageClass ?? .any : column.storage,
      meaning: isOther ? nil : column.meaning, isRequired: column.isRequired,
      defaultValue: column.defaultValue, foreignKey: finding.table.foreignKeys[column.name])
  }
}

extension SchemaCatalog.RecordedColumn {
  /// The storage class of the column.
  fileprivate var storageClass: StorageClass { StorageClass(rawValue: storage) ?? .any }
}
