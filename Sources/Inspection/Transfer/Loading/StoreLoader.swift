import Foundation
import PersistentObjects
public import PersistentObjectsDriver

/// Loads the objects of an `InspectedFile.export` into a file, or another database. Their classes
/// are not needed: missing tables are created from the model in the first line.
///
/// Lines may come in any order, and references may form cycles.
///
/// ```swift
/// let input = FileHandle(forReadingAtPath: "people.ndjson")
/// let outcome = try StoreLoader("copy.sqlite3").load { try input?.read(upToCount: 1 << 16).map { [UInt8]($0) } }
/// ```
public struct StoreLoader {
  private let makeWriter: (_ checksReferences: Bool) throws -> StoreWriter

  /// Creates a loader for a file, which is created if it is missing.
  public init(_ path: String) {
    makeWriter = { try StoreWriter(path, checksReferences: $0) }
  }

  /// Creates a loader for the database of a driver, such as a schema on a PostgreSQL server.
  public init(_ driver: any Driver) {
    makeWriter = { checksReferences in
      if checksReferences { return try StoreWriter(driver) }
      throw PersistenceError(
        .unsupported,
        "the database checks the references of each transaction, so lines cannot be loaded in batches"
      )
    }
  }

  /// Loads all lines in one transaction. If it fails, nothing has changed.
  ///
  /// Throws `invalidValues` for a line that cannot be read or an object that does not fit its
  /// class, `invalidModel` for classes that no file could have, `constraintViolated` for a key or a
  /// unique value that is taken, `schemaMismatch` if the file has a class in another form, and
  /// `danglingReference` if an object refers to a missing one. The message of an error about a line
  /// begins with the number of that line.
  ///
  /// - Parameters:
  ///   - progress: called with the number of bytes read so far.
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

  /// Loads lines in batches, each in its own transaction. After a failure, the same call with the
  /// same lines continues after the last committed batch.
  ///
  /// References are checked after the last line. Throws the same errors as ``load(progress:_:)``,
  /// `invalidValues` if the lines that have already been loaded have changed, and `unsupported` if
  /// the database checks references in each transaction.
  ///
  /// - Parameters:
  ///   - batch: the number of lines per transaction.
  ///   - progress: called with the number of bytes read so far.
  ///   - read: returns the next bytes; nil at the end.
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
///
/// See ``StoreLoader``.
public struct LoadOutcome: Hashable, Sendable {
  /// The number of objects by class; classes that share a name go by their tables.
  public var objects: [String: Int] = [:]
  /// The number of lines that were skipped because they had already been loaded.
  public var skippedLines = 0

  /// The total number of objects.
  public var count: Int { objects.values.reduce(0, +) }
}
