package import PersistentObjectsDriver

// The grammar of the statements that make the file's schema:
//
//   table   = CREATE TABLE name (column, … [, PRIMARY KEY (name, …)] [, together, …] [, owner])
//             STRICT [, WITHOUT ROWID]
//   together = FOREIGN KEY (name, …, name) REFERENCES name (name, …, pk) ON DELETE action
//             DEFERRABLE INITIALLY DEFERRED, for a reference with leading columns
//   owner   = FOREIGN KEY (name, …) REFERENCES name (name, …) ON DELETE CASCADE ON UPDATE CASCADE
//             DEFERRABLE INITIALLY DEFERRED
//   column  = name type [PRIMARY KEY] [NOT NULL] [DEFAULT literal] [reference]
//   type    = INTEGER | TEXT | BLOB | ANY
//   reference = REFERENCES name (pk) ON DELETE action DEFERRABLE INITIALLY DEFERRED
//   index   = CREATE [UNIQUE] INDEX name ON name (name [DESC], …) [WHERE condition]
extension SQLiteDialect {
  /// `CREATE TABLE`. A primary key of one integer column is SQLite's own row id, which already is
  /// the key of the tree, so such a table is never WITHOUT ROWID.
  ///
  /// ```sql
  /// CREATE TABLE person (pk INTEGER PRIMARY KEY, last_name TEXT NOT NULL) STRICT
  /// ```
  package func createTable(_ table: TableDefinition) -> String {
    let rowID = rowIDColumn(of: table)
    var parts = table.columns.map { clause($0, isRowID: $0.name == rowID) }
    if rowID == nil && !table.primaryKey.isEmpty {
      parts.append("PRIMARY KEY (\(list(table.primaryKey)))")
    }
    parts += table.columns.compactMap(referenceTogether)
    if let owner = table.owner { parts.append(reference(owner)) }
    let isClustered = table.isClustered && rowID == nil && !table.primaryKey.isEmpty
    return "CREATE TABLE \(quoted(table.name)) (\(parts.joined(separator: ", "))) STRICT"
      + (isClustered ? ", WITHOUT ROWID" : "")
  }

  /// `ALTER TABLE … ADD COLUMN`. If the table has rows, SQLite refuses a required column without a
  /// default, and a reference with one.
  package func addColumn(_ column: ColumnDefinition, to table: String) -> String {
    "ALTER TABLE \(quoted(table)) ADD COLUMN \(clause(column, isRowID: false))"
  }

  /// `CREATE INDEX` or `CREATE UNIQUE INDEX`.
  package func createIndex(
    _ index: IndexDefinition, on table: String, types: [String: ColumnType]
  ) -> String {
    let columns = index.columns.map { text(of: $0) + ($0.isDescending ? " DESC" : "") }
    return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(quoted(index.name))"
      + " ON \(quoted(table)) (\(columns.joined(separator: ", ")))"
      + (index.condition.map { " WHERE \($0)" } ?? "")
  }

  /// Rows of `sqlite_stat1`, which `ANALYZE` makes, that take all rows for those of one tenant:
  /// SQLite then plans as it does without tenants. Otherwise it takes a tenant for ten rows, and
  /// reads all of them rather than use an index of a second column.
  package func estimates(
    ofIndex index: String?, on table: String, columns: Int, isUnique: Bool
  ) -> [String] {
    let values = (1...columns).map { column in
      column == 1 ? "1048576" : isUnique && column == columns ? "1" : "10"
    }
    let row = [table, index ?? table].map { literal(.text($0)) }.joined(separator: ", ")
    return [
      // Makes the table, unless it exists.
      "ANALYZE sqlite_schema",
      """
      INSERT INTO sqlite_stat1 (tbl, idx, stat) SELECT \(row), '1048576 \(values.joined(separator: " "))' \
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_stat1 WHERE (tbl, idx) = (\(row)))
      """, "ANALYZE sqlite_schema",
    ]
  }

  /// `DROP INDEX IF EXISTS`.
  package func dropIndex(_ name: String, on table: String) -> String {
    "DROP INDEX IF EXISTS \(quoted(name))"
  }

  /// Indices come first. An index with a condition, or on an expression, may need any column that
  /// its SQL names. An index that SQLite made for a key has no SQL.
  package func dependents(ofTable table: String, column: String) -> String {
    """
    SELECT s.name, s.sql, s.type = 'index' AND (EXISTS (\
    SELECT 1 FROM pragma_index_info(s.name) AS c WHERE c.name = \(column)) \
    OR instr(lower(s.sql), lower(\(column))) > 0 AND (l.partial OR EXISTS (\
    SELECT 1 FROM pragma_index_info(s.name) AS c WHERE c.name IS NULL))) \
    FROM sqlite_schema AS s LEFT JOIN pragma_index_list(\(table)) AS l ON l.name = s.name \
    WHERE s.tbl_name = \(table) AND s.type IN ('index', 'trigger') AND s.sql IS NOT NULL \
    ORDER BY s.type, s.name
    """
  }

  /// Read by `pragma_table_xinfo`.
  package func defaults(ofTable table: String) -> String {
    "SELECT name, dflt_value FROM pragma_table_xinfo(\(table)) WHERE dflt_value IS NOT NULL"
  }

  private func rowIDColumn(of table: TableDefinition) -> String? {
    guard table.primaryKey.count == 1 else { return nil }
    let column = table.columns.first { $0.name == table.primaryKey[0] }
    return column?.storage == .integer ? column?.name : nil
  }

  private func clause(_ column: ColumnDefinition, isRowID: Bool) -> String {
    var parts = [quoted(column.name), type(column.storage)]
    if isRowID { parts.append("PRIMARY KEY") }
    if column.isRequired && !isRowID { parts.append("NOT NULL") }
    if let value = column.defaultValue {
      parts.append("DEFAULT \(literal(value, in: column.storage))")
    }
    if let key = column.foreignKey, key.leadingColumns.isEmpty { parts.append(reference(key)) }
    return parts.joined(separator: " ")
  }

  /// Returns the clause of a table for a reference with leading columns.
  private func referenceTogether(_ column: ColumnDefinition) -> String? {
    guard let key = column.foreignKey, !key.leadingColumns.isEmpty else { return nil }
    return "FOREIGN KEY (\(list(key.leadingColumns + [column.name]))) REFERENCES"
      + " \(quoted(key.table)) (\(list(key.leadingColumns + ["pk"])))"
      + " ON DELETE \(action(key.onDelete)) DEFERRABLE INITIALLY DEFERRED"
  }

  private func reference(_ key: ForeignKey) -> String {
    "REFERENCES \(quoted(key.table)) (pk) ON DELETE \(action(key.onDelete))"
      + " DEFERRABLE INITIALLY DEFERRED"
  }

  private func reference(_ owner: RowReference) -> String {
    "FOREIGN KEY (\(list(owner.columns))) REFERENCES \(quoted(owner.table))"
      + " (\(list(owner.columns))) ON DELETE CASCADE ON UPDATE CASCADE"
      + " DEFERRABLE INITIALLY DEFERRED"
  }

  /// Returns the action in SQL. RESTRICT would refuse at once, even in a deferred key; NO ACTION
  /// refuses at the commit.
  private func action(_ action: ForeignKey.Action) -> String {
    switch action {
    case .restrict: "NO ACTION"
    case .setNull: "SET NULL"
    case .cascade: "CASCADE"
    }
  }

  private func type(_ storage: StorageClass) -> String {
    switch storage {
    case .integer: "INTEGER"
    case .text: "TEXT"
    case .bytes: "BLOB"
    // A REAL column stores whole numbers as integers, and so loses the sign of −0.
    case .real, .any: "ANY"
    }
  }

  private func list(_ names: [String]) -> String {
    names.map(quoted).joined(separator: ", ")
  }
}
