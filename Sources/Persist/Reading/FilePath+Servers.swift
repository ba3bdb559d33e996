import Foundation
import PersistentObjects
import PersistentObjectsCommandLine
import PersistentObjectsDriver
import PersistentObjectsInspection
import PersistentObjectsPostgreSQL
import PersistentObjectsTransfer

// A store is a file, or a schema on a PostgreSQL server that a URI names.

extension FilePath {
  /// Whether the path is a URI.
  var isOnServer: Bool {
    path.hasPrefix("postgresql://") || path.hasPrefix("postgres://")
  }

  private var driver: PostgresDriver { PostgresDriver(PostgresConfiguration(path)) }

  /// Opens the store for reading only.
  ///
  /// - Parameter isAny: whether to open a file of another program, too.
  func inspected(orAnyDatabase isAny: Bool = false) throws -> InspectedFile {
    if isOnServer { return try InspectedFile(driver) }
    return try isAny ? InspectedFile(anyDatabase: path) : InspectedFile(path)
  }

  /// Makes a store and fills it. A file is there only once it is complete.
  @discardableResult
  func filling<Result>(
    under interruption: Interruption, _ body: (Store) throws -> Result
  ) throws -> Result {
    if isOnServer { return try Self.filling(Store(postgres: path), body) }
    return try NewStoreFile(path: path).make(under: interruption) {
      try Self.filling(Store(path: $0), body)
    }
  }

  private static func filling<Result>(
    _ store: Store, _ body: (Store) throws -> Result
  ) throws -> Result {
    defer { store.close() }
    return try body(store)
  }

  /// Calls `write` with the path of a file to fill. If the path is a URI, copies the objects in
  /// that file to the server, which is faster than adding them there one by one.
  @discardableResult
  func making<Result>(
    _ output: Output, _ write: (_ path: String) throws -> Result
  ) throws -> Result {
    guard isOnServer else {
      if FileManager.default.fileExists(atPath: path) { return try write(path) }
      return try NewStoreFile(path: path).make(under: output.interruption, write)
    }
    try requireFree()
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "persist-\(UUID().uuidString)")
    let remove: @Sendable () -> Void = { try? FileManager.default.removeItem(at: folder) }
    return try output.interruption.cleaningUp(remove) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { remove() }
      let file = folder.appending(path: "store.sqlite3").path
      let result = try write(file)
      try filling(under: output.interruption) { try output.copy(InspectedFile(file), to: $0) }
      return result
    }
  }

  /// Returns the driver of a server's store that already has objects. Other objects must be added
  /// to such a store one by one, since the keys and references of both belong together. Returns nil
  /// for a file, and for a schema without objects, which can be filled faster.
  func serverWithObjects() throws -> (any Driver)? {
    guard isOnServer, let reader = try driver.openFirstReader() else { return nil }
    reader.close()
    do {
      _ = try InspectedFile(driver)
      return driver
    } catch let error as PersistenceError where error.code == .invalidModel {
      // The schema has no tables of this package; `public` always exists. Or it has empty records
      // of tables: copying then says that it has no room.
      return nil
    }
  }

  /// Throws `cannotOpen` if there is already a store.
  func requireFree() throws {
    guard isOnServer else { return try StoreWriter.requireFree(path) }
    guard let server = try serverWithObjects() else { return }
    throw PersistenceError(
      .cannotOpen,
      "\(server.databaseName) has objects; name a schema that has none, or load an export into it"
    )
  }

  /// Throws an error with an explanation for a file that is not a database. A damaged one is.
  func requireDatabase() throws {
    if !isOnServer { try InspectedFile.requireDatabase(path) }
  }

  /// Throws for a URI, if a verb takes only files.
  func requireFile(for verb: String) throws {
    guard isOnServer else { return }
    throw UsageError(
      "'\(verb)' takes a file here, not a URI; 'copy' copies a store to a server and back",
      verb: verb)
  }
}

extension Output {
  /// Copies a store and shows the progress.
  @discardableResult
  func copy(_ file: InspectedFile, to store: Store) throws -> CopyReport {
    let progress = progress("Copying")
    return try file.copy(to: store) { done, total in
      try interruption.check()
      progress(done, total)
    }
  }
}
