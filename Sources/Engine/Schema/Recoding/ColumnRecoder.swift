package import PersistentObjectsConnections
import PersistentObjectsDriver

/// A recoder that rewrites a column, within the open transaction of the writing connection.
///
/// A column outside its table's primary key is rewritten in place. If its type changes, or if it
/// has a DEFAULT, which would keep the old form, a new column replaces it. A table whose primary
/// key changes, that of a set or of a dictionary whose keys are rewritten, is rewritten as a whole:
/// in place, a new key could collide with an old one. For the same reason, indices are created
/// again afterwards.
package struct ColumnRecoder {
  let wanted: RecodedColumn
  let finding: RecodeComparison.Finding
  let connection: Connection
  let progress: (_ done: Int, _ total: Int) throws -> Void

  package init(
    wanted: RecodedColumn, finding: RecodeComparison.Finding, connection: Connection,
    progress: @escaping (_ done: Int, _ total: Int) throws -> Void
  ) {
    self.wanted = wanted
    self.finding = finding
    self.connection = connection
    self.progress = progress
  }

  /// The temporary name of the column or table that replaces the old one.
  static let staging = "_persistent_recoded"

  /// Rewrites the column and returns the number of rewritten cells.
  package func run() throws -> Int {
    let count =
      wanted.table.definition.primaryKey.contains(wanted.column.definition.name)
      ? try rewriteTable() : try rewriteColumn()
    try record()
    return count
  }

  private func record() throws {
    try SchemaUpkeep(connection).apply([
      .recordColumn(
        .init(table: finding.table.name, column: finding.column), wanted.column.record)
    ])
  }

  // MARK: Columns outside the key

  private func rewriteColumn() throws -> Int {
    let isInPlace = try isOfOneType && !hasDefault()
    if !isInPlace { try dropComputedIndices() }
    let dependents = try dependents()
    let indices = dependents.all.filter(\.isIndexOfColumn)
    for index in indices { try dependents.drop(index) }
    let count = isInPlace ? try fill(finding.column) : try replaceColumn()
    for index in indices { try remake(index) }
    return count
  }

  /// Drops the package's own indices whose expressions or conditions may not fit the new type. The
  /// next use of the class creates them as it declares them then.
  private func dropComputedIndices() throws {
    let own = try SchemaCatalog(connection).indices.filter { $0.value.table == finding.table.name }
    for (name, index) in own where index.isComputed {
      try SchemaUpkeep(connection).apply([.dropIndex(name, table: index.table)])
    }
  }

  /// Whether old and new values have the same type.
  private var isOfOneType: Bool {
    let definition = wanted.column.definition
    let type = finding.table.types[finding.column]
    return finding.record.storage == definition.storage.recordedName
      && type.flatMap { dialect.retypeColumn(definition, of: finding.table.name, from: $0) } == nil
  }

  private func replaceColumn() throws -> Int {
    let new = wanted.column.definition
    let name = Self.staging
    try connection.execute(
      dialect.addColumn(
        ColumnDefinition(
          name: name, storage: new.storage, meaning: new.meaning, defaultValue: new.defaultValue),
        to: finding.table.name))
    if new.defaultValue != nil {
      try connection.execute("UPDATE \(table) SET \(name) = NULL WHERE \(column) IS NULL")
    }
    let count = try fill(name)
    try connection.execute("ALTER TABLE \(table) DROP COLUMN \(column)")
    try connection.execute("ALTER TABLE \(table) RENAME COLUMN \(name) TO \(column)")
    return count
  }

  /// Writes the rewritten values of the old column to `target`, which may be the same column.
  private func fill(_ target: String) throws -> Int {
    var count = 0
    try connection.forEachTenant(of: finding.table.name) { count += try fillRows(target) }
    return count
  }

  private func fillRows(_ target: String) throws -> Int {
    let key = wanted.table.definition.primaryKey
    let conditions = key.enumerated().map {
      "\(dialect.quoted($1)) = \(dialect.placeholder($0 + 2))"
    }
    let update = try connection.statement(
      sql: """
        UPDATE \(table) SET \(dialect.quoted(target)) = \(dialect.placeholder(1)) \
        WHERE \(conditions.joined(separator: " AND "))
        """)
    return try walk(over: key + [finding.column]) { row in
      try rewrite(row, at: key.count, to: update.parameters)
      for index in key.indices { update.parameters.copy(row[index], to: index + 1) }
      try update.run()
    }
  }

  // MARK: Rows

  func walk(over columns: [String], _ body: (Row) throws -> Void) throws -> Int {
    let total = try connection.number("SELECT count(\(column)) FROM \(table)").map { Int($0) } ?? 0
    var done = 0
    let rows = RowWalk(
      finding.table.name, key: wanted.table.definition.primaryKey, columns: columns,
      having: [finding.column], connection: connection)
    try rows.forEach(body) { walked in
      done += walked
      try progress(done, total)
    }
    return done
  }

  func rewrite(_ row: Row, at index: Int, to target: RowBatch) throws {
    do {
      try wanted.rewriter.rewrite(row, index, target)
    } catch let error as PersistenceError {
      throw error.adding(wanted.place(pk: row.integer(at: 0)))
    }
  }

  var dialect: any Dialect { connection.dialect }
  var table: String { dialect.quoted(finding.table.name) }
  var column: String { dialect.quoted(finding.column) }
}
