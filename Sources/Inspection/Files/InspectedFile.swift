import PersistentObjects
public import PersistentObjectsEngine

/// A file of objects, inspected without the classes of its program.
///
/// It is only read: neither its journal mode nor its tables change, and no files are made beside
/// it. All reads see one state of the file: that at the time of opening, with everything that a
/// running program had committed until then. As long as a file is open here, its log keeps newer
/// changes.
///
/// Isolation: not `Sendable`; for one thread at a time.
public final class InspectedFile {
  /// The path, as it was given.
  public var path: String { file.path }
  /// The classes that it records.
  public let model: StoreModel
  let catalog: SchemaCatalog
  let file: any InspectedDatabase

  /// Opens a file.
  ///
  /// Throws `cannotOpen` if there is no file, it may not be read, or a program that stopped has
  /// left it half-written; `corrupt` if it is not a database, encrypted or damaged; `busy` if
  /// another process locks it; and `invalidModel` if it is a database without tables of this
  /// package.
  public convenience init(_ path: String) throws { try self.init(DatabaseFile(path)) }

  /// Opens a database of any driver, such as a schema on a PostgreSQL server, to read within one transaction.
  ///
  /// Throws `cannotOpen`, and `invalidModel` if it has no tables of this package.
  public convenience init(_ driver: any Driver) throws { try self.init(DriverDatabase(driver)) }

  private init(_ file: any InspectedDatabase) throws {
    self.file = file
    catalog = try SchemaCatalog(file.connection)
    guard !catalog.records.isEmpty else { throw Self.isForeign(file.path) }
    model = StoreModel(catalog, try FileFacts(defaultsOf: catalog, file.connection))
  }

  var connection: Connection { file.connection }

  /// Throws `busy` if the file was read without its lock, since no program seemed to use it, and
  /// has changed meanwhile, so that the reads may have seen two states. Call it after the last
  /// read.
  public func requireUnchanged() throws { try file.requireUnchanged() }

  private static func isForeign(_ path: String) -> PersistenceError {
    PersistenceError(
      .invalidModel,
      """
      \(path) is a database, but has no tables of PersistentObjects; `persist generate` makes classes for \
      it, and `persist import` brings its rows over
      """)
  }
}
