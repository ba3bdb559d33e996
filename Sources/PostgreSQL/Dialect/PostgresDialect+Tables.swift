public import PersistentObjectsEngine

// The grammar of what is written into the schema:
//
//   table   = CREATE TABLE name (column, … [, PRIMARY KEY (name, …)])
//   column  = name type [PRIMARY KEY] [NOT NULL] [DEFAULT literal]
//   type    = bigint | double precision | text COLLATE "C" | bytea | bytea[]
//   foreign = ALTER TABLE name ADD FOREIGN KEY (name) REFERENCES name (pk) ON DELETE action deferred
//           | ALTER TABLE name ADD FOREIGN KEY (name, …) REFERENCES name (name, …)
//             ON DELETE CASCADE ON UPDATE CASCADE deferred
//   index   = CREATE [UNIQUE] INDEX name ON name (name NULLS FIRST | name DESC NULLS LAST, …)
//             [WHERE condition]
extension PostgresDialect {
  /// `CREATE TABLE`, without foreign keys.
  public func createTable(_ table: TableDefinition) -> String {
    var parts = table.columns.map(clause)
    if !table.primaryKey.isEmpty { parts.append("PRIMARY KEY (\(list(table.primaryKey)))") }
    return "CREATE TABLE \(quoted(table.name)) (\(parts.joined(separator: ", ")))"
  }

  /// `ALTER TABLE … ADD FOREIGN KEY` for each: the tables that they refer to have to be there.
  public func addForeignKeys(
    _ columns: [ColumnDefinition], owner: RowReference?, to table: String
  ) -> [String] {
    let references = columns.compactMap { column in
      column.foreignKey.map { key in
        """
        (\(quoted(column.name))) REFERENCES \(quoted(key.table)) (pk) ON DELETE \(action(key.onDelete))
        """
      }
    }
    let owners = owner.map { owner in
      """
      (\(list(owner.columns))) REFERENCES \(quoted(owner.table)) (\(list(owner.columns))) \
      ON DELETE CASCADE ON UPDATE CASCADE
      """
    }
    return (references + [owners].compactMap(\.self)).map {
      "ALTER TABLE \(quoted(table)) ADD FOREIGN KEY \($0) DEFERRABLE INITIALLY DEFERRED"
    }
  }

  /// `ALTER TABLE … ADD COLUMN`, without its foreign key.
  public func addColumn(_ column: ColumnDefinition, to table: String) -> String {
    "ALTER TABLE \(quoted(table)) ADD COLUMN \(clause(column))"
  }

  /// `CREATE INDEX` or `CREATE UNIQUE INDEX`, with nil before all values.
  public func createIndex(_ index: IndexDefinition, on table: String) -> String {
    let columns = index.columns.map {
      quoted($0.name) + ($0.isDescending ? " DESC NULLS LAST" : " NULLS FIRST")
    }
    return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(quoted(index.name))"
      + " ON \(quoted(table)) (\(columns.joined(separator: ", ")))"
      + (index.condition.map { " WHERE \($0)" } ?? "")
  }

  /// `DROP INDEX IF EXISTS`.
  public func dropIndex(_ name: String) -> String { "DROP INDEX IF EXISTS \(quoted(name))" }

  /// `DROP TRIGGER … ON`.
  public func dropTrigger(_ name: String, on table: String) -> String {
    "DROP TRIGGER \(quoted(name)) ON \(quoted(table))"
  }

  /// Indices come first. One with a condition, or on an expression, may need any column.
  public func dependents(ofTable table: String, column: String) -> String {
    """
    SELECT name, sql, takes_part FROM (SELECT i.relname AS name, \
    pg_catalog.pg_get_indexdef(i.oid) AS sql, (x.indpred IS NOT NULL \
    OR 0 = ANY (x.indkey) OR EXISTS (SELECT 1 FROM pg_catalog.pg_attribute AS c \
    WHERE c.attrelid = t.oid AND c.attnum = ANY (x.indkey) AND c.attname = \(column)))::int::bigint AS takes_part, \
    0 AS kind \
    FROM pg_catalog.pg_index AS x JOIN pg_catalog.pg_class AS i ON i.oid = x.indexrelid \
    JOIN pg_catalog.pg_class AS t ON t.oid = x.indrelid \
    WHERE t.relnamespace = \(Self.ownSchema) AND t.relname = \(table) AND NOT EXISTS (\
    SELECT 1 FROM pg_catalog.pg_constraint AS k WHERE k.conindid = i.oid) \
    UNION ALL SELECT g.tgname, pg_catalog.pg_get_triggerdef(g.oid), 0, 1 \
    FROM pg_catalog.pg_trigger AS g JOIN pg_catalog.pg_class AS t ON t.oid = g.tgrelid \
    WHERE t.relnamespace = \(Self.ownSchema) AND t.relname = \(table) \
    AND NOT g.tgisinternal) AS d ORDER BY kind, name COLLATE "C"
    """
  }

  /// One row, if the column has a DEFAULT.
  public func defaults(ofTable table: String, column: String) -> String {
    """
    SELECT 1 FROM pg_catalog.pg_attribute AS c JOIN pg_catalog.pg_class AS t ON t.oid = c.attrelid \
    WHERE t.relnamespace = \(Self.ownSchema) AND t.relname = \(table) \
    AND c.attname = \(column) AND c.atthasdef
    """
  }

  // MARK: Parts

  /// The schema of the connection, in `pg_class` and the like.
  static let ownSchema = """
    (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = current_schema())
    """

  private func clause(_ column: ColumnDefinition) -> String {
    var parts = [quoted(column.name), type(column.storage)]
    if column.isRequired { parts.append("NOT NULL") }
    if let value = column.defaultValue {
      parts.append("DEFAULT \(literal(value, in: column.storage))")
    }
    return parts.joined(separator: " ")
  }

  private func type(_ storage: StorageClass) -> String {
    switch storage {
    case .integer: "bigint"
    case .real: "double precision"
    case .text: "text COLLATE \"C\""
    case .bytes: "bytea"
    case .any: "bytea[]"
    }
  }

  /// RESTRICT would refuse at once, even in a deferred key; NO ACTION refuses at the commit.
  private func action(_ action: ForeignKey.Action) -> String {
    switch action {
    case .restrict: "NO ACTION"
    case .setNull: "SET NULL"
    case .cascade: "CASCADE"
    }
  }

  private func list(_ names: [String]) -> String { names.map(quoted).joined(separator: ", ") }
}
