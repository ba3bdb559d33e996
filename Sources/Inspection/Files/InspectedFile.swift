import PersistentObjects
import PersistentObjectsEngine

/// A file of objects, looked at without the classes of its program.
///
/// It is only read, and left as it is: neither its journal mode nor its tables change, and no files are made
/// beside it. All that is read is one state of the file: the one at the moment of opening, with what a
/// running program had committed until then. As long as a file is open here the log beside it keeps what
/// is newer.
///
/// Isolation: not `Sendable`; used by one thread at a time.
public final class InspectedFile {
  /// The path, as it was given.
  public var path: String { file.path }
  /// The classes that it records.
  public let model: StoreModel
  let catalog: SchemaCatalog
  let file: DatabaseFile

  /// Opens a file.
  ///
  /// Throws `cannotOpen` where there is no file, it may not be read, or a program that stopped has left it
  /// half-written; `corrupt` where it is no database, encrypted or damaged; `busy` where another process
  /// keeps it to itself; and `invalidModel` where it is a database without tables of this package.
  public init(_ path: String) throws {
    file = try DatabaseFile(path)
    catalog = try SchemaCatalog(file.connection)
    guard !catalog.records.isEmpty else { throw Self.isForeign(path) }
    model = StoreModel(catalog, try FileFacts(defaultsOf: catalog, file.connection))
  }

  var connection: Connection { file.connection }

  /// Throws `busy` if the file was read without its lock, since nobody seemed to use it, and has changed
  /// meanwhile: what was read may be of two states. To be called when all has been read.
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
