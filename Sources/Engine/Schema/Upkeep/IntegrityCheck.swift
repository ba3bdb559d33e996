package import PersistentObjectsConnections
import PersistentObjectsDriver

/// A check of a database, within one snapshot of it.
package struct IntegrityCheck {
  let connection: Connection

  /// Creates a check of the database as a connection sees it.
  package init(_ connection: Connection) { self.connection = connection }

  private var dialect: any Dialect { connection.dialect }

  /// Runs the check. Damage is reported, not thrown. A read that fails for another reason says
  /// nothing about the file, so it throws.
  package func run() throws -> IntegrityReport {
    var problems = try finding { try databaseProblems() }
    problems += try finding {
      let catalog = try SchemaCatalog(connection)
      return try missing(in: catalog) + catalog.contradictions + dangling(in: catalog)
        + counters(in: catalog)
    }
    return IntegrityReport(problems: problems)
  }

  private func finding(
    _ look: () throws -> [IntegrityReport.Problem]
  ) throws -> [IntegrityReport.Problem] {
    do {
      return try look()
    } catch let error as PersistenceError where error.code == .corrupt {
      let kind: IntegrityReport.Kind = error.databaseCode == nil ? .record : .database
      return [.init(kind: kind, table: error.context.table, message: error.message)]
    }
  }

  private func databaseProblems() throws -> [IntegrityReport.Problem] {
    try connection.findProblems().map {
      .init(kind: .database, table: $0.table, message: $0.message, dangling: $0.dangling)
    }
  }

  // MARK: Records

  private func missing(in catalog: SchemaCatalog) -> [IntegrityReport.Problem] {
    let columns = catalog.columns.keys.filter { key in
      catalog.tables[key.table].map { !$0.columns.contains(key.column) } ?? false
    }.map { record($0.table, message: "the column \($0.column) is recorded but missing") }
    let indices = catalog.indices.filter { name, index in
      catalog.tables[index.table].map { !$0.indices.contains(name) } ?? false
    }.map { record($0.value.table, message: "the index \($0.key) is recorded but missing") }
    return (catalog.missingTables + columns + indices).sorted {
      ($0.table ?? "", $0.message) < ($1.table ?? "", $1.message)
    }
  }

  private func record(_ table: String, message: String) -> IntegrityReport.Problem {
    .init(kind: .record, table: table, message: message)
  }

  // MARK: References

  /// Returns the references without a foreign key whose target rows are missing.
  ///
  /// - Parameter keys: the keys of the objects whose references are checked, by the table of their
  ///   class; nil for all objects.
  package func danglingReferences(
    of keys: [String: ClosedRange<Int64>]? = nil
  ) throws -> [IntegrityReport.Problem] {
    try dangling(in: SchemaCatalog(connection), of: keys)
  }

  private func dangling(
    in catalog: SchemaCatalog, of keys: [String: ClosedRange<Int64>]? = nil
  ) throws -> [IntegrityReport.Problem] {
    try catalog.references.filter(catalog.isUnwatched).flatMap { reference in
      guard let rows = condition(for: reference, keys) else { return [IntegrityReport.Problem]() }
      return try dangling(reference, rows, catalog)
    }
  }

  /// Returns the condition for the rows of a reference that are checked; nil if there are none.
  private func condition(
    for reference: RecordedReference, _ keys: [String: ClosedRange<Int64>]?
  ) -> String? {
    let isSet = "\(dialect.quoted(reference.key)) IS NOT NULL"
    guard let keys else { return isSet }
    let owner = dialect.quoted(reference.owner)
    return keys[reference.ownerTable].map {
      "\(isSet) AND \(owner) BETWEEN \($0.lowerBound) AND \($0.upperBound)"
    }
  }

  /// Checks a reference in some rows. It may have the table of its object in a second column: `pet`
  /// and `pet_class`.
  private func dangling(
    _ reference: RecordedReference, _ rows: String, _ catalog: SchemaCatalog
  ) throws -> [IntegrityReport.Problem] {
    let declared = reference.target.map { dialect.literal(.text($0)) } ?? "NULL"
    let name =
      reference.classColumn.map { "coalesce(\(dialect.quoted($0)), \(declared))" } ?? declared
    return try targets(of: reference, rows, name).compactMap { target, count in
      guard let target else {
        return problem(reference, count: count, finding: "an object, but do not say in which table")
      }
      guard catalog.isTableOfObjects(target) else {
        let isThere = catalog.tables[target] != nil
        return problem(
          reference, count: count,
          finding: isThere
            ? "the table \(target), which does not belong to a class"
            : "the table \(target), which is missing")
      }
      return try danglingRows(of: target, reference, rows, name).map {
        .init(
          kind: .danglingReference, table: reference.table, message: $0.message, dangling: $0)
      }
    }
  }

  /// Returns the tables that rows refer to, with the number of those rows; nil for rows that name
  /// no table.
  private func targets(
    of reference: RecordedReference, _ rows: String, _ name: String
  ) throws -> [(table: String?, count: Int64)] {
    try connection.statement(
      sql: """
        SELECT \(name), count(*) FROM \(dialect.quoted(reference.table)) \
        WHERE \(rows) GROUP BY 1 ORDER BY 1
        """
    ).rows { row in (row.isNull(at: 0) ? nil : row.text(at: 0), row.integer(at: 1)) }
  }

  /// Returns the rows that refer to missing rows of a table; nil if there are none.
  private func danglingRows(
    of target: String, _ reference: RecordedReference, _ rows: String, _ name: String
  ) throws -> DanglingReference? {
    let key = dialect.quoted(reference.key)
    let table = dialect.quoted(reference.table)
    // No class has a table with a name like this.
    let alias = "_persistent_target"
    let dangling = """
      FROM \(table) WHERE \(rows) \
      AND \(name) = \(dialect.literal(.text(target))) AND NOT EXISTS (\
      SELECT 1 FROM \(dialect.quoted(target)) AS \(alias) WHERE \(alias).pk = \(table).\(key))
      """
    let count = try connection.number("SELECT count(*) \(dangling)") ?? 0
    guard count > 0 else { return nil }
    let keys = try connection.statement(
      sql: """
        SELECT \(key) \(dangling) GROUP BY \(key) ORDER BY \(key) \
        LIMIT \(DanglingReference.namedKeys + 1)
        """
    ).rows { $0.integer(at: 0) }
    return DanglingReference(
      table: reference.table, column: reference.key, target: target, rowCount: count,
      missingKeys: keys.map { "\($0)" })
  }

  private func problem(
    _ reference: RecordedReference, count: Int64, finding: String
  ) -> IntegrityReport.Problem {
    .init(
      kind: .danglingReference, table: reference.table,
      message:
        "\(count) \(count == 1 ? "row refers" : "rows refer") through \(reference.key) to \(finding)"
    )
  }

  // MARK: Keys

  private func counters(in catalog: SchemaCatalog) throws -> [IntegrityReport.Problem] {
    guard catalog.tables[SchemaCatalog.sequenceTable] != nil else {
      return catalog.records.isEmpty ? [] : [missingCounters]
    }
    let tables = catalog.records.keys.filter(catalog.isTableOfObjects).sorted()
    let counters = try connection.statement(
      sql: "SELECT table_name, next_pk FROM \(SchemaCatalog.sequenceTable) ORDER BY 1"
    ).rows { row in (table: row.text(at: 0), next: row.storedInteger(at: 1)) }
    let recorded: [String: Int64] = counters.reduce(into: [:]) { $0[$1.table] = $1.next }
    let damaged = counters.filter { $0.next == nil && tables.contains($0.table) }
    let overtaken = try tables.filter { try isOvertaken($0, recorded: recorded[$0]) }
    return damaged.map { counter($0.table, message: "next_pk is not an integer") }
      + overtaken.map {
        counter(
          $0,
          message:
            "rows were added with greater keys than the counter gave out; counting continues after them"
        )
      }
  }

  /// Whether a table has a row with a key that is still to be given out. The greatest integer never
  /// is: a counter that has arrived there has no key left.
  private func isOvertaken(_ table: String, recorded: Int64?) throws -> Bool {
    guard let next = try nextKey(of: table, recorded: recorded) else { return false }
    let greatest = try connection.number("SELECT max(pk) FROM \(dialect.quoted(table))")
    return greatest.map { next <= $0 && next < .max } ?? false
  }

  /// Returns the next key of a table, by its counter or sequence; nil if neither has given out any,
  /// since the class may make its keys itself.
  private func nextKey(of table: String, recorded: Int64?) throws -> Int64? {
    let next = try connection.keyGiving?.nextKey(of: table) ?? 1
    return next > 1 ? max(next, recorded ?? 1) : recorded
  }

  private var missingCounters: IntegrityReport.Problem {
    counter(
      SchemaCatalog.sequenceTable,
      message: "the table is missing: the keys of deleted objects may be given out again")
  }

  private func counter(_ table: String, message: String) -> IntegrityReport.Problem {
    .init(kind: .keyCounter, table: table, message: message)
  }
}

extension SchemaCatalog {
  /// Whether a reference may dangle without the database noticing: no foreign key leads to the
  /// recorded target.
  fileprivate func isUnwatched(_ reference: RecordedReference) -> Bool {
    guard reference.classColumn == nil, let target = reference.target else { return true }
    return tables[reference.table]?.foreignKeys[reference.key]?.table != target
  }

  /// Whether rows of a table are objects. Views and virtual tables are not in the catalog.
  fileprivate func isTableOfObjects(_ table: String) -> Bool {
    records[table] != nil && has(ColumnKey(table: table, column: ColumnName.pk))
  }
}
