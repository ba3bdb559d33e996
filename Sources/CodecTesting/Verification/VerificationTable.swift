import Foundation
import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSQLite

/// A table with one column in an SQLite file, made by the dialect as for an indexed property.
final class VerificationTable<Codec: ColumnCodec> {
  private let codec: Codec
  private let folder: URL
  private var connection: Connection

  init(_ codec: Codec) throws {
    self.codec = codec
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("codec-\(UUID().uuidString)")
    connection = try Self.open(folder)
    let index = IndexDefinition(name: "i", columns: ["value"])
    let table = TableDefinition(
      name: "t",
      columns: [
        ColumnDefinition(name: "pk", storage: .integer),
        ColumnDefinition(name: "value", storage: codec.storage),
      ], primaryKey: ["pk"], isClustered: false, indices: [index])
    try connection.execute(SQLiteDialect().createTable(table))
    try connection.execute(SQLiteDialect().createIndex(index, on: "t", types: [:]))
  }

  deinit {
    connection.close()
    // A file that cannot be removed from the temporary folder does no harm there.
    try? FileManager.default.removeItem(at: folder)
  }

  private static func open(_ folder: URL) throws -> Connection {
    var configuration = SQLiteConfiguration(path: folder.appendingPathComponent("t.sqlite3").path)
    configuration.synchronous = .off
    return try Connection(opening: .writer, of: SQLiteDriver(configuration))
  }

  func reopen() throws {
    connection.close()
    connection = try Self.open(folder)
  }

  /// Replaces all rows. The keys count from 0; the codec itself writes the values.
  func insert(_ values: [Codec.Value]) throws {
    try connection.run(sql: "DELETE FROM t")
    try connection.run(sql: "BEGIN")
    do {
      try insertRows(values)
    } catch {
      try connection.execute("ROLLBACK")
      throw error
    }
    try connection.execute("COMMIT")
  }

  private func insertRows(_ values: [Codec.Value]) throws {
    let statement = try connection.statement(sql: "INSERT INTO t (pk, value) VALUES (?1, ?2)")
    for (key, value) in values.enumerated() {
      statement.set(Int64(key), at: 0)
      try encode(value, into: statement, at: 1)
      try statement.run()
    }
  }

  /// Returns the result of storing and reading a single value.
  func roundTrip(_ value: Codec.Value) throws -> Codec.Value? {
    try insert([value])
    return try rows("SELECT value FROM t") { try codec.value(in: $0[0]) }.first
  }

  /// Returns all values in the order of their insertion, each as a result that may be the error of
  /// reading it.
  func values() throws -> [Result<Codec.Value, any Error>] {
    try rows("SELECT value FROM t ORDER BY pk") { row in Result { try codec.value(in: row[0]) } }
  }

  /// Returns the rank of each value in the column's order, in the order of insertion; equal values
  /// have equal ranks.
  func ranks() throws -> [Int64] {
    try rows("SELECT dense_rank() OVER (ORDER BY value) FROM t ORDER BY pk") { $0.integer(at: 0) }
  }

  /// Returns the number of rows for which a condition on `value` holds, as a finder would count
  /// them.
  func count(where condition: String, _ arguments: Codec.Value...) throws -> Int {
    let sql = "SELECT count(*) FROM t WHERE value \(condition)"
    return try rows(sql, arguments: arguments) { Int($0.integer(at: 0)) }[0]
  }

  /// Returns the value of an aggregate, such as `min`.
  func value(of aggregate: String) throws -> Codec.Value {
    try rows("SELECT \(aggregate)(value) FROM t") { try codec.value(in: $0[0]) }[0]
  }

  /// Returns whether SQL finds the first value less than the second, and whether it finds them
  /// equal.
  func compare(_ left: Codec.Value, _ right: Codec.Value) throws -> Comparison {
    try rows("SELECT ?1 < ?2, ?1 = ?2", arguments: [left, right]) {
      Comparison(isLess: $0.integer(at: 0) != 0, isEqual: $0.integer(at: 1) != 0)
    }[0]
  }

  /// Writes NULL and reads it as an optional.
  func roundTripNil() throws -> Codec.Value? {
    try connection.run(sql: "DELETE FROM t")
    try connection.run(sql: "INSERT INTO t (pk, value) VALUES (0, NULL)")
    return try rows("SELECT value FROM t") { try OptionalCodec(codec).value(in: $0[0]) }[0]
  }

  private func encode(_ value: Codec.Value, into statement: Statement, at index: Int) throws {
    var writer = ColumnWriter(statement.parameters, at: index)
    try codec.encode(value, into: &writer)
  }

  private func rows<Found>(
    _ sql: String, arguments: [Codec.Value] = [], _ read: (Row) throws -> Found
  ) throws -> [Found] {
    let statement = try connection.statement(sql: sql)
    defer { statement.reset() }
    for (index, value) in arguments.enumerated() {
      try encode(value, into: statement, at: index)
    }
    var rows: [Found] = []
    while let row = try statement.next() { rows.append(try read(row)) }
    return rows
  }
}
