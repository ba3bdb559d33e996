import CSQLite
import PersistentObjectsDriver

extension SQLiteConnection {
  /// Returns the tables of the file, in one statement, and another if any has foreign keys. Views
  /// and virtual tables, which have no root page, and SQLite's internal tables are left out.
  ///
  /// Throws `schemaMismatch` for a file with a table that has the name by which statements take
  /// rows.
  func readSchema() throws -> [ExistingTable] {
    var tables: [(name: String, sql: String)] = []
    var indices: [String: Set<String>] = [:]
    var haveForeignKeys = false
    try database.rows(of: schemaRows) { row in
      let name = row.text(at: 0)
      if name.lowercased() == PO_ROW_BATCH_TABLE { throw database.tableOfRowsError }
      switch row.text(at: 1) {
      case "table" where row.integer(at: 3) > 0:
        tables.append((name, row.text(at: 4)))
        if row.integer(at: 5) > 0 { haveForeignKeys = true }
      case "index": indices[row.text(at: 2), default: []].insert(name)
      default: break
      }
    }
    let foreignKeys = haveForeignKeys ? try existingForeignKeys() : [:]
    return try tables.map { name, sql in
      ExistingTable(
        name: name, columns: try CreateTableText.columnNames(sql) ?? columnNames(name),
        indices: indices[name] ?? [], foreignKeys: foreignKeys[name] ?? [:])
    }
  }

  /// Returns the names of a table's columns, in order, including generated ones.
  private func columnNames(_ table: String) throws -> [String] {
    let table = SQLiteDialect().literal(.text(table))
    return try database.rows(of: "SELECT name FROM pragma_table_xinfo(\(table)) ORDER BY cid") {
      $0.text(at: 0)
    }
  }

  /// Returns the foreign keys of one column each, by table and column.
  private func existingForeignKeys() throws -> [String: [String: ForeignKey]] {
    var keys: [String: [String: ForeignKey]] = [:]
    try database.rows(of: foreignKeyRows) { row in
      keys[row.text(at: 0), default: [:]][row.text(at: 1)] = ForeignKey(
        table: row.text(at: 2), onDelete: action(row.text(at: 3)))
    }
    return keys
  }

  private func action(_ name: String) -> ForeignKey.Action {
    switch name {
    case "SET NULL": .setNull
    case "CASCADE": .cascade
    default: .restrict
    }
  }

  /// Returns the indices that were created explicitly, in one statement.
  func readIndices() throws -> [ExistingIndex] {
    var indices: [ExistingIndex] = []
    try database.rows(of: indexColumns) { row in
      let name = row.text(at: 0)
      let isNew = indices.last?.name != name
      let columns = isNew ? [] : indices.removeLast().columns
      indices.append(
        ExistingIndex(
          name: name, table: row.text(at: 1), columns: columns + [indexedColumn(row)],
          isUnique: row.integer(at: 2) != 0, isPartial: row.integer(at: 3) != 0,
          sql: row.text(at: 4)))
    }
    return indices
  }

  /// Returns a column of an index; nil for an expression, and for a column that is sorted by
  /// another collation.
  private func indexedColumn(_ row: Row) -> IndexedColumn? {
    guard !row.isNull(at: 5), row.text(at: 7) == "BINARY" else { return nil }
    return IndexedColumn(row.text(at: 5), isDescending: row.integer(at: 6) != 0)
  }
}

private let schemaRows = """
  SELECT name, type, tbl_name, rootpage, sql, instr(upper(sql), 'REFERENCES') FROM sqlite_schema \
  WHERE name NOT GLOB 'sqlite_*' ORDER BY name
  """

/// A query for the foreign keys of the tables that have any: their text contains REFERENCES.
private let foreignKeyRows = """
  SELECT t.name, f."from", f."table", f.on_delete \
  FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f \
  WHERE t.type = 'table' AND t.rootpage > 0 AND t.name NOT GLOB 'sqlite_*' \
  AND instr(upper(t.sql), 'REFERENCES') > 0
  """

private let indexColumns = """
  SELECT s.name, s.tbl_name, l."unique", l.partial, s.sql, c.name, c."desc", c.coll \
  FROM sqlite_schema AS s, pragma_index_list(s.tbl_name) AS l, pragma_index_xinfo(s.name) AS c \
  WHERE s.type = 'index' AND s.sql IS NOT NULL AND l.name = s.name AND c.key = 1 \
  ORDER BY s.name, c.seqno
  """
