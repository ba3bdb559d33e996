import Foundation
import PersistentObjects
import PersistentObjectsInspection
import PersistentObjectsPostgreSQL

// A store is a file, or a schema on a PostgreSQL server, which a URI names.

extension FilePath {
  /// Whether it is a URI.
  var isOnServer: Bool {
    path.hasPrefix("postgresql://") || path.hasPrefix("postgres://")
  }

  private var driver: PostgresDriver { PostgresDriver(PostgresConfiguration(path)) }

  /// Opens the store to read alone.
  func inspected() throws -> InspectedFile {
    try isOnServer ? InspectedFile(driver) : InspectedFile(path)
  }

  /// Makes a store to be filled; removes its file again if `body` throws.
  func filling<Result>(_ body: (Store) throws -> Result) throws -> Result {
    if !isOnServer { try LegacyStore.requireFree(path) }
    let store = try isOnServer ? Store(postgres: path) : Store(path: path)
    defer { store.close() }
    do {
      return try body(store)
    } catch {
      if !isOnServer { try? store.blocking.deleteDatabase() }
      throw error
    }
  }

  /// Throws for a URI, where a verb takes only files.
  func requireFile(for verb: String) throws {
    guard isOnServer else { return }
    throw UsageError(
      "'\(verb)' takes a file here, and no URI; 'copy' brings a store to a server and back",
      verb: verb)
  }
}
