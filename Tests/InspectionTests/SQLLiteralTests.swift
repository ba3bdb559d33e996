import PersistentObjects
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsInspection

@Suite struct SQLLiteralTests {
  @Test(
    arguments: [
      .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(5), .real(-0.0), .real(1e300),
      .real(.infinity), .real(-.infinity), .text(""), .text("it's"), .text("''"), .text("a\0b"),
      .text("\u{301}it'\u{301}s'\u{301}"),
      .text("ü\n"), .bytes([]), .bytes([0, 255, 39]),
    ] as [StoredValue])
  func readsWhatTheDialectWrites(_ value: StoredValue) {
    #expect(SQLLiteral.value(of: SQLiteDialect().literal(value)) == value)
  }

  @Test(arguments: [
    "", "'", "'a'b'", "X'0", "X'0g'", "x", "CURRENT_TIMESTAMP", "(1 + 1)", "0x10",
    "(CAST(X'61' AS BLOB))", "CAST(X'61' AS REAL)", "()", "CAST(x AS TEXT)", "(SELECT 1)", "nan",
    "1' OR '1",
  ])
  func takesNoExpressionForAValue(_ sql: String) { #expect(SQLLiteral.value(of: sql) == nil) }

  @Test(
    arguments: [
      ("'abc'::text", true), ("'1'::numeric(20,0)", true), ("ARRAY['\\x10'::bytea]", true),
      ("'it''s'::character varying", true), ("'\u{301}a'::text", true),
      ("'a'\u{301}||now()||'\u{301}b'::text", false), ("now()", false), ("'a'::text || 'b'", false),
    ])
  func literalsWithATypeEndAtTheirQuote(_ sql: String, _ isTyped: Bool) {
    #expect(SQLLiteral.isTyped(sql) == isTyped)
  }
}
