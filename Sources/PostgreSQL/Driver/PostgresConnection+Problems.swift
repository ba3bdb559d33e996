import PersistentObjectsDriver

/// The server enforces its references. The check finds a backup that was restored without them, and
/// an index whose creation was interrupted.
extension PostgresConnection: ProblemFinding {
  /// Checks the rows of each foreign key, in one statement each.
  func findProblems() throws -> [DatabaseProblem] {
    try danglingRows() + invalidParts()
  }

  private func danglingRows() throws -> [DatabaseProblem] {
    try references().compactMap { reference in
      let count = try server.run("SELECT count(*) FROM (\(reference.danglingRows)) AS d")
      guard let count = count.integer(0), count > 0 else { return nil }
      return DatabaseProblem(
        DanglingReference(
          table: reference.table, column: reference.column, target: reference.target,
          rowCount: count, missingKeys: try missingKeys(reference)))
    }
  }

  private func missingKeys(_ reference: Reference) throws -> [String] {
    let found = try server.run(
      """
      SELECT d.missing::text FROM (\(reference.danglingRows)) AS d WHERE d.missing IS NOT NULL \
      GROUP BY d.missing ORDER BY d.missing LIMIT \(DanglingReference.namedKeys + 1)
      """)
    return (0..<found.rowCount).map { found.text(0, ofRow: $0) ?? "" }
  }

  private func invalidParts() throws -> [DatabaseProblem] {
    let found = try server.run(Self.invalidParts)
    return (0..<found.rowCount).map { row in
      DatabaseProblem(table: found.text(0, ofRow: row), found.text(1, ofRow: row) ?? "")
    }
  }

  /// Finds a broken reference in the open transaction; after its end, the server has undone it.
  func brokenReference() throws -> BrokenReference? {
    guard isInTransaction else { return nil }
    for reference in try references() {
      let row = try server.run("\(reference.danglingRows) LIMIT 1")
      if row.rowCount == 0 { continue }
      return BrokenReference(
        table: reference.table, column: reference.column, pk: row.integer(0),
        target: reference.target)
    }
    return nil
  }

  /// A foreign key, identified by the first of its columns.
  private struct Reference {
    let table: String
    let column: String
    let target: String
    /// A query for the rows that refer to missing rows: their keys, or NULL if they have none, and
    /// the missing key, or NULL if it has several columns.
    let danglingRows: String
  }

  private func references() throws -> [Reference] {
    let found = try server.run(Self.references)
    return (0..<found.rowCount).map { row in
      let cells = (0..<4).map { found.text($0, ofRow: row) ?? "" }
      return Reference(table: cells[0], column: cells[1], target: cells[2], danglingRows: cells[3])
    }
  }

  private static let references = """
    SELECT t.relname, (array_agg(a.attname ORDER BY n.place))[1], r.relname, \
    format('SELECT %s AS pk, %s AS missing FROM %I AS c WHERE %s AND NOT EXISTS (SELECT 1 FROM %I AS p WHERE %s)', \
    CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_attribute AS x WHERE x.attrelid = t.oid \
    AND x.attname = 'pk') THEN 'c.pk' ELSE 'NULL' END, \
    CASE WHEN count(*) = 1 THEN format('c.%I', min(a.attname::text)) ELSE 'NULL' END, t.relname, \
    string_agg(format('c.%I IS NOT NULL', a.attname), ' AND '), r.relname, \
    string_agg(format('p.%I = c.%I', b.attname, a.attname), ' AND ')) \
    FROM pg_catalog.pg_constraint AS k JOIN pg_catalog.pg_class AS t ON t.oid = k.conrelid \
    JOIN pg_catalog.pg_class AS r ON r.oid = k.confrelid \
    CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS n (child, parent, place) \
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = n.child \
    JOIN pg_catalog.pg_attribute AS b ON b.attrelid = r.oid AND b.attnum = n.parent \
    WHERE k.contype = 'f' AND \(PostgresDialect.isInOwnSchema) \
    GROUP BY k.oid, t.oid, t.relname, r.relname ORDER BY t.relname COLLATE "C", k.oid
    """

  private static let invalidParts = """
    SELECT t.relname, 'the index ' || i.relname || ' is not valid; drop it, and use the class again' \
    FROM pg_catalog.pg_index AS x JOIN pg_catalog.pg_class AS i ON i.oid = x.indexrelid \
    JOIN pg_catalog.pg_class AS t ON t.oid = x.indrelid \
    WHERE NOT x.indisvalid AND \(PostgresDialect.isInOwnSchema) \
    UNION ALL SELECT t.relname, 'the constraint ' || k.conname || ' was never checked; run ALTER TABLE … \
    VALIDATE CONSTRAINT' FROM pg_catalog.pg_constraint AS k \
    JOIN pg_catalog.pg_class AS t ON t.oid = k.conrelid \
    WHERE NOT k.convalidated AND \(PostgresDialect.isInOwnSchema)
    """
}
