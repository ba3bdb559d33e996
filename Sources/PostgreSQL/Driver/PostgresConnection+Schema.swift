import PersistentObjectsDriver

extension PostgresConnection {
  /// Returns the tables of the schema, in three statements, regardless of their number.
  func readSchema() throws -> [ExistingTable] {
    let indices = Dictionary(grouping: try pairs(indexNames), by: \.0)
    let foreignKeys = Dictionary(grouping: try rows(foreignKeys), by: { $0[0] })
    var columns: [(table: String, names: [String], types: [String: String])] = []
    for row in try rows(columnNames) {
      // Names are the same only if their bytes are.
      let isSame = columns.last?.table.utf8.elementsEqual(row[0].utf8) == true
      if !isSame { columns.append((row[0], [], [:])) }
      columns[columns.count - 1].names.append(row[1])
      columns[columns.count - 1].types[row[1]] = row[2]
    }
    return columns.map { table, names, types in
      let keys = foreignKeys[table, default: []].map { row in
        (row[1], ForeignKey(table: row[2], onDelete: Self.action(row[3])))
      }
      return ExistingTable(
        name: table, columns: names, types: types,
        indices: Set(indices[table, default: []].map(\.1)),
        foreignKeys: Dictionary(keys, uniquingKeysWith: { first, _ in first }))
    }
  }

  private static func action(_ code: String) -> ForeignKey.Action {
    switch code {
    case "n": .setNull
    case "c": .cascade
    default: .restrict
    }
  }

  /// Returns the indices that were created explicitly, in one statement.
  func readIndices() throws -> [ExistingIndex] {
    var indices: [ExistingIndex] = []
    for row in try rows(indexColumns) {
      let isNew = indices.last?.name != row[0]
      let columns = isNew ? [] : indices.removeLast().columns
      let column = row[4].isEmpty ? nil : IndexedColumn(row[4], isDescending: row[5] == "t")
      indices.append(
        ExistingIndex(
          name: row[0], table: row[1], columns: columns + [column], isUnique: row[2] == "t",
          isPartial: row[3] == "t", sql: row[6]))
    }
    return indices
  }

  /// Drops the tables that the store has recorded, and its records.
  func dropRecordedTables() throws {
    let existing = try readSchema().map(\.name)
    let records = existing.filter { $0.hasPrefix("_persistent_") }
    let recorded =
      records.contains("_persistent_table") ? try rows("SELECT name FROM _persistent_table") : []
    let names = Set(recorded.map { Array(dialect.character.shortened($0[0]).utf8) })
    let tables =
      records + existing.filter { names.contains(Array($0.utf8)) && !records.contains($0) }
    if !tables.isEmpty { try drop(tables) }
    try server.run("DROP TABLE IF EXISTS \(LayoutTable.name)")
  }

  private func drop(_ tables: [String]) throws {
    do {
      try server.run("DROP TABLE \(tables.map(dialect.quoted).joined(separator: ", "))")
    } catch let error as PersistenceError where error.databaseCode == "2BP01" {
      throw PersistenceError(
        .schemaMismatch,
        """
        a view or a foreign key of another program needs a table of the store, so nothing was deleted; drop that first
        """, sql: error.sql, databaseCode: error.databaseCode, cause: error)
    }
  }

  private func pairs(_ sql: String) throws -> [(String, String)] {
    try rows(sql).map { ($0[0], $0[1]) }
  }

  private func rows(_ sql: String) throws -> [[String]] {
    let result = try server.run(sql)
    return (0..<result.rowCount).map { row in
      (0..<result.columnCount).map { column in
        result.text(column, ofRow: row) ?? ""
      }
    }
  }
}

private let columnNames = """
  SELECT t.relname, c.attname, pg_catalog.format_type(c.atttypid, c.atttypmod) FROM pg_catalog.pg_class AS t \
  JOIN pg_catalog.pg_attribute AS c ON c.attrelid = t.oid \
  WHERE \(PostgresDialect.isInOwnSchema) AND t.relkind IN ('r', 'p') \
  AND t.relname <> '\(LayoutTable.name)' AND c.attnum > 0 AND NOT c.attisdropped ORDER BY t.relname COLLATE "C", c.attnum
  """

/// A condition that an index was created explicitly.
private let belongsToNoConstraint = """
  NOT x.indisprimary AND NOT EXISTS (\
  SELECT 1 FROM pg_catalog.pg_constraint AS k WHERE k.conindid = i.oid AND k.contype IN ('p', 'u', 'x'))
  """

private let indexNames = """
  SELECT t.relname, i.relname FROM pg_catalog.pg_index AS x \
  JOIN pg_catalog.pg_class AS t ON t.oid = x.indrelid JOIN pg_catalog.pg_class AS i ON i.oid = x.indexrelid \
  WHERE \(PostgresDialect.isInOwnSchema) AND \(belongsToNoConstraint)
  """

/// A query for the foreign keys of one column each, or of one after the column of tenants.
private let foreignKeys = """
  SELECT t.relname, c.attname, r.relname, k.confdeltype FROM pg_catalog.pg_constraint AS k \
  JOIN pg_catalog.pg_class AS t ON t.oid = k.conrelid JOIN pg_catalog.pg_class AS r ON r.oid = k.confrelid \
  JOIN pg_catalog.pg_attribute AS c ON c.attrelid = t.oid AND c.attnum = k.conkey[cardinality(k.conkey)] \
  WHERE k.contype = 'f' AND \(PostgresDialect.isInOwnSchema) \
  AND (cardinality(k.conkey) = 1 OR cardinality(k.conkey) = 2 AND EXISTS (\
  SELECT 1 FROM pg_catalog.pg_attribute AS l WHERE l.attrelid = t.oid AND l.attnum = k.conkey[1] \
  AND l.attname = '\(ColumnDefinition.tenantName)'))
  """

/// A query for the columns of indices. Expressions, and columns that are sorted by a collation
/// other than "C", have no name here.
private let indexColumns = """
  SELECT i.relname, t.relname, x.indisunique, x.indpred IS NOT NULL, \
  CASE WHEN x.indcollation[n.place] IN (0, 'pg_catalog."C"'::regcollation::oid) THEN c.attname END, \
  (x.indoption[n.place] & 1) = 1, pg_catalog.pg_get_indexdef(i.oid) \
  FROM pg_catalog.pg_index AS x JOIN pg_catalog.pg_class AS t ON t.oid = x.indrelid \
  JOIN pg_catalog.pg_class AS i ON i.oid = x.indexrelid \
  CROSS JOIN LATERAL generate_series(0, x.indnkeyatts - 1) AS n (place) \
  LEFT JOIN pg_catalog.pg_attribute AS c ON c.attrelid = t.oid AND c.attnum = x.indkey[n.place] \
  AND x.indkey[n.place] > 0 \
  WHERE \(PostgresDialect.isInOwnSchema) AND \(belongsToNoConstraint) \
  ORDER BY i.relname COLLATE "C", n.place
  """
