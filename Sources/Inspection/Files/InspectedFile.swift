import PersistentObjects
import PersistentObjectsEngine

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
  let file: DatabaseFile

  /// Opens a file.
  ///
  /// Throws `cannotOpen` if there is no file, it may not be read, or a program that stopped has
  /// left it half-written; `corrupt` if it is not a database, encrypted or damaged; `busy` if
  /// another process locks it; and `invalidModel` if it is a database without tables of this
  /// package.
  public init(_ path: String) throws {
    file = try DatabaseFile(path)
    catalog = try SchemaCatalog(file.connection)
    guard !catalog.records.isEmpty else { throw Self.isForeign(path) }
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
