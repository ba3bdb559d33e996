package import PersistentObjectsConnections
import PersistentObjectsDriver

/// A recoder that rewrites a value from one column into several, or the reverse, within the open
/// transaction of the writing connection.
///
///     ALTER TABLE person ADD COLUMN home_street TEXT
///     SELECT pk, home FROM person WHERE home IS NOT NULL …
///     UPDATE person SET home_street = ?2, home_city = ?3 WHERE pk = ?1
///     ALTER TABLE person DROP COLUMN home
package struct ValueRecoder {
  private let wanted: RecodedColumn
  private let finding: RecodeComparison.Finding
  private let connection: Connection
  private let progress: (_ done: Int, _ total: Int) throws -> Void

  package init(
    wanted: RecodedColumn, finding: RecodeComparison.Finding, connection: Connection,
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void
  ) {
    self.wanted = wanted
    self.finding = finding
    self.connection = connection
    self.progress = progress
  }

  /// Rewrites the value and returns the number of rows that have one.
  package func run() throws -> Int {
    try requireOutsideOfKey()
    try dropIndices()
    let sources = try finding.columns.enumerated().map(setAside)
    let upkeep = SchemaUpkeep(connection)
    try upkeep.apply(recordsOfValues + added)
    let count = try fill(from: sources)
    try upkeep.apply(sources.map { .dropColumn($0, table: table) } + records)
    return count
  }

  private var table: String { finding.table.name }
  private var dialect: any Dialect { connection.dialect }

  /// Throws if the value identifies rows: a new key could collide with an old one.
  private func requireOutsideOfKey() throws {
    let names = finding.columns + wanted.columns.map(\.definition.name)
    if Set(wanted.table.definition.primaryKey).isDisjoint(with: names) { return }
    throw wanted.error(
      .invalidQuery,
      message: """
        elements of a set and keys of a dictionary cannot be rewritten into another number of columns; declare \
        a second property, copy the elements with objects, and remove the first
        """)
  }

  /// Drops the package's own indices of the old columns. The next use of the class creates those
  /// that it declares.
  private func dropIndices() throws {
    let own = try SchemaCatalog(connection).indices
    for column in finding.columns {
      let dependents = try TableDependents(table: table, column: column, connection: connection)
      let indices = dependents.all.filter { $0.isIndexOfColumn && own[$0.name] != nil }
      try SchemaUpkeep(connection).apply(indices.map { .dropIndex($0.name, table: table) })
    }
  }

  /// Renames an old column if a new one needs its name. Returns the name that it has then.
  private func setAside(position: Int, column: String) throws -> String {
    guard wanted.columns.contains(where: { $0.definition.name == column }) else { return column }
    let name = "\(ColumnRecoder.staging)_\(position)"
    try connection.execute(
      """
      ALTER TABLE \(dialect.quoted(table)) RENAME COLUMN \(dialect.quoted(column)) TO \(dialect.quoted(name))
      """)
    return name
  }

  /// The step that completes the table of records, if this is the first value in several columns.
  private var recordsOfValues: [SchemaChange] {
    get throws {
      let catalog = try SchemaCatalog(connection)
      let hasValues = wanted.columns.contains { !$0.partOf.isEmpty }
      return SchemaCatalog.definitions(ofValues: hasValues).flatMap { definition in
        definition.columns.compactMap { column in
          let isMissing = catalog.tables[definition.name]?.columns.contains(column.name) == false
          return isMissing ? .addColumn(column, table: definition.name) : nil
        }
      }
    }
  }

  private var added: [SchemaChange] {
    wanted.columns.filter { !finding.table.columns.contains($0.definition.name) || isSetAside($0) }
      .map { column in
        .addColumn(
          ColumnDefinition(
            name: column.definition.name, storage: column.definition.storage,
            meaning: column.definition.meaning), table: table)
      }
  }

  private func isSetAside(_ column: RequiredColumn) -> Bool {
    finding.columns.contains(column.definition.name)
  }

  private var records: [SchemaChange] {
    wanted.columns.map { .recordColumn(.init(table: table, column: $0.definition.name), $0.record) }
  }

  /// Writes the new columns of all rows that have a value.
  private func fill(from sources: [String]) throws -> Int {
    let key = wanted.table.definition.primaryKey
    let quoted = dialect.quoted(table)
    let conditions = key.enumerated().map {
      "\(dialect.quoted($1)) = \(dialect.placeholder($0 + 1))"
    }
    let values = wanted.columns.enumerated().map {
      "\(dialect.quoted($1.definition.name)) = \(dialect.placeholder(key.count + $0 + 1))"
    }
    let update = try connection.statement(
      sql: """
        UPDATE \(quoted) SET \(values.joined(separator: ", ")) WHERE \(conditions.joined(separator: " AND "))
        """)
    let cells = RowBatch(width: wanted.columns.count)
    let isThere = sources.map { "\(dialect.quoted($0)) IS NOT NULL" }.joined(separator: " OR ")
    let total =
      try connection.number("SELECT count(*) FROM \(quoted) WHERE \(isThere)").map { Int($0) } ?? 0
    var done = 0
    let rows = RowWalk(
      table, key: key, columns: key + sources, having: sources, connection: connection)
    try rows.forEach { row in
      try rewrite(row, at: key.count, to: cells)
      for index in key.indices { update.parameters.copy(row[index], to: index) }
      for index in wanted.columns.indices {
        update.parameters.copy(cells.row[index], to: key.count + index)
      }
      try update.run()
    } didWalk: {
      done += $0
      try progress(done, total)
    }
    return done
  }

  private func rewrite(_ row: Row, at index: Int, to cells: RowBatch) throws {
    do {
      try wanted.rewriter.rewrite(row, index, cells)
    } catch let error as PersistenceError {
      throw error.adding(wanted.place(pk: row.integer(at: 0)))
    }
  }
}
