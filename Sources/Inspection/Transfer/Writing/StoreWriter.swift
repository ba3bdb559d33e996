import Foundation
import PersistentObjects
import PersistentObjectsDriver
package import PersistentObjectsInspection
import PersistentObjectsSQLite

/// Writes objects into a store without needing their classes, whose tables it creates from a model.
///
/// Everything is in a transaction that ``commit()`` ends. Without a commit, the changes are undone
/// when the writer is released, and a file that it has created is removed.
package final class StoreWriter {
  /// The path of a file, or the name of another database.
  let path: String
  let connection: Connection
  private(set) var catalog: SchemaCatalog
  /// Whether each commit checks for dangling references.
  private let checksReferences: Bool
  private var facts: FileFacts
  private var writers: [String: ClassWriter] = [:]
  /// Whether there was no file before, and nothing has been committed yet.
  private var isNew: Bool
  private var isInTransaction = false

  /// Opens a file, or creates one.
  ///
  /// - Parameter checksReferences: whether each commit checks for dangling references. Otherwise,
  ///   call ``requireReferences()`` at the end.
  init(_ path: String, checksReferences: Bool = true) throws {
    self.path = path
    self.checksReferences = checksReferences
    let isNew = !FileManager.default.fileExists(atPath: path)
    self.isNew = isNew
    var configuration = SQLiteConfiguration(path: path)
    configuration.foreignKeys = checksReferences
    do {
      connection = try Connection(opening: .writer, of: SQLiteDriver(configuration))
      catalog = try SchemaCatalog(connection)
      facts = try FileFacts(defaultsOf: catalog, connection)
    } catch {
      if isNew { NewFile.removeDatabase(at: path) }
      throw error
    }
  }

  /// Opens the database of a driver.
  init(_ driver: any Driver) throws {
    connection = try Connection(opening: .writer, of: driver)
    path = driver.databaseName
    checksReferences = true
    isNew = false
    catalog = try SchemaCatalog(connection)
    facts = try FileFacts(defaultsOf: catalog, connection)
  }

  /// Creates a file.
  ///
  /// Throws `cannotOpen` if the file exists and is not empty.
  package convenience init(creating path: String) throws {
    try Self.requireFree(path)
    // Remove an empty file first, so that none is left behind if this fails.
    try? FileManager.default.removeItem(atPath: NewFile.destination(of: path))
    try self.init(path)
  }

  /// Throws `cannotOpen` if a file exists and is not empty.
  package static func requireFree(_ path: String) throws {
    guard let stamp = DatabaseHead.FileStamp(path) else { return }
    let log = DatabaseHead.FileStamp(NewFile.destination(of: path) + "-wal")
    guard stamp.isOrdinary, stamp.size == 0, log == nil else {
      throw PersistenceError(
        .cannotOpen,
        "\(path) already exists; name a new file, since an existing one is not replaced")
    }
  }

  deinit {
    if isInTransaction { try? connection.rollBack() }
    let isUnused = isNew && isEmptyAndFree
    connection.close()
    if isUnused { NewFile.removeDatabase(at: path) }
  }

  /// Whether no other program has used the file in the meantime.
  private var isEmptyAndFree: Bool {
    do {
      try connection.execute(dialect.beginWrite)
      return try connection.base.readSchema().isEmpty
    } catch {
      return false
    }
  }

  /// Begins a transaction, and creates the tables of classes that the file lacks.
  ///
  /// Throws `schemaMismatch` if the file has a class in another form, and `invalidModel` if no file
  /// could have the classes.
  package func begin(_ model: StoreModel) throws {
    try begin()
    catalog = try SchemaCatalog(connection)
    for existing in model.classes where catalog.records[existing.table] != nil {
      try ClassMatch(existing, in: model, catalog).require()
    }
    let missing = try missingTables(model)
    if !missing.isEmpty { try connection.lockUpkeep() }
    try connection.explaining { try SchemaUpkeep(connection).create(missing, in: catalog) }
    try recordOldestVersions(model)
    catalog = try SchemaCatalog(connection)
    facts = try FileFacts(defaultsOf: catalog, connection)
  }

  /// Returns the tables of the classes that the file lacks.
  private func missingTables(_ model: StoreModel) throws -> [RequiredTable] {
    var names = TableNames(dialect.character)
    var missing: [RequiredTable] = []
    for classModel in model.classes where catalog.records[classModel.table] == nil {
      let tables = try ClassTables(of: classModel, in: model)
      var required = try tables.required()
      // Other databases' conditions and expressions are left to the classes.
      if dialect.recordingDialect != nil {
        for index in required.indices {
          required[index].definition.indices.removeAll(where: \.isComputed)
        }
      }
      try names.add(required, of: classModel)
      try tables.requireReadableDefaults()
      missing += required
    }
    return missing
  }

  /// Begins a transaction.
  func begin() throws {
    try connection.execute(dialect.beginWrite)
    isInTransaction = true
  }

  /// Writes an object whose class the file has.
  package func write(_ object: StoredObject) throws {
    try writer(of: object.key.table).write(object)
  }

  private func writer(of table: String) throws -> ClassWriter {
    if let writer = writers[table] { return writer }
    guard catalog.records[table] != nil, catalog.records[table]?.owner == nil else {
      throw PersistenceError(.unknownClass, "there is no class with the table '\(table)'")
    }
    let writer = try ClassWriter(table, catalog, facts, connection)
    writers[table] = writer
    return writer
  }

  /// Ends the transaction.
  ///
  /// Throws `danglingReference` if an object refers to a missing one.
  package func commit() throws {
    // Rows that were dangling before are not the fault of what is written.
    if checksReferences { try requireOpenReferences(of: writers.compactMapValues(\.keys)) }
    do {
      try connection.execute("COMMIT")
    } catch let error as PersistenceError where error.code == .constraintViolated {
      throw try explained(error)
    }
    isInTransaction = false
    isNew = false
  }

  /// Returns the error of a commit, as a `danglingReference` error if a reference to a missing
  /// object caused it.
  private func explained(_ error: PersistenceError) throws -> PersistenceError {
    guard dialect.character.failureSpoilsTransaction else {
      try requireReferences()
      return error
    }
    // Everything has been rolled back, so the objects can no longer be examined.
    isInTransaction = false
    guard let constraint = error.constraint, constraint.kind == .foreignKey else { return error }
    return PersistenceError(
      .danglingReference,
      """
      an object refers to one that is neither in the store nor among those written; include that one, \
      too: \(error.message)
      """,
      context: .init(table: constraint.table, column: constraint.columns.first), sql: error.sql,
      databaseCode: error.databaseCode, cause: error)
  }

  private var dialect: any Dialect { connection.dialect }

  // MARK: -

  /// Records the oldest versions of codecs: rows may be in an older form than their codec writes
  /// now.
  private func recordOldestVersions(_ model: StoreModel) throws {
    for classModel in model.classes {
      for (key, oldest) in try ClassTables(of: classModel, in: model).oldestVersions() {
        let statement = try connection.statement(
          sql: """
            UPDATE _persistent_column SET oldest_version = \(oldest) \
            WHERE oldest_version > \(oldest) AND table_name = \(dialect.placeholder(1)) \
            AND column_name = \(dialect.placeholder(2))
            """)
        statement.set(.text(key.table), at: 0)
        statement.set(.text(key.column), at: 1)
        try statement.run()
      }
    }
  }

  /// Throws `danglingReference` if an object refers to a missing one. This reads all references.
  func requireReferences() throws {
    if let broken = try connection.brokenReference() {
      throw PersistenceError(
        .danglingReference,
        """
        the object refers to one of '\(broken.target)' that is neither in the file nor among those \
        written; include that one, too
        """,
        context: .init(table: broken.table, column: broken.column, pk: broken.pk))
    }
    try requireOpenReferences()
  }

  /// Throws `danglingReference` if a reference that has no foreign key refers to a missing object.
  ///
  /// - Parameter keys: the keys of the objects whose references are checked, by table; nil for all
  ///   objects.
  private func requireOpenReferences(of keys: [String: ClosedRange<Int64>]? = nil) throws {
    let problems = try IntegrityCheck(connection).danglingReferences(of: keys)
    guard let problem = problems.first else { return }
    throw PersistenceError(
      .danglingReference,
      "\(problem.message); include those objects, too", context: .init(table: problem.table))
  }

  /// Makes the key counters continue after the keys of the written rows, and after `next` if that
  /// is greater. Tables whose keys are not counted get no counter.
  package func advanceKeys(next: [String: Int64]) throws {
    for table in Set(next.keys).union(writers.keys).sorted() where catalog.tables[table] != nil {
      let greatest = try connection.number("SELECT max(pk) FROM \(dialect.quoted(table))") ?? 0
      let key = max(next[table] ?? .min, min(greatest, .max - 1) + 1)
      if let giver = connection.base as? any KeyGiving {
        try giver.reserveKeys(of: table, through: key - 1)
      } else {
        let statement = try connection.statement(
          sql: next[table] == nil ? counterAdvance : counterCreation)
        statement.set(.text(table), at: 0)
        statement.set(.integer(key), at: 1)
        try statement.run()
      }
    }
  }

  private var counterCreation: String {
    let greater = dialect.greatest(
      "_persistent_sequence.next_pk", SQLText(dialect.proposed("next_pk"))
    ).sql(dialect)
    return """
      INSERT INTO _persistent_sequence (table_name, next_pk) \
      VALUES (\(dialect.placeholder(1)), \(dialect.placeholder(2)))\
      \(dialect.onConflict(["table_name"], set: [("next_pk", greater)]))
      """
  }

  private var counterAdvance: String {
    """
    UPDATE _persistent_sequence SET next_pk = \(dialect.greatest("next_pk", SQLText(dialect.placeholder(2))).sql(dialect)) \
    WHERE table_name = \(dialect.placeholder(1))
    """
  }
}

/// Compares a class of a model with the same class in a file.
struct ClassMatch {
  private let classModel: ClassModel
  private let model: StoreModel
  private let catalog: SchemaCatalog

  init(_ classModel: ClassModel, in model: StoreModel, _ catalog: SchemaCatalog) {
    self.classModel = classModel
    self.model = model
    self.catalog = catalog
  }

  /// Throws `schemaMismatch` if the file lacks a column of the class, or has it with another codec,
  /// or if it has another kind of collection.
  func require() throws {
    for table in try ClassTables(of: classModel, in: model).required() {
      try requireKeys(table)
      for column in table.columns {
        let key = SchemaCatalog.ColumnKey(
          table: table.definition.name, column: column.definition.name)
        guard let recorded = catalog.columns[key] else {
          throw mismatch(column, key, "the file has no such column")
        }
        guard recorded.codec == column.codec.name, recorded.version == column.codec.version else {
          throw mismatch(
            column, key, "the file has the codec '\(recorded)', not '\(column.codec)'")
        }
      }
    }
  }

  /// The keys of rows tell arrays, sets and dictionaries apart.
  private func requireKeys(_ table: RequiredTable) throws {
    let name = table.definition.name
    guard name != classModel.table, let column = table.columns.last,
      let recorded = catalog.tables[name]?.columns
    else { return }
    let keys = table.definition.columns.map(\.name)
    if Set(recorded.filter(ColumnName.isRowKey)) != Set(keys.filter(ColumnName.isRowKey)) {
      let key = SchemaCatalog.ColumnKey(table: name, column: column.definition.name)
      throw mismatch(column, key, "the file has another kind of collection")
    }
  }

  private func mismatch(
    _ column: RequiredColumn, _ key: SchemaCatalog.ColumnKey, _ message: String
  ) -> PersistenceError {
    PersistenceError(
      .schemaMismatch,
      """
      \(message); nothing was changed. Open it first with the program whose classes are to be loaded, \
      or load into a new file
      """,
      context: .init(
        className: classModel.name, property: column.property, table: key.table, column: key.column)
    )
  }
}
