import PersistentObjectsEngine

extension SQLiteConnection {
  /// The tables that the file holds, in three statements, whatever their number. Views and virtual
  /// tables are left out (they have no root page), and so is what SQLite makes for itself.
  func existingTables() throws -> [ExistingTable] {
    let indices = Dictionary(grouping: try namePairs(indexNames), by: \.table)
    var columns: [(table: String, names: [String])] = []
    for (table, column) in try namePairs(columnNames) {
      if columns.last?.table != table { columns.append((table, [])) }
      columns[columns.count - 1].names.append(column)
    }
    let foreignKeys = try existingForeignKeys()
    return columns.map { table, names in
      ExistingTable(
        name: table, columns: names, indices: Set((indices[table] ?? []).map(\.name)),
        foreignKeys: foreignKeys[table] ?? [:])
    }
  }

  /// The foreign keys of one column each, by table and column.
  private func existingForeignKeys() throws -> [String: [String: ForeignKey]] {
    let statement = try statement(sql: foreignKeyRows)
    defer { statement.reset() }
    var keys: [String: [String: ForeignKey]] = [:]
    while try statement.step() {
      keys[text(statement, 0), default: [:]][text(statement, 1)] = ForeignKey(
        table: text(statement, 2), onDelete: action(text(statement, 3)))
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

  /// The first of the references that SQLite would refuse to commit.
  func firstBrokenReference() throws -> BrokenReference? {
    let statement = try statement(sql: brokenReferences)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return BrokenReference(
      table: text(statement, 0), column: text(statement, 1),
      pk: statement.storedInteger(at: 2), target: text(statement, 3))
  }

  /// The indices that somebody made, in one statement.
  func existingIndices() throws -> [ExistingIndex] {
    let statement = try statement(sql: indexColumns)
    defer { statement.reset() }
    var indices: [ExistingIndex] = []
    while try statement.step() {
      let name = text(statement, 0)
      let isNew = indices.last?.name != name
      let columns = isNew ? [] : indices.removeLast().columns
      indices.append(
        ExistingIndex(
          name: name, table: text(statement, 1), columns: columns + [indexedColumn(statement)],
          isUnique: statement.integer(at: 2) != 0, isPartial: statement.integer(at: 3) != 0,
          sql: text(statement, 4)))
    }
    return indices
  }

  /// nil for an expression, and for a column that another collation sorts.
  private func indexedColumn(_ statement: Statement) -> IndexedColumn? {
    guard !statement.isNull(at: 5), text(statement, 7) == "BINARY" else { return nil }
    return IndexedColumn(text(statement, 5), isDescending: statement.integer(at: 6) != 0)
  }

  private func namePairs(_ sql: String) throws -> [(table: String, name: String)] {
    let statement = try statement(sql: sql)
    defer { statement.reset() }
    var pairs: [(String, String)] = []
    while try statement.step() { pairs.append((text(statement, 0), text(statement, 1))) }
    return pairs
  }

  func text(_ statement: Statement, _ index: Int) -> String {
    String(decoding: statement.bytes(at: index), as: UTF8.self)
  }
}

/// Each table's columns in order, generated ones included; hidden ones (`hidden = 1`) exist in
/// virtual tables only.
private let columnNames = """
  SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c \
  WHERE t.type = 'table' AND t.rootpage > 0 AND t.name NOT GLOB 'sqlite_*' AND c.hidden <> 1 \
  ORDER BY t.name, c.cid
  """

private let foreignKeyRows = """
  SELECT t.name, f."from", f."table", f.on_delete \
  FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f \
  WHERE t.type = 'table' AND t.rootpage > 0 AND t.name NOT GLOB 'sqlite_*'
  """

private let indexNames = """
  SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index' AND name NOT GLOB 'sqlite_*'
  """

private let brokenReferences = """
  SELECT c."table", f."from", c.rowid, c.parent FROM pragma_foreign_key_check AS c, \
  pragma_foreign_key_list(c."table") AS f WHERE f.id = c.fkid LIMIT 1
  """

private let indexColumns = """
  SELECT s.name, s.tbl_name, l."unique", l.partial, s.sql, c.name, c."desc", c.coll \
  FROM sqlite_schema AS s, pragma_index_list(s.tbl_name) AS l, pragma_index_xinfo(s.name) AS c \
  WHERE s.type = 'index' AND s.sql IS NOT NULL AND l.name = s.name AND c.key = 1 \
  ORDER BY s.name, c.seqno
  """
