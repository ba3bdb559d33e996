// What the file contains, and what classes have left in it. No report changes the file, even if the
// class has not been used yet.

import PersistentObjectsConnections
import PersistentObjectsDriver
public import PersistentObjectsSchema

extension Store {
  /// Returns a report that compares the tables of a class with what the file has: tables, columns,
  /// codecs, indices and rows. It says what the next use of the class will do, and whether that can
  /// be done. Counts the rows.
  ///
  /// The errors of that use are in the report, also those that make the class unusable in any file,
  /// such as `invalidModel` and `noCodec`.
  public func schema<Object: PersistentObject>(of type: Object.Type) async throws -> SchemaReport {
    try await lend("store.schema", .snapshot) { try $0.schema(of: type) }
  }

  /// Returns reports on all tables of the file except the metadata tables, by name, including
  /// tables that this package did not create. Counts the rows.
  public func tables() async throws -> [TableReport] {
    try await lend("store.tables", .snapshot) { try $0.tables() }
  }

  /// Drops what the file has of properties that a class no longer declares: columns, child tables,
  /// and those of their indices that this package created. It drops nothing that is not recorded as
  /// its own. First it updates the tables, as the first use of the class does.
  ///
  /// Everything is done in one transaction. No other program may still use the old class. A
  /// subclass has a table of its own, and is pruned by a separate call.
  ///
  /// ```swift
  /// print(try await store.prune(Person.self, dryRun: true))
  /// // drop the column person.shoe_size
  /// // drop the table person_nick_names
  /// ```
  ///
  /// - Parameter dryRun: whether to only report what would be dropped, without changing anything.
  /// - Returns: what was dropped.
  /// - Throws: `schemaMismatch` if an index, trigger or view that this package did not create needs
  ///   a column; nothing is changed then. The errors of the class's first use, also with `dryRun`.
  @discardableResult
  public func prune<Object: PersistentObject>(
    _ type: Object.Type, dryRun: Bool = false
  ) async throws -> Pruning {
    try await lend("store.prune", dryRun ? .snapshot : .transaction) {
      dryRun ? try $0.unused(of: type) : try $0.prune(type)
    }
  }

  /// Drops the table of a class that the program no longer has, with its child tables. The counter
  /// of its keys stays, so that no key is ever given out again.
  ///
  /// - Returns: what was dropped.
  /// - Throws: `schemaMismatch` if the table was not created for a class, if a class that the store
  ///   has met uses it, or if another table refers to it.
  @discardableResult
  public func prune(table: String, dryRun: Bool = false) async throws -> Pruning {
    try await lend("store.prune", dryRun ? .snapshot : .transaction) {
      dryRun ? try $0.belongings(ofRemoved: table) : try $0.prune(table: table)
    }
  }
}

extension PersistentObject {
  /// Returns whether the file has the table of this class, under its current or its former name.
  /// Creates nothing, and reads only the schema.
  public static func tableExists(in session: Session) throws -> Bool {
    try session.hasTable(of: _entity)
  }
}

extension Session {
  /// Returns a report that compares the tables of a class with what the file has. See
  /// `store.schema(of:)`.
  public func schema(of type: any PersistentObject.Type) throws -> SchemaReport {
    try throwIfFailed()
    let entity = type._entity
    try entity.requireTable()
    let plan: EntityPlan
    do {
      plan = try uncheckedPlan(of: entity)
    } catch let error as PersistenceError where CollectedProblems.areOfClass(error) {
      return try withReader { reader, _ in
        try reader.report(entity.className, table: entity.table, problems: error)
      }
    }
    return try withReader { reader, connection in
      try reader.report(plan.tables) {
        try compareNextUse(of: plan, with: $0, on: connection)
      }
    }
  }

  /// Returns reports on all tables of the file except the metadata tables. See `store.tables()`.
  public func tables() throws -> [TableReport] {
    try withReader { reader, _ in try reader.tables() }
  }

  private func withReader<R>(_ body: (SchemaReader, Connection) throws -> R) throws -> R {
    try asking { connection in
      try connection.readingAnyLayout { try body(SchemaReader(connection), connection) }
    }
  }

  func hasTable(of entity: EntityDescription) throws -> Bool {
    try asking { try entity.hasTable(in: SchemaCatalog($0).records) }
  }

  // MARK: Pruning

  func unused(of type: any PersistentObject.Type) throws -> Pruning {
    acceptsLeftovers = true
    defer { acceptsLeftovers = false }
    let plan = try uncheckedPlan(of: type._entity)
    return try reading { connection in
      let catalog = try SchemaCatalog(connection)
      let others = try compareNextUse(of: plan, with: catalog, on: connection).others
      return Pruning(plan.tables, beside: others, catalog: catalog)
    }
  }

  func prune(_ type: any PersistentObject.Type) throws -> Pruning {
    acceptsLeftovers = true
    defer { acceptsLeftovers = false }
    let plan = try plan(of: type._entity)
    return try carryOut { try Pruning(plan.tables, catalog: reading { try SchemaCatalog($0) }) }
  }

  func belongings(ofRemoved table: String) throws -> Pruning {
    if let entity = store.directory.entity(table: table) {
      throw PersistenceError(
        .schemaMismatch, "the class \(entity.className) uses the table; nothing was changed",
        context: .init(className: entity.className, table: table))
    }
    return try reading { connection in
      let catalog = try SchemaCatalog(connection)
      let pruning = try Pruning(removing: table, catalog: catalog)
      try requireUnreferenced(table, catalog: catalog, on: connection)
      return pruning
    }
  }

  /// Throws if rows of other classes refer to a table. References to classes with subclasses name
  /// the table in each row.
  private func requireUnreferenced(
    _ table: String, catalog: SchemaCatalog, on connection: Connection
  ) throws {
    let own = Set(catalog.belongings(of: table) + [table])
    for key in catalog.classColumns where !own.contains(key.table) {
      let row: SQLText = """
        SELECT 1 FROM \(store.dialect.quoted(key.table)) \
        WHERE \(store.dialect.quoted(key.column)) = \(.text(table)) LIMIT 1
        """
      guard try connection.hasRow(row) else { continue }
      throw PersistenceError(
        .schemaMismatch,
        "rows of \(key.table) refer to rows of this table; nothing was changed. Delete them first",
        context: .init(table: table))
    }
  }

  func prune(table: String) throws -> Pruning { try carryOut { try belongings(ofRemoved: table) } }

  /// Drops what a closure finds.
  private func carryOut(_ find: () throws -> Pruning) throws -> Pruning {
    try joining { transaction in
      // Nobody else changes the tables that it compares.
      try transaction.connection.lockUpkeep()
      let pruning = try find()
      if pruning.isEmpty { return pruning }
      noteWritten(.pruned, in: transaction)
      do {
        try SchemaUpkeep(transaction.connection).apply(pruning.changes)
      } catch let error as PersistenceError where store.dialect.refusesDrop(error) {
        throw PersistenceError(
          .schemaMismatch,
          """
          something in the database that this package did not create depends on what was to be dropped: \
          \(error.message); nothing was changed
          """,
          context: error.context, sql: error.sql, databaseCode: error.databaseCode, cause: error)
      }
      return pruning
    }
  }
}
