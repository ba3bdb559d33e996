import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSQLite

@testable import PersistentObjectsEngine

/// A database file in a separate folder, removed with this object.
final class TemporaryDatabase: Sendable {
  let folder: String
  let path: String

  init(name: String = "test.sqlite3") throws {
    folder = NSTemporaryDirectory() + "/persistent-objects-" + UUID().uuidString
    path = folder + "/" + name
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func driver(_ change: (inout SQLiteConfiguration) -> Void = { _ in }) -> SQLiteDriver {
    var configuration = SQLiteConfiguration(path: path)
    change(&configuration)
    return SQLiteDriver(configuration)
  }

  func open(
    _ role: ConnectionRole = .writer, _ change: (inout SQLiteConfiguration) -> Void = { _ in }
  ) throws -> Connection {
    try Connection(opening: role, of: driver(change))
  }

  func bytes(_ suffix: String = "") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + suffix))
  }
}

extension Connection {
  /// A connection to a database in memory, with some tables.
  static func inMemory(_ sql: String = "") throws -> Connection {
    let connection = try Connection(opening: .writer, of: SQLiteDriver(.inMemory))
    try connection.runAll(sql)
    return connection
  }

  /// Runs statements separated by semicolons at the ends of lines or before spaces.
  func runAll(_ sql: String) throws {
    var rest = sql
    while !rest.isEmpty {
      let isTrigger = rest.range(of: "CREATE TRIGGER", options: .anchored) != nil
      let end = rest.range(of: isTrigger ? "END" : ";")?.upperBound ?? rest.endIndex
      try execute(String(rest[..<end]))
      rest = rest[end...].trimmingCharacters(in: .whitespacesAndNewlines.union([";"]))
    }
  }

  /// All rows of a query.
  func rows(_ sql: String, _ parameters: StoredValue...) throws -> [[StoredValue]] {
    let statement = try statement(sql: sql)
    defer { statement.reset() }
    for (index, value) in parameters.enumerated() { statement.set(value, at: index) }
    var rows: [[StoredValue]] = []
    while let row = try statement.next() { rows.append(row.values) }
    return rows
  }

  /// The first column of the first row.
  func value(_ sql: String, _ parameters: StoredValue...) throws -> StoredValue? {
    let statement = try statement(sql: sql)
    defer { statement.reset() }
    for (index, value) in parameters.enumerated() { statement.set(value, at: index) }
    return try statement.next()?.value(at: 0)
  }
}

/// The error that `body` throws.
func failure(_ body: () throws -> Void) -> PersistenceError? {
  do {
    try body()
    return nil
  } catch { return error as? PersistenceError }
}
