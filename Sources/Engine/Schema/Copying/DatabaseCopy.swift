package import PersistentObjectsConnections
package import PersistentObjectsDriver

/// A copy of the objects of one database into another, which has none. It does not need their
/// classes, and consists of tables, rows, records and counters. Indices and foreign keys are
/// created last, when each takes one pass over the rows.
package struct DatabaseCopy {
  let from: Connection
  let to: Connection
  let catalog: SchemaCatalog
  private let columnType: (_ codec: String) -> ColumnType?

  /// - Parameters:
  ///   - from: a connection whose transaction is open.
  ///   - to: a writing connection whose transaction is open.
  ///   - columnType: the type of the columns of a codec, by the codec's name, if it is known.
  package init(
    from: Connection, to: Connection, columnType: @escaping (String) -> ColumnType?
  ) throws {
    (self.from, self.to, self.columnType) = (from, to, columnType)
    catalog = try SchemaCatalog(from)
  }

  /// - Parameter progress: called with the number of rows written, and the number of all rows.
  package func run(progress: (_ done: Int, _ total: Int) throws -> Void) throws -> CopyReport {
    try requireWholeRecords()
    try requireUsableNames()
    try to.lockUpkeep()
    let present = to.servesTenant ? try requireRoomForTenant() : []
    if !to.servesTenant { try requireRoom() }
    let tables = try copiedTables()
    let new = tables.filter { !present.contains($0.name) }
    let upkeep = SchemaUpkeep(to)
    let records = SchemaCatalog.definitions(
      ofValues: catalog.columns.values.contains { $0.values != nil })
    try to.reachingAll {
      try upkeep.make(records.filter { !present.contains($0.name) } + new.map(\.definition))
    }
    let rowCount = try copyRows(of: tables.filter { to.mayChange($0.name) }, progress)
    let indices = try indices(of: new)
    try to.reachingAll {
      try upkeep.finish(
        new.map(\.definition), recording: recordChanges(of: Set(new.map(\.name))) + indices.made)
    }
    try copyCounters(isShared: !present.isEmpty)
    return CopyReport(
      tableCount: tables.count, rowCount: rowCount,
      leftOut: leftOut(tables) + indices.leftOut)
  }

  /// Throws if the copy would lack rows or values, since the records do not lead to them.
  private func requireWholeRecords() throws {
    guard let loss = catalog.losses.first else { return }
    throw PersistenceError(
      .corrupt,
      """
      the records of the store to copy do not lead to all rows and values: \(loss.message); nothing was copied. \
      Restore the store from a backup, or correct its records with another program, and copy again
      """, context: .init(table: loss.table))
  }

  /// Throws if the other database already has metadata tables, or one of the tables to be copied.
  private func requireRoom() throws {
    let (existing, wanted) = (try SchemaCatalog(to).tables.keys, Set(catalog.recordedTables))
    let taken = existing.sorted().first { SchemaCatalog.isOwn($0) || wanted.contains($0) }
    guard let taken else { return }
    throw PersistenceError(
      .cannotOpen,
      """
      the store to copy to already has the table \(taken), and objects of two stores are not mixed; nothing was \
      copied. Choose another file, or another schema
      """, context: .init(table: taken))
  }

  /// Throws if the other database cannot have one of the tables.
  private func requireUsableNames() throws {
    for table in catalog.recordedTables {
      guard let refusal = to.character.refusal(of: table, isTable: true) else { continue }
      throw PersistenceError(
        .cannotOpen,
        """
        the store to copy to cannot have the table \(table), since names \(refusal); nothing was copied. Give the \
        table another name first, with @Persistent(table:renamedFrom:)
        """, context: .init(table: table))
    }
  }

  // MARK: Tables

  private func copiedTables() throws -> [CopiedTable] {
    var catalog = catalog
    for table in catalog.recordedTables { try findStorage(in: table, &catalog) }
    let references = catalog.references
    return try catalog.recordedTables.map { table in
      let (values, computed) = try defaults(of: table)
      return CopiedTable(
        table, in: catalog, references: references, defaults: values, computedDefaults: computed,
        meaning: { columnType($0)?.meaning }, for: to.character)
    }
  }

  /// Determines which columns hold doubles. The records do not tell them from columns of any kind.
  private func findStorage(in table: String, _ catalog: inout SchemaCatalog) throws {
    for column in catalog.tables[table]?.columns ?? [] {
      let key = SchemaCatalog.ColumnKey(table: table, column: column)
      guard let record = catalog.columns[key], record.storage == StorageClass.any.rawValue else {
        continue
      }
      if try columnType(record.codec)?.storage ?? storage(ofValuesIn: key) == .real {
        catalog.columns[key]?.storage = StorageClass.real.rawValue
      }
    }
  }

  /// Returns the storage class of doubles, unless there is a value of another kind.
  private func storage(ofValuesIn key: SchemaCatalog.ColumnKey) throws -> StorageClass {
    let dialect = from.dialect
    let column = dialect.quoted(key.column)
    let statement = try from.statement(
      sql: "SELECT \(column) FROM \(dialect.quoted(key.table)) WHERE \(column) IS NOT NULL")
    defer { statement.reset() }
    statement.readByAndBy()
    while let row = try statement.next() { if row.kind(at: 0) != .real { return .any } }
    return .real
  }

  /// Returns the values of DEFAULTs, and the columns whose DEFAULT is not a value.
  private func defaults(
    of table: String
  ) throws -> (values: [String: StoredValue], computed: [String]) {
    var values: [String: StoredValue] = [:]
    var computed: [String] = []
    for (name, sql) in try from.defaults(of: table) {
      let column = catalog.whole(name)
      if Self.isLiteral(sql) {
        values[column] = try from.statement(sql: "SELECT \(sql)").rows { $0.value(at: 0) }.first
      } else {
        computed.append(column)
      }
    }
    return (values, computed)
  }

  /// Whether a DEFAULT is a value, as all of the engine's are. Anything else that a file may have
  /// there is not evaluated.
  private static func isLiteral(_ sql: String) -> Bool {
    let words = sql.replacing(/'(?:''|[^'])*'/, with: "'").split { !$0.isLetter }
    return words.allSatisfy { wordsOfLiterals.contains($0.uppercased()) }
  }

  private static let wordsOfLiterals: Set = [
    "ARRAY", "AS", "BIGINT", "BYTEA", "CAST", "DOUBLE", "E", "FALSE", "INTEGER", "JSONB", "NULL",
    "NUMERIC", "PRECISION", "REAL", "TEXT", "TIME", "TIMESTAMP", "TRUE", "UUID", "WITH", "X",
    "ZONE",
  ]

  private func copyRows(
    of tables: [CopiedTable], _ progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Int {
    let total = try tables.reduce(0) { count, table in
      count + Int(try from.number("SELECT count(*) FROM \(from.dialect.quoted(table.name))") ?? 0)
    }
    var done = 0
    let copies = rowCopies(of: tables)
    for copy in copies {
      try copy.run { count in
        done += count
        try progress(done, total)
      }
    }
    for copy in copies { try copy.setLateReferences { try progress(done, total) } }
    return done
  }

  /// Returns the copies, in an order in which no foreign key is broken meanwhile, even if the
  /// database would allow it: while one is, SQLite searches the referring table for each new row of
  /// the other.
  private func rowCopies(of tables: [CopiedTable]) -> [RowCopying] {
    var waiting = Set(tables.map(\.name))
    return referredFirst(tables.map(\.definition)).map { table in
      defer { waiting.remove(table.name) }
      let late = table.columns.filter { $0.foreignKey.map { waiting.contains($0.table) } ?? false }
      let areAddedLater = !to.dialect.addForeignKeys(late, owner: nil, to: table.name).isEmpty
      return RowCopying(
        table, lateColumns: areAddedLater ? [] : late.map(\.name), from: from, to: to)
    }
  }

  /// Returns the tables by name, but each after those that it refers to, except in circles.
  private func referredFirst(_ tables: [TableDefinition]) -> [TableDefinition] {
    var waiting = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0) })
    var ordered: [TableDefinition] = []
    func add(_ name: String) {
      guard let table = waiting.removeValue(forKey: name) else { return }
      if let owner = table.owner { add(owner.table) }
      for column in table.columns { if let key = column.foreignKey { add(key.table) } }
      ordered.append(table)
    }
    tables.map(\.name).sorted().forEach(add)
    return ordered
  }

  // MARK: Records

  private func recordChanges(of names: Set<String>) -> [SchemaChange] {
    let tables = catalog.recordedTables.filter(names.contains)
    let columns = tables.flatMap { table in
      (catalog.tables[table]?.columns ?? []).compactMap { column -> SchemaChange? in
        let key = SchemaCatalog.ColumnKey(table: table, column: column)
        return catalog.columns[key].map { .recordColumn(key, $0) }
      }
    }
    return tables.compactMap { table in catalog.records[table].map { .recordTable(table, $0) } }
      + columns
  }

  /// Returns the indices to create. One with a condition or an expression that is recorded in the
  /// SQL of another database, or for another type of a column, is left to its class, which creates
  /// it when it is next used.
  private func indices(
    of tables: [CopiedTable]
  ) throws -> (made: [SchemaChange], leftOut: [String]) {
    let speakAlike = type(of: from.dialect) == type(of: to.dialect)
    let isRecordedOtherwise = from.dialect.recordingDialect != nil
    let copied = try to.base.readSchema()
    var made: [SchemaChange] = []
    var leftOut: [String] = []
    for index in try catalog.existingIndices(from).sorted(by: { $0.name < $1.name }) {
      guard let table = tables.first(where: { $0.name == index.table }) else { continue }
      guard let recorded = index.definition(recordedAs: catalog.indices[index.name]?.definition),
        let definition = isRecordedOtherwise ? index.spoken(recorded) : recorded,
        definition.computed.allSatisfy({ speakAlike && applies($0, to: table.name, in: copied) })
      else {
        leftOut.append("the index \(index.name) of \(index.table)")
        continue
      }
      let className = catalog.records[table.name]?.className ?? table.name
      made.append(
        .createIndex(
          definition, table: table.name,
          place: IndexPlace(
            className: className, properties: definition.columns.map(\.name),
            types: table.definition.types)))
    }
    return (made, leftOut)
  }

  /// Whether the columns that the SQL of an index names have the same types in the copy. The
  /// meaning of values is not recorded: a column of an unknown codec has the type of its storage
  /// class there, until its class is used.
  private func applies(_ sql: String, to table: String, in copied: [ExistingTable]) -> Bool {
    let name = to.character.shortened(table)
    let types = copied.first { $0.name == name }?.types ?? [:]
    return (catalog.tables[table]?.types ?? [:]).allSatisfy { column, type in
      let column = to.character.shortened(column)
      return types[column] == type || !sql.contains(column)
    }
  }

  private func leftOut(_ tables: [CopiedTable]) -> [String] {
    let others = catalog.tables.keys.filter {
      catalog.records[$0] == nil && !SchemaCatalog.isOwn($0)
    }
    return others.sorted().map { "the table \($0)" }
      + tables.flatMap { table in table.otherColumns.map { "the column \(table.name).\($0)" } }
      + tables.flatMap { table in
        table.computedDefaults.map { "the DEFAULT of \(table.name).\($0)" }
      }
  }

  // MARK: Counters

  /// Copies the next keys, including those of dropped tables.
  private func copyCounters(isShared: Bool) throws {
    if isShared {
      try raiseCounters()
    } else if catalog.tables[SchemaCatalog.sequenceTable] != nil {
      try RowCopying(SchemaCatalog.sequenceDefinition, from: from, to: to).run { _ in }
    }
    if !isShared, catalog.tables[SchemaCatalog.formerNameTable] != nil {
      try SchemaUpkeep(to).make([SchemaCatalog.formerNameDefinition])
      try RowCopying(SchemaCatalog.formerNameDefinition, from: from, to: to).run { _ in }
    }
    let tables = catalog.recordedTables.filter { catalog.records[$0]?.owner == nil }
    for table in tables {
      let next = try from.keyGiving?.nextKey(of: table) ?? 1
      if next > 1 { try to.recordNextKey(max(next, to.firstFreeKey(of: table)), of: table) }
    }
    try reserveKeys(of: tables)
  }

  /// Raises the counters that the tenants share to those of the copied rows.
  private func raiseCounters() throws {
    guard catalog.tables[SchemaCatalog.sequenceTable] != nil else { return }
    let next = try from.statement(
      sql: "SELECT table_name, next_pk FROM \(SchemaCatalog.sequenceTable) ORDER BY 1"
    ).rows { ($0.text(at: 0), $0.integer(at: 1)) }
    for (table, next) in next where catalog.recordedTables.contains(table) && to.mayChange(table) {
      try to.recordNextKey(max(next, to.firstFreeKey(of: table)), of: table)
    }
  }

  /// Makes the other database give out keys after those of the counters: the statements of other
  /// programs take them from there. Tables without a counter have keys that their classes make
  /// themselves.
  private func reserveKeys(of tables: [String]) throws {
    guard let giver = to.keyGiving else { return }
    let counted = try to.statement(
      sql: "SELECT table_name FROM \(SchemaCatalog.sequenceTable) ORDER BY 1"
    ).rows { $0.text(at: 0) }
    for table in counted where tables.contains(table) {
      let next = try to.firstFreeKey(of: table)
      // After the greatest integer, no key is left to be given out.
      if next > 1 && next < .max { try giver.reserveKeys(of: table, through: next - 1) }
    }
  }
}

extension IndexDefinition {
  /// The parts that are in the database's own SQL.
  fileprivate var computed: [String] {
    columns.filter(\.isExpression).map(\.name) + (condition.map { [$0] } ?? [])
  }
}
