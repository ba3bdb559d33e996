import Foundation
import PersistentObjects
public import PersistentObjectsEngine

/// Loads the objects of an `InspectedFile.export` into a file, or another database, without needing their classes:
/// missing tables are made from the model in the first line.
///
/// Lines may come in any order, and references may form cycles.
///
/// ```swift
/// let input = FileHandle(forReadingAtPath: "people.ndjson")
/// let outcome = try StoreLoader("copy.sqlite3").load { try input?.read(upToCount: 1 << 16).map { [UInt8]($0) } }
/// ```
public struct StoreLoader {
  private let makeWriter: (_ checksReferences: Bool) throws -> StoreWriter

  /// Names a file, which is created if it is missing.
  public init(_ path: String) {
    makeWriter = { try StoreWriter(path, checksReferences: $0) }
  }

  /// Names the database of a driver, such as a schema on a PostgreSQL server.
  public init(_ driver: any Driver) {
    makeWriter = { checksReferences in
      if checksReferences { return try StoreWriter(driver) }
      throw PersistenceError(
        .unsupported,
        "the database checks the references of each transaction, so that lines are not loaded in batches"
      )
    }
  }

  /// Loads all lines in one transaction: either all objects are loaded, or nothing has changed.
  ///
  /// Throws `invalidValues` for a line that cannot be read or an object that does not fit its
  /// class, `constraintViolated` for a key or a unique value that is taken, `schemaMismatch` if the
  /// file has a class in another form, and `danglingReference` if an object refers to a missing
  /// one. The message begins with the number of the line.
  ///
  /// - Parameters:
  ///   - progress: called with the number of bytes read.
  ///   - read: returns some bytes; nil at the end.
  /// - Returns: the outcome.
  public func load(
    progress: @escaping (_ bytes: Int) -> Void = { _ in }, _ read: @escaping () throws -> [UInt8]?
  ) throws -> LoadOutcome {
    let loading = try Loading(makeWriter(true), progress, read)
    try loading.begin()
    try loading.requireUnresumed()
    while try loading.loadLine() {}
    return try loading.finish()
  }

  /// Loads lines in batches, each in its own transaction. After a failure the same call with the
  /// same lines continues after the last committed batch.
  ///
  /// References are checked after the last line; `unsupported` where the database checks them with each
  /// transaction. Throws the same errors as ``load(progress:_:)``,
  /// and `invalidValues` if the lines that were loaded before have changed.
  ///
  /// - Parameter batch: the number of lines in a transaction.
  public func resume(
    batch: Int = 10_000, progress: @escaping (_ bytes: Int) -> Void = { _ in },
    _ read: @escaping () throws -> [UInt8]?
  ) throws -> LoadOutcome {
    let loading = try Loading(makeWriter(false), progress, read)
    try loading.begin()
    try loading.skipLoaded()
    var count = 0
    while try loading.loadLine() {
      count += 1
      if count.isMultiple(of: max(1, batch)) { try loading.commitBatch() }
    }
    return try loading.finishBatches()
  }
}

/// The outcome of a load.
public struct LoadOutcome: Hashable, Sendable {
  /// The number of objects by their class.
  public var objects: [String: Int] = [:]
  /// The number of lines that had been loaded before.
  public var skippedLines = 0

  /// The number of all objects.
  public var count: Int { objects.values.reduce(0, +) }
}
