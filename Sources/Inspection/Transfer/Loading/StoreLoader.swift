import Foundation
import PersistentObjects
import PersistentObjectsEngine

/// Loads objects that `InspectedFile.export` has written into a file, which needs no classes for it: the
/// tables of classes that the file does not have are made of the model in the first line.
///
/// Lines may come in any order, and objects may refer to each other in circles.
///
/// ```swift
/// let input = FileHandle(forReadingAtPath: "people.ndjson")
/// let outcome = try StoreLoader("copy.sqlite3").load { try input?.read(upToCount: 1 << 16).map { [UInt8]($0) } }
/// ```
public struct StoreLoader {
  /// The file to load into; it is made if it is missing.
  public let path: String

  /// Names a file.
  public init(_ path: String) { self.path = path }

  /// Loads all lines in one transaction: all objects are there, or nothing has changed.
  ///
  /// Throws `invalidValues` for a line that cannot be read or an object that does not fit its class,
  /// `constraintViolated` for a key or a unique value that is taken, `schemaMismatch` where the file has a
  /// class in another form, and `danglingReference` where an object refers to one that is missing. The
  /// message begins with the number of the line.
  ///
  /// - Parameters:
  ///   - progress: told how many bytes were read.
  ///   - read: gives some bytes; nil at the end.
  /// - Returns: what was loaded.
  public func load(
    progress: @escaping (_ bytes: Int) -> Void = { _ in }, _ read: @escaping () throws -> [UInt8]?
  ) throws -> LoadOutcome {
    let loading = try Loading(StoreWriter(path), progress, read)
    try loading.begin()
    try loading.requireUnresumed()
    while try loading.loadLine() {}
    return try loading.finish()
  }

  /// Loads lines in batches, each in a transaction of its own. After a failure the same call with the same
  /// lines goes on behind the last batch that was committed.
  ///
  /// References are looked at when all was loaded. Throws as ``load(progress:_:)``, and `invalidValues` where
  /// the lines that were loaded before are others now.
  ///
  /// - Parameter batch: how many lines a transaction has.
  public func resume(
    batch: Int = 10_000, progress: @escaping (_ bytes: Int) -> Void = { _ in },
    _ read: @escaping () throws -> [UInt8]?
  ) throws -> LoadOutcome {
    let loading = try Loading(StoreWriter(path, checksReferences: false), progress, read)
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

/// What was loaded.
public struct LoadOutcome: Hashable, Sendable {
  /// The number of objects by their class.
  public var objects: [String: Int] = [:]
  /// How many lines had been loaded before.
  public var skippedLines = 0

  /// How many objects in all.
  public var count: Int { objects.values.reduce(0, +) }
}
