import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver
import TestSupport
import Testing

@testable import PersistentObjectsEngine
@testable import PersistentObjectsSQLite

/// The names of columns read from the text are SQLite's, or SQLite is asked.
@Suite struct CreateTableTextTests {
  private let connection = Result { try Connection.inMemory() }

  @Test(arguments: [
    "CREATE TABLE t (a)", "create table t(a INT,b)",
    #"CREATE TABLE "t (" ("a,b" INT, "c""d" TEXT)"#,
    "CREATE TABLE t (\n\ta INTEGER PRIMARY KEY\r\n,\u{c}b DECIMAL(10, 2) DEFAULT (max(1, ')')))",
    "CREATE TABLE t (a DEFAULT ')', b DEFAULT 'it''s, x', c DEFAULT \"d\"\"e\", d)",
    "CREATE TABLE t (a, b AS (a || ','), \"constraint\" INT, CONSTRAINT c UNIQUE (a, b))",
    "CREATE TABLE t (a, b, unique (a), FOREIGN KEY (b) REFERENCES t (a), check (a <> ')'))",
    "CREATE TABLE t (größe, 😀 INT, _1 TEXT, x$ INT, key INT, \"\" INT) STRICT",
    "CREATE TABLE t (a CHECK (a > -1 AND a / 2 < 1), b)",
    "CREATE TABLE t AS SELECT 1 AS \"x y\", 2",
  ])
  func tellsTheNamesThatSQLiteTells(_ sql: String) throws {
    let (told, expected) = try names(sql.replacingOccurrences(of: ") STRICT", with: ")"))
    #expect(told == expected)
  }

  @Test(arguments: [
    "CREATE TABLE t (a, -- the first, (\n b)", "CREATE TABLE t (/* ( */ a, b)",
    "CREATE TABLE t ([a b] INT, c)", "CREATE TABLE t (`a` INT, c)", "CREATE TABLE t ('a' INT, c)",
    "CREATE TABLE t (a INT /* , x */, c)",
  ])
  func leavesOthersToSQLite(_ sql: String) throws {
    let (told, expected) = try names(sql)
    #expect(told == nil && expected.count == 2)
    try connection.get().execute(sql)
    #expect(try connection.get().base.readSchema().map(\.columns) == [expected])
  }

  @Test func followsColumnsThatComeAndGo() throws {
    let connection = try connection.get()
    try connection.execute("CREATE TABLE t (a INT, b INT, CHECK (a > 0))")
    for (change, expected) in [
      ("ADD COLUMN \"c d\" TEXT", ["a", "b", "c d"]),
      ("RENAME COLUMN a TO \"e\"\"f\"", ["e\"f", "b", "c d"]),
      ("DROP COLUMN b", ["e\"f", "c d"]), ("RENAME TO \"t,(\"", ["e\"f", "c d"]),
    ] {
      try connection.execute("ALTER TABLE t \(change)")
      let sql = try connection.value("SELECT sql FROM sqlite_schema")?.text ?? ""
      #expect(CreateTableText.columnNames(sql) == expected)
      #expect(try connection.base.readSchema().map(\.columns) == [expected])
    }
  }

  /// Texts with any characters in any order: whenever SQLite accepts one, the names read from it
  /// are SQLite's.
  @Test func isNeverMistaken() throws {
    var random = RandomNumbers.printed("CreateTableTextTests")
    let pieces = [
      "a", "b1", "\"c\"", "\"d,\"", "\"e\"\"f\"", "'g'", "[h]", "`i`", ",", ", ", "(", ")", " ",
      "\n",
      "INT", "CHECK (1)", "DEFAULT ','", "DEFAULT (1)", "-- x\n", "/* ( */", "PRIMARY KEY",
      "UNIQUE",
      "(a)", "CONSTRAINT k", "-", "/", "ü", "2", "''", "\"\"",
    ]
    var accepted = 0
    for _ in 0..<60_000 {
      let parts = (0...random.number(below: 8)).compactMap { _ in random.pick(pieces) }
      let body = parts.joined(separator: random.once(in: 2) ? " " : "")
      guard let (told, expected) = try? names("CREATE TABLE t (x, \(body))") else { continue }
      accepted += 1
      if let told { #expect(told == expected, "\(body)") }
    }
    #expect(accepted > 1_000)
  }

  /// The names that are read from the text, and SQLite's names.
  private func names(_ sql: String) throws -> (told: [String]?, expected: [String]) {
    let connection = try connection.get()
    try connection.execute("BEGIN")
    defer { try? connection.execute("ROLLBACK") }
    try connection.execute(sql)
    let table = try connection.rows("SELECT sql, name FROM sqlite_schema WHERE type = 'table'")[0]
    let rows = try connection.rows("SELECT name FROM pragma_table_xinfo(?1) ORDER BY cid", table[1])
    return (CreateTableText.columnNames(table[0].text ?? ""), rows.map { $0[0].text ?? "" })
  }
}

extension StoredValue {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
