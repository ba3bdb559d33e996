import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsEngine

@Suite struct SQLiteDialectTests {
  private let dialect = SQLiteDialect()

  @Test(arguments: [
    ("person", "person"), ("last_name2", "last_name2"), ("_x", "_x"),
    ("order", "\"order\""), ("Person", "\"Person\""), ("2x", "\"2x\""), ("", "\"\""),
    ("a b", "\"a b\""), ("a\"b", "\"a\"\"b\""), ("a\"\u{301}", "\"a\"\"\u{301}\""), ("é", "\"é\""),
  ])
  func quotesNames(_ name: String, _ quoted: String) throws {
    #expect(dialect.quoted(name) == quoted)
    guard !name.isEmpty else { return }
    let statement = try Connection.inMemory().statement(sql: "SELECT 1 AS \(quoted)")
    #expect(statement.columnName(at: 0) == name)
  }

  @Test(arguments: [
    ("SQLITE_ERROR", true), ("SQLITE_IOERR", false), ("SQLITE_NOMEM", false),
    ("SQLITE_IOERR_READ", false),
  ])
  func aFailureOfDiskOrMemoryIsNoRefusalToDrop(_ code: String, _ isRefusal: Bool) {
    let error = PersistenceError(.databaseFailed, "as the test says", databaseCode: code)
    #expect(SQLiteDialect().refusesDrop(error) == isRefusal)
  }

  @Test func writesTables() throws {
    let person = TableDefinition(
      name: "person",
      columns: [
        ColumnDefinition(name: "pk", storage: .integer, isRequired: true),
        ColumnDefinition(
          name: "order", storage: .text, isRequired: true, defaultValue: .text("it's")),
        ColumnDefinition(
          name: "home", storage: .integer,
          foreignKey: ForeignKey(table: "address", onDelete: .setNull)),
      ], primaryKey: ["pk"], isClustered: true)
    #expect(
      dialect.createTable(person) == """
        CREATE TABLE person (pk INTEGER PRIMARY KEY, "order" TEXT NOT NULL DEFAULT 'it''s', \
        home INTEGER REFERENCES address (pk) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED) \
        STRICT
        """)
    let names = TableDefinition(
      name: "person_names",
      columns: [
        ColumnDefinition(
          name: "parent_pk", storage: .integer, isRequired: true,
          foreignKey: ForeignKey(table: "person", onDelete: .cascade)),
        ColumnDefinition(name: "array_index", storage: .integer, isRequired: true),
        ColumnDefinition(name: "value", storage: .any),
      ], primaryKey: ["parent_pk", "array_index"], isClustered: true)
    #expect(
      dialect.createTable(names) == """
        CREATE TABLE person_names (parent_pk INTEGER NOT NULL REFERENCES person (pk) \
        ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, array_index INTEGER NOT NULL, value ANY, \
        PRIMARY KEY (parent_pk, array_index)) STRICT, WITHOUT ROWID
        """)
    let connection = try Connection.inMemory()
    try connection.execute(dialect.createTable(person))
    try connection.execute(dialect.createTable(names))
    let index = IndexDefinition(name: "person_order", columns: ["order", "home"], isUnique: true)
    let sql = dialect.createIndex(index, on: "person", types: [:])
    #expect(sql == "CREATE UNIQUE INDEX person_order ON person (\"order\", home)")
    try connection.execute(sql)
    #expect(try connection.base.readSchema().map(\.name) == ["person", "person_names"])
  }

  @Test(arguments: SQLiteStatementTests.values)
  func addsAColumnWithAnExactDefault(_ value: StoredValue) throws {
    let connection = try Connection.inMemory("CREATE TABLE t (a ANY) STRICT")
    try connection.execute("INSERT INTO t VALUES (1)")
    let column = ColumnDefinition(name: "b", storage: .any, defaultValue: value)
    try connection.execute(dialect.addColumn(column, to: "t"))
    try connection.execute("INSERT INTO t (a) VALUES (2)")
    #expect(try connection.rows("SELECT b FROM t") == [[value], [value]])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func literalsOfRandomDoublesAreExact(_ seed: UInt64) throws {
    let connection = try Connection.inMemory()
    var bits = seed
    for round in 0..<300 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let exponent = Double(Int(bits >> 58) - 32)
      let any = Double(bitPattern: bits)
      let value = round.isMultiple(of: 2) ? any : Double(bits >> 11) * exponent
      guard value.isFinite else { continue }
      let literal = dialect.literal(.real(value))
      #expect(try connection.value("SELECT \(literal)") == .real(value), "seed \(seed)")
    }
  }

  @Test(arguments: [[], [0], [.min, -1, 0, 7, 10, .max]] as [[Int64]])
  func findsMembersOfABoundList(_ list: [Int64]) throws {
    let connection = try Connection.inMemory("CREATE TABLE t (a INTEGER) STRICT")
    for integer in list { _ = try connection.rows("INSERT INTO t VALUES (?1)", .integer(integer)) }
    try connection.execute("INSERT INTO t VALUES (42), (NULL)")
    let statement = try connection.statement(
      sql: "SELECT a FROM t WHERE \(dialect.isMember("a", "?1", .integer)) ORDER BY rowid")
    statement.set(RowBatch(column: list), at: 0)
    var found: [Int64] = []
    while let row = try statement.next() { found.append(row.integer(at: 0)) }
    #expect(found == list)
    let same: SQLText = "SELECT count(*) FROM t WHERE \(dialect.isSame("a", "\(StoredValue.null)"))"
    #expect(try connection.firstRow(same) { $0.integer(at: 0) } == 1)
  }
}
