import Foundation
import PersistentObjectsEngine
import PersistentObjectsSQLite

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
    _ role: Connection.Role = .writer, _ change: (inout SQLiteConfiguration) -> Void = { _ in }
  ) throws -> Connection {
    try driver(change).openConnection(role)
  }

  func bytes(_ suffix: String = "") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + suffix))
  }
}

extension Connection {
  /// A connection to a database in memory, with some tables.
  static func inMemory(_ sql: String = "") throws -> Connection {
    let connection = try SQLiteDriver(.inMemory).openConnection(.writer)
    try connection.execute(sql)
    return connection
  }

  /// All rows of a query.
  func rows(_ sql: String, _ parameters: StoredValue...) throws -> [[StoredValue]] {
    let statement = try statement(sql: sql)
    defer { statement.reset() }
    for (index, value) in parameters.enumerated() { statement.set(value, at: index) }
    var rows: [[StoredValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }

  /// The first column of the first row.
  func value(_ sql: String, _ parameters: StoredValue...) throws -> StoredValue? {
    let statement = try statement(sql: sql)
    defer { statement.reset() }
    for (index, value) in parameters.enumerated() { statement.set(value, at: index) }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}

/// The error that `body` throws.
func failure(_ body: () throws -> Void) -> PersistenceError? {
  do {
    try body()
    return nil
  } catch { return error as? PersistenceError }
}
