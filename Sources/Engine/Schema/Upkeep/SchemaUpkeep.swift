import PersistentObjectsCodec
package import PersistentObjectsConnections
import PersistentObjectsDriver

/// An executor of schema changes, within the open transaction of the writing connection.
package struct SchemaUpkeep {
  let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  private var dialect: any Dialect { connection.dialect }

  /// Creates the tables of classes that the file does not have.
  package func create(_ required: [RequiredTable], in catalog: SchemaCatalog) throws {
    try apply(
      SchemaComparison(required, catalog: catalog, hasRows: { _ in true }).changes, in: catalog)
  }

  /// Creates tables and indices before it records them, because each change of the schema makes the
  /// database prepare statements again. If there is much to record, it takes one statement for each
  /// metadata table.
  ///
  /// - Parameter catalog: the records before the changes; nil if they are unknown.
  package func apply(_ changes: [SchemaChange], in catalog: SchemaCatalog? = nil) throws {
    if !dialect.character.transactsLayout { return try applyRecordsFirst(changes) }
    // Another session that has just written the same records has made the same table, which is
    // refused before they are.
    let makesTable = changes.contains { if case .createTable = $0 { true } else { false } }
    var records = SchemaRecords(beside: makesTable ? catalog : nil)
    for change in changes where !records.add(change) {
      if !change.onlyAdds {
        try write(records)
        records = SchemaRecords()
      }
      try apply(change)
      if let record = change.record { _ = records.add(record) }
    }
    for change in changes { try addForeignKeys(change) }
    try write(records)
  }

  /// Records tables, columns and indices before it creates them, where each statement that does so
  /// is committed at once. What a crash prevents is then missing at the next start, and made;
  /// without a record, a table would be taken for that of another program.
  private func applyRecordsFirst(_ changes: [SchemaChange]) throws {
    // The tables of records come first.
    let own = changes.prefix(while: \.isOfRecords)
    for change in own { try apply(change) }
    var rest = changes[own.endIndex...]
    while !rest.isEmpty {
      let added = rest.prefix(while: \.onlyAddsOrRecords)
      var records = SchemaRecords()
      let steps = added.filter { change in
        !records.add(change.record ?? change) || change.record != nil
      }
      try write(records)
      for step in steps { try apply(step) }
      rest = rest[added.endIndex...]
      // Anything else is recorded after it is done.
      if let other = rest.popFirst() { try apply(other) }
    }
    for change in changes { try addForeignKeys(change) }
  }

  /// Creates tables to be filled before ``finish(_:recording:)``.
  func make(_ tables: [TableDefinition]) throws {
    for table in tables { try apply(.createTable(table)) }
  }

  /// Creates the indices, foreign keys and records of tables that already have their rows.
  func finish(_ tables: [TableDefinition], recording changes: [SchemaChange]) throws {
    try apply(changes)
    for table in tables { try addForeignKeys(.createTable(table)) }
  }

  /// Carries out a change and explains its failure.
  private func apply(_ change: SchemaChange) throws {
    do {
      try carryOut(change)
    } catch let error as PersistenceError
      where (error.code == .invalidQuery || dialect.refusesDrop(error)) && change.table != nil
    {
      throw DeferredExplanation.of(error, on: connection) { connection in
        let context = PersistenceError.Context(table: change.table)
        let (code, sentence) = try Self.reason(of: error, change, on: connection)
        return PersistenceError(
          code, sentence, context: context, sql: error.sql, databaseCode: error.databaseCode,
          cause: error)
      }
    }
  }

  /// Returns the reason that a change failed. The comparison ignores views and virtual tables, and
  /// treats names as different that differ only in case; the database does not. Another process may
  /// also have made the change since the tables were read.
  private static func reason(
    of error: PersistenceError, _ change: SchemaChange, on connection: Connection
  ) throws -> (PersistenceError.Code, String) {
    if try change.isDone(in: SchemaCatalog(connection)) {
      return (.busy, "Another connection was first to \(change); run the transaction again.")
    }
    return (
      .schemaMismatch,
      """
      the database refuses to \(change): \(error.message) Nothing was changed. Something else in the \
      database has the name, or depends on what was to be changed
      """
    )
  }

  /// Adds the foreign keys that need other tables to exist.
  private func addForeignKeys(_ change: SchemaChange) throws {
    let statements =
      switch change {
      case .createTable(let table):
        connection.foreignKeys(of: table.columns, owner: table.owner, in: table.name)
      case .addColumn(let column, let table):
        connection.foreignKeys(of: [column], owner: nil, in: table)
      default: [String]()
      }
    for statement in statements { try connection.execute(statement) }
  }

  private func carryOut(_ change: SchemaChange) throws {
    switch change {
    case .createTable(let table):
      for statement in connection.creation(of: table) { try connection.execute(statement) }
      if table.name == SchemaCatalog.tableTable { try recordTenancy() }
    case .renameTable(let old, let new): try renameTable(old, to: new)
    case .dropTable(let table): try dropTable(table)
    case .dropColumn(let column, let table): try dropColumn(column, of: table)
    case .addColumn(let column, let table):
      try connection.execute(connection.addition(of: column, to: table))
    case .renameColumn(let old, let new, let table): try renameColumn(old, to: new, in: table)
    case .recordFormerName(let former, let table, let column):
      try recordFormerName(former, of: table, column: column)
    case .retypeColumn(let column, let type, let table):
      if let statement = dialect.retypeColumn(column, of: table, from: type) {
        try connection.execute(statement)
      }
    case .renameCases(let names, let column, let table):
      try renameCases(names, in: column, of: table)
    case .fillPresence(let column, let table, let collection):
      try connection.forEachTenant(of: table) {
        try fillPresence(column, of: table, from: collection)
      }
    case .fillClass(let column, let table, let key, let target):
      try fillClass(column, of: table, key: key, target: target)
    case .fillDefault(let filling): _ = try filling.run(on: connection)
    case .replaceForeignKey(let change):
      try change.run(on: connection)
      if change.dropsClass { try forgetColumn(ColumnName.referenceClass, of: change.table.name) }
    case .createIndex(let index, let table, let place):
      try IndexMaker(connection: connection).make(index, on: table, place: place)
    case .dropIndex(let name, let table):
      // Another program may already have dropped it.
      try connection.execute(dialect.dropIndex(name, on: table))
      try forgetIndex(name)
    case .forgetIndex(let name): try forgetIndex(name)
    case .recordTable, .recordColumn, .recordIndex: break
    }
  }

  // MARK: Tables and columns

  private func renameTable(_ old: String, to new: String) throws {
    // A database that ignores case takes a name that differs only in it for that of another table.
    let isOneName = old.lowercased() == new.lowercased()
    let names = isOneName ? [old, ColumnRecoder.staging, new] : [old, new]
    for (name, next) in zip(names, names.dropFirst()) {
      try connection.execute(
        "ALTER TABLE \(dialect.quoted(name)) RENAME TO \(dialect.quoted(next))")
    }
    try forgetRemains(of: new, before: old)
    for (table, column) in [
      (SchemaCatalog.tableTable, "name"), (SchemaCatalog.tableTable, "superclass_table"),
      (SchemaCatalog.tableTable, "owner_table"), (SchemaCatalog.columnTable, "table_name"),
      (SchemaCatalog.indexTable, "table_name"), (SchemaCatalog.sequenceTable, "table_name"),
      (SchemaCatalog.formerNameTable, "table_name"),
    ] {
      try replace(old, by: new, in: column, of: table)
    }
    try recordFormerName(old, of: new)
    // References record the table that they point to.
    try replace(
      CodecIdentifier.reference(to: old).name, by: CodecIdentifier.reference(to: new).name,
      in: "codec", of: SchemaCatalog.columnTable)
    for key in try SchemaCatalog(connection).classColumns {
      try replace(old, by: new, in: dialect.quoted(key.column), of: dialect.quoted(key.table))
    }
  }

  /// Makes room for the records of a table that gets the name of a dropped one. The greater of the
  /// two counters is kept, so that no key is assigned again.
  private func forgetRemains(of dropped: String, before renamed: String) throws {
    try forgetTable(dropped)
    try run("DELETE FROM \(SchemaCatalog.formerNameTable) WHERE table_name = \(.text(dropped))")
    let counters = SchemaCatalog.sequenceTable
    let both: SQLText = "table_name IN (\(.text(dropped)), \(.text(renamed)))"
    try run(
      """
      DELETE FROM \(counters) WHERE \(both) \
      AND next_pk < (SELECT max(next_pk) FROM \(counters) WHERE \(both))
      """)
    // If both are left, they are equal.
    try run(
      """
      DELETE FROM \(counters) WHERE table_name = \(.text(renamed)) \
      AND EXISTS (SELECT 1 FROM \(counters) WHERE table_name = \(.text(dropped)))
      """)
  }

  private func replace(
    _ old: String, by new: String, in column: String, of table: String
  ) throws {
    try run("UPDATE \(table) SET \(column) = \(.text(new)) WHERE \(column) = \(.text(old))")
  }

  private func renameColumn(_ old: String, to new: String, in table: String) throws {
    try connection.execute(
      """
      ALTER TABLE \(dialect.quoted(table)) \
      RENAME COLUMN \(dialect.quoted(old)) TO \(dialect.quoted(new))
      """)
    try forgetColumn(old, of: table)
    try forgetFormerNames(of: new, in: table)
    try run(
      """
      UPDATE \(SchemaCatalog.formerNameTable) SET column_name = \(.text(new)) \
      WHERE table_name = \(.text(table)) AND column_name = \(.text(old))
      """)
    try recordFormerName(old, of: table, column: new)
  }

  private func renameCases(
    _ names: [String: String], in column: String, of table: String
  ) throws {
    let column = dialect.quoted(column)
    let names = names.sorted { $0.key < $1.key }
    let choices = names.map { "WHEN \(.text($0.key)) THEN \(.text($0.value))" as SQLText }
    let former = names.map { "\(.text($0.key))" as SQLText }
    try run(
      """
      UPDATE \(dialect.quoted(table)) SET \(column) = CASE \(column) \(choices.joined(separator: " ")) END \
      WHERE \(column) IN (\(former.joined(separator: ", ")))
      """)
  }

  private func fillPresence(
    _ column: String, of table: String, from collection: String
  ) throws {
    let (owner, rows) = (dialect.quoted(table), dialect.quoted(collection))
    try run(
      """
      UPDATE \(owner) SET \(dialect.quoted(column)) = \(SchemaComparison.presence) \
      WHERE \(dialect.quoted(column)) IS NULL AND EXISTS (\
      SELECT 1 FROM \(rows) WHERE \(rows).\(ColumnName.parent) = \(owner).\(ColumnName.pk))
      """)
  }

  private func fillClass(
    _ column: String, of table: String, key: String, target: String
  ) throws {
    let column = dialect.quoted(column)
    try run(
      """
      UPDATE \(dialect.quoted(table)) SET \(column) = \(.text(target)) \
      WHERE \(column) IS NULL AND \(dialect.quoted(key)) IS NOT NULL
      """)
  }

  /// Drops a table. The counter of its keys is kept, so that no key is assigned again if the class
  /// comes back.
  private func dropTable(_ table: String) throws {
    try requireUnneeded(table)
    let taken = try connection.keyGiving?.takeKeys(of: table, count: 1).first?.lowerBound
    if try taken != nil || hasCounter(table) {
      // A counter or rows that came from elsewhere may be ahead of the keys that were taken here.
      try connection.recordNextKey(max(taken ?? 1, connection.firstFreeKey(of: table)), of: table)
    }
    let wereSound = try haveSoundViews()
    try connection.execute("DROP TABLE \(dialect.quoted(table))")
    if wereSound { try renameProbe() }
    // Its subclasses stay recorded as subclasses of its superclass.
    let records = SchemaCatalog.tableTable
    try run(
      """
      UPDATE \(records) SET superclass_table = \
      (SELECT superclass_table FROM \(records) WHERE name = \(.text(table))) \
      WHERE superclass_table = \(.text(table))
      """)
    try forgetTable(table)
  }

  private func hasCounter(_ table: String) throws -> Bool {
    try !connection.rows(
      "SELECT 1 FROM \(SchemaCatalog.sequenceTable) WHERE table_name = \(.text(table))"
    ) { _ in true }.isEmpty
  }

  private func forgetTable(_ table: String) throws {
    for (catalog, column) in [
      (SchemaCatalog.tableTable, "name"), (SchemaCatalog.columnTable, "table_name"),
      (SchemaCatalog.indexTable, "table_name"),
    ] {
      try run("DELETE FROM \(catalog) WHERE \(column) = \(.text(table))")
    }
  }

  private func dropColumn(_ column: String, of table: String) throws {
    try requireUnneeded(column, of: table)
    try connection.execute(
      "ALTER TABLE \(dialect.quoted(table)) DROP COLUMN \(dialect.quoted(column))")
    try forgetColumn(column, of: table)
  }

  // MARK: What others need

  /// Throws if an index, a trigger or a foreign key of another program needs a table. SQLite would
  /// drop them with it, or carry out the foreign key's rule.
  private func requireUnneeded(_ table: String) throws {
    let catalog = try SchemaCatalog(connection)
    let place = PersistenceError.Context(table: table)
    let dependents = try TableDependents(
      table: table, column: ColumnName.pk, connection: connection)
    try requireOwn(dependents.all, in: catalog, at: place)
    let referrer = catalog.tables.values.filter { other in
      other.name != table
        && other.foreignKeys.values.contains { $0.table.lowercased() == table.lowercased() }
    }.map(\.name).min()
    if let referrer { throw Self.needed(by: "foreign key of the table '\(referrer)'", at: place) }
  }

  /// Throws if an index or a constraint of another program needs a column. Not every database would
  /// refuse to drop the column.
  private func requireUnneeded(_ column: String, of table: String) throws {
    let indices = try TableDependents(table: table, column: column, connection: connection).all
      .filter(\.isIndexOfColumn)
    if indices.isEmpty { return }
    try requireOwn(
      indices, in: SchemaCatalog(connection), at: .init(table: table, column: column))
  }

  private func requireOwn(
    _ dependents: [TableDependents.Dependent], in catalog: SchemaCatalog,
    at place: PersistenceError.Context
  ) throws {
    // Files of earlier versions do not record which indices are this package's.
    let recordsIndices = catalog.tables[SchemaCatalog.indexTable] != nil
    let other = dependents.first { dependent in
      dependent.kind != .index
        || recordsIndices && catalog.indices[catalog.whole(dependent.name)] == nil
    }
    if let other { throw Self.needed(by: "\(other.kind) '\(other.name)'", at: place) }
  }

  private static func needed(
    by dependent: String, at place: PersistenceError.Context
  ) -> PersistenceError {
    PersistenceError(
      .schemaMismatch,
      """
      the \(dependent), which this package did not create, depends on what was to be dropped; nothing was \
      changed. Drop it first
      """, context: place)
  }

  /// Whether no view or trigger names something that is missing; false as well where the database
  /// itself refuses to drop what these need.
  private func haveSoundViews() throws -> Bool {
    if dialect.character.failureSpoilsTransaction { return false }
    do {
      try renameProbe()
      return true
    } catch let error as PersistenceError where error.code == .invalidQuery {
      return false
    }
  }

  /// Renames a table made for that. SQLite refuses it if a view, or a trigger of any table, names
  /// something that is missing, as it refuses every renaming from then on.
  private func renameProbe() throws {
    let (table, renamed) = (ColumnRecoder.staging, "\(ColumnRecoder.staging)_2")
    try connection.execute("CREATE TABLE \(table) (value INTEGER)")
    do {
      try connection.execute("ALTER TABLE \(table) RENAME TO \(renamed)")
    } catch {
      // SQLite may have undone the whole transaction, for want of memory.
      if connection.isInTransaction { try connection.execute("DROP TABLE \(table)") }
      throw error
    }
    try connection.execute("DROP TABLE \(renamed)")
  }

  // MARK: Records

  private func forgetColumn(_ column: String, of table: String) throws {
    try run(
      """
      DELETE FROM \(SchemaCatalog.columnTable) \
      WHERE table_name = \(.text(table)) AND column_name = \(.text(column))
      """)
  }

  private func forgetFormerNames(of column: String, in table: String) throws {
    try run(
      """
      DELETE FROM \(SchemaCatalog.formerNameTable) \
      WHERE table_name = \(.text(table)) AND column_name = \(.text(column))
      """)
  }

  private func forgetIndex(_ name: String) throws {
    try run("DELETE FROM \(SchemaCatalog.indexTable) WHERE name = \(.text(name))")
  }

  /// Records a former name. Names that are current again are no longer former names.
  private func recordFormerName(_ former: String, of table: String, column: String = "") throws {
    let values: [StoredValue] = [.text(table), .text(column), .text(former)]
    try run(
      """
      INSERT INTO \(SchemaCatalog.formerNameTable) (table_name, column_name, former_name) \
      VALUES \(values)\(dialect.onConflict([], set: []))
      """)
    try run(
      """
      DELETE FROM \(SchemaCatalog.formerNameTable) \
      WHERE former_name = CASE column_name WHEN '' THEN table_name ELSE column_name END
      """)
  }

  private func write(_ records: SchemaRecords) throws {
    for (rows, table) in records.rows { try write(rows, in: table, areNew: records.areNew) }
  }

  /// Inserts rows, or updates the existing rows with the same keys, unless all are new: the
  /// database prepares a plain INSERT in half the time.
  private func write(_ rows: RowBatch, in table: TableDefinition, areNew: Bool) throws {
    let columns = table.columns.enumerated()
    if rows.count >= Connection.fewestTogether,
      let source = dialect.rows(table.columns.map(\.type), from: dialect.placeholder(1), as: nil)
    {
      let cells = columns.map { "c\($0.offset)" }.joined(separator: ", ")
      // Without a condition, ON would be parsed as part of a join.
      let all = "SELECT \(cells) FROM \(source) WHERE \(dialect.constant(true))"
      let statement = try connection.statement(sql: recording(all, in: table, areNew: areNew))
      statement.set(rows, at: 0)
      return try statement.run()
    }
    let values = columns.map { dialect.placeholder($0.offset + 1) }.joined(separator: ", ")
    let statement = try connection.statement(
      sql: recording("VALUES (\(values))", in: table, areNew: areNew))
    for row in 0..<rows.count {
      for index in 0..<rows.width { statement.parameters.set(rows[row][index], at: index) }
      try statement.run()
    }
  }

  private func recording(_ rows: String, in table: TableDefinition, areNew: Bool) -> String {
    let columns = table.columns.map(\.name)
    let insertion = "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) \(rows)"
    if areNew { return insertion }
    let changes = columns.filter { !table.primaryKey.contains($0) }
      .map { (column: $0, value: dialect.proposed($0)) }
    return insertion + dialect.onConflict(table.primaryKey, set: changes)
  }

  private func run(_ text: SQLText) throws { try text.statement(on: connection).run() }
}
