public import PersistentObjects
import PersistentObjectsDriver

/// A file of objects, inspected without the classes of its program.
///
/// ```swift
/// let file = try InspectedFile("people.sqlite3")
/// try file.forEachObject(of: "Person") { person in
///   print(person.key.pk, person["lastName"] ?? .null)
///   return true
/// }
/// ```
///
/// The file is only read: neither its journal mode nor its tables change, and no files are created
/// beside it. All reads see the state of the file at the time of opening, with everything that a
/// running program had committed until then. While a file is open here, newer changes stay in its
/// log.
///
/// Isolation: not `Sendable`; use it from one thread at a time.
public final class InspectedFile {
  /// The path, as it was given.
  public var path: String { file.path }
  /// The classes that the file records.
  public let model: StoreModel
  package let catalog: SchemaCatalog
  /// The default values of columns.
  let facts: FileFacts
  /// The names that tell the classes apart.
  package let classNames: DistinctNames
  let file: any InspectedDatabase
  /// The tables of a database of another program, which are the classes of the model; nil for a
  /// store.
  package let foreign: ForeignSchema?
  /// The readers of classes that were used, by table.
  var readers: [String: ClassReader] = [:]

  /// Opens a file.
  ///
  /// Throws `cannotOpen` if there is no file, if it may not be read, or if a program that stopped
  /// has left it half-written; `corrupt` if it is not a database, or is encrypted or damaged;
  /// `busy` if another process locks it; and `invalidModel` if it is a database without tables of
  /// this package.
  public convenience init(_ path: String) throws { try self.init(DatabaseFile(path)) }

  /// Opens a file of this package or of any other program.
  ///
  /// In a file without records of this package, each table is a class of the same name, with its
  /// columns as properties, which have the values as they are stored. A foreign key on the integer
  /// key of another table is a reference. The key of an object is the integer key of its row, or
  /// else its row id, or, in a table without one, the number of the row in the order of its key.
  ///
  /// Throws the errors of ``init(_:)-(String)``, except that a database without tables of this
  /// package is opened.
  public convenience init(anyDatabase path: String) throws {
    let file = try DatabaseFile(path)
    try self.init(file, foreign: ForeignSchema(file))
  }

  /// Opens a database of any driver, such as a schema on a PostgreSQL server, and reads it in one
  /// transaction.
  ///
  /// Throws `cannotOpen` if there is no such database or nothing in it, and `invalidModel` if it
  /// has no tables of this package.
  public convenience init(_ driver: any Driver) throws { try self.init(DriverDatabase(driver)) }

  private convenience init(_ file: any InspectedDatabase) throws {
    let catalog = try SchemaCatalog(file.connection)
    guard !catalog.records.isEmpty else { throw Self.isForeign(file.path) }
    try self.init(file, catalog)
  }

  private convenience init(_ file: DatabaseFile, foreign schema: ForeignSchema) throws {
    var catalog = try SchemaCatalog(file.connection)
    let isForeign = catalog.records.isEmpty
    if isForeign { try catalog.addRecords(of: schema, in: file) }
    try self.init(file, catalog, foreign: isForeign ? schema : nil)
  }

  private init(
    _ file: any InspectedDatabase, _ catalog: SchemaCatalog, foreign: ForeignSchema? = nil
  ) throws {
    self.file = file
    self.catalog = catalog
    self.foreign = foreign
    classNames = DistinctNames(catalog)
    facts = try FileFacts(defaultsOf: catalog, file.connection)
    model = StoreModel(catalog, facts)
  }

  /// Throws the error of ``init(_:)-(String)`` for a file that is not a database: one that is
  /// missing, empty, encrypted or of another kind. A damaged database passes.
  package static func requireDatabase(_ path: String) throws {
    try DatabaseHead.requireDatabase(path)
  }

  package var connection: Connection { file.connection }

  /// Throws `busy` if the file was read without a lock and has changed in the meantime, so that the
  /// reads may have seen two states. A file is read without a lock if no program seemed to use it
  /// when it was opened. Call this after the last read.
  public func requireUnchanged() throws { try file.requireUnchanged() }

  private static func isForeign(_ path: String) -> PersistenceError {
    PersistenceError(
      .invalidModel,
      """
      \(path) is a database, but has no tables of PersistentObjects; `persist generate` makes classes for \
      it, and `persist import` imports its rows
      """)
  }
}
