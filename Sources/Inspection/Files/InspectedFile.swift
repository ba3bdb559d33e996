import Foundation
import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

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
  public let path: String
  /// The classes that it records.
  public let model: StoreModel
  let connection: Connection
  let catalog: SchemaCatalog
  private let beginning: FileState

  /// Opens a file.
  ///
  /// Throws `cannotOpen` where there is no file or it may not be read, `corrupt` where it is no database,
  /// encrypted or damaged, `busy` where another process keeps it to itself, and `invalidModel` where it is a
  /// database without tables of this package.
  public init(_ path: String) throws {
    self.path = path
    beginning = try FileState(path)
    connection = try Self.open(path, beginning)
    do {
      try connection.execute(SQLiteDialect().beginRead)
      catalog = try SchemaCatalog(connection)
      guard !catalog.records.isEmpty else { throw Self.isForeign(path) }
      model = StoreModel(catalog, defaults: try ColumnDefaults(connection))
    } catch {
      connection.close()
      throw error
    }
  }

  deinit { connection.close() }

  /// Whether the database says that a write-ahead log belongs to it; read without one it seems to have none.
  var isInLogMode: Bool { beginning.isInLogMode }

  /// Throws `busy` if the file was read without its lock, since nobody seemed to use it, and has changed
  /// meanwhile: what was read may be of two states. To be called when all has been read.
  public func requireUnchanged() throws {
    guard !beginning.hasLog, try FileState(path) != beginning else { return }
    throw PersistenceError(
      .busy, "\(path) was changed by another program while it was read; look at it again")
  }

  /// Without a log nobody writes, and the file is read as it stands: SQLite would leave an empty log behind.
  private static func open(_ path: String, _ state: FileState) throws -> Connection {
    var configuration = SQLiteConfiguration(path: path)
    configuration.access = state.hasLog || !state.isInLogMode ? .readOnly : .immutable
    return try SQLiteDriver(configuration).openConnection(.reader)
  }

  private static func isForeign(_ path: String) -> PersistenceError {
    PersistenceError(
      .invalidModel,
      """
      \(path) is a database, but has no tables of PersistentObjects; `persist generate` makes classes for \
      it, and `persist import` brings its rows over
      """)
  }
}

/// What tells whether a file has changed.
private struct FileState: Equatable {
  let size: UInt64
  let changed: Date
  let hasLog: Bool
  let isInLogMode: Bool

  init(_ path: String) throws {
    let file = FileManager.default
    guard let attributes = try? file.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType != .typeDirectory
    else {
      throw PersistenceError(.cannotOpen, "\(path) is missing, is a folder, or may not be read.")
    }
    size = attributes[.size] as? UInt64 ?? 0
    changed = attributes[.modificationDate] as? Date ?? .distantPast
    hasLog = file.fileExists(atPath: path + "-wal")
    isInLogMode = Self.writeVersion(path) == 2
  }

  /// The 19th byte of a database: 2 with a write-ahead log.
  private static func writeVersion(_ path: String) -> UInt8? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: 20))?.dropFirst(18).first
  }
}
