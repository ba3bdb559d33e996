import Foundation
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// A table of one column in a real SQLite file, made by the dialect as for a property.
final class CodecTable {
  private let path: String
  private var connection: Connection

  init(_ storage: StorageClass) throws {
    path = NSTemporaryDirectory() + "codec-\(UUID().uuidString).sqlite3"
    connection = try Self.open(path)
    let definition = TableDefinition(
      name: "t",
      columns: [
        ColumnDefinition(name: "pk", storage: .integer),
        ColumnDefinition(name: "c", storage: storage, isRequired: true),
      ], primaryKey: ["pk"], isClustered: false,
      indices: [IndexDefinition(name: "i", columns: ["c"])])
    let dialect = SQLiteDialect()
    try connection.execute(dialect.createTable(definition))
    for index in definition.indices {
      try connection.execute(dialect.createIndex(index, on: definition.name))
    }
  }

  deinit {
    connection.close()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private static func open(_ path: String) throws -> Connection {
    try SQLiteDriver(SQLiteConfiguration(path: path)).openConnection(.writer)
  }

  func reopen() throws {
    connection.close()
    connection = try Self.open(path)
  }

  func insert<Codec: ColumnCodec>(_ values: [Codec.Value], _ codec: Codec) throws {
    try connection.execute("BEGIN")
    let statement = try connection.statement(sql: "INSERT INTO t (pk, c) VALUES (?1, ?2)")
    for (index, value) in values.enumerated() {
      statement.set(Int64(index), at: 0)
      var writer = ColumnWriter(statement, at: 1)
      try codec.encode(value, into: &writer)
      try statement.run()
    }
    try connection.execute("COMMIT")
  }

  func read<Codec: ColumnCodec>(_ codec: Codec) throws -> [Codec.Value] {
    try rows("SELECT c FROM t ORDER BY pk") {
      try codec.value(in: $0)
    }
  }

  /// For each row in the order of insertion its place in the order of the column, equal values
  /// having equal places.
  func ranks() throws -> [Int64] {
    try rows("SELECT dense_rank() OVER (ORDER BY c) FROM t ORDER BY pk") { $0.integer(at: 0) }
  }

  func countOfPairsThatCompareOtherwiseThanTheySort() throws -> Int64 {
    try rows(
      """
      WITH r AS MATERIALIZED (SELECT c, dense_rank() OVER (ORDER BY c) AS n FROM t)
      SELECT count(*) FROM r AS a, r AS b
      WHERE (a.c < b.c) <> (a.n < b.n) OR (a.c = b.c) <> (a.n = b.n)
      """
    ) { $0.integer(at: 0) }[0]
  }

  /// The text that an SQL expression over a bound value gives.
  func text(_ expression: String, of value: StoredValue) throws -> String? {
    let statement = try connection.statement(sql: "SELECT \(expression)")
    statement.set(value, at: 0)
    defer { statement.reset() }
    guard try statement.step(), case .text(let text) = statement.value(at: 0) else { return nil }
    return text
  }

  private func rows<Row>(_ sql: String, _ read: (Statement) throws -> Row) throws -> [Row] {
    let statement = try connection.statement(sql: sql)
    defer { statement.reset() }
    var rows: [Row] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }
}
