package import PersistentObjects
import PersistentObjectsDriver

/// A database that is only read. All reads see one state.
///
/// Isolation: not `Sendable`; use it from one thread at a time.
package protocol InspectedDatabase: AnyObject {
  /// The path of a file as it was given, or the name of a database.
  var path: String { get }
  /// The connection, which reads within the one transaction.
  var connection: Connection { get }
  /// Throws `busy` if the reads may have seen two states. Call it after the last read.
  func requireUnchanged() throws
  /// Returns the sizes and settings of the whole database.
  func measure() throws -> DatabaseFigures
}

extension InspectedDatabase {
  /// Returns the first cell of the first row; NULL if there is none.
  package func firstValue(_ sql: String) throws -> StoredValue {
    let statement = try connection.statement(sql: sql)
    defer { statement.reset() }
    return try statement.next()?.value(at: 0) ?? .null
  }

  /// Returns all rows of a statement that has few rows.
  package func rows(_ sql: String) throws -> [[StoredValue]] {
    let statement = try connection.statement(sql: sql)
    defer { statement.reset() }
    var rows: [[StoredValue]] = []
    while let row = try statement.next() {
      rows.append(row.values)
    }
    return rows
  }
}

/// A database of any driver, read in one transaction that lasts as long as this object.
final class DriverDatabase: InspectedDatabase {
  let path: String
  let connection: Connection

  /// Throws `cannotOpen` if there is no such database, or if it has nothing to read.
  init(_ driver: any Driver) throws {
    path = driver.databaseName
    guard let connection = try Connection(toReadFrom: driver) else {
      throw PersistenceError(.cannotOpen, "\(driver.databaseName) has nothing to read")
    }
    self.connection = connection
    do {
      try connection.execute(connection.dialect.beginRead)
    } catch {
      connection.close()
      throw error
    }
  }

  deinit { connection.close() }

  /// Does nothing: the transaction sees one state.
  func requireUnchanged() {}

  func measure() throws -> DatabaseFigures { try connection.measure() }
}
