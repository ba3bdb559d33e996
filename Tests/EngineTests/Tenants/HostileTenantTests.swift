import Foundation
import PersistentObjects
import TestSupport
import Testing

@Persistent private final class Paper {
  var text: String
  var pages: [String] = []
  init(_ text: String) { self.text = text }
}

/// Criteria of a tenant reach no row of another one, with any SQL in them.
@Suite(.enabled(if: TestedDatabase.current != .tenants, "These tests have tenants of their own."))
struct HostileTenantTests {
  private static func withStores(_ body: (Store) throws -> Void) throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.tenants = TenantLayout(by: Int.self)
    let whole = try TestedDatabase.current.store(
      SQLiteConfiguration(path: file.path), configuration: configuration)
    defer { whole.close() }
    for tenant in 1...2 {
      try whole.tenant(tenant).blocking.transaction { session in
        let paper = Paper(tenant == 1 ? "own" : "secret")
        paper.pages = [paper.text]
        try session.save(paper)
      }
    }
    try body(try whole.tenant(1))
    let rest = try whole.tenant(2).blocking.session { session in
      try Paper.findAll(in: session).map { "\($0.text) \($0.pages)" }
    }
    #expect(rest == [#"secret ["secret"]"#])
  }

  static let queries: [String] = [
    "SELECT text FROM paper",
    "SELECT text FROM paper WHERE 1 = 1 OR 1 = 1",
    "SELECT text FROM main.paper",
    "SELECT text FROM public.paper",
    "SELECT p.text FROM paper AS p, paper AS q",
    "SELECT text FROM paper WHERE text = '' OR (1 = 1) --",
    "SELECT text FROM paper UNION SELECT text FROM paper",
    "SELECT text FROM (SELECT text FROM paper) AS d",
    "SELECT text FROM ((SELECT text FROM paper) UNION (SELECT text FROM paper)) AS d",
    "((SELECT text FROM paper) UNION SELECT text FROM paper)",
    "SELECT value FROM paper JOIN paper_pages ON TRUE",
    "SELECT value FROM (paper JOIN paper_pages ON 1 = 1)",
    "SELECT b.text FROM paper AS a JOIN paper AS b ON a.pk IS NOT NULL OR TRUE",
    "SELECT b.text FROM paper AS a LEFT JOIN paper AS b ON 1 = 1",
    "SELECT b.text FROM paper AS a JOIN paper AS c ON 1 = 1, paper AS b",
    "SELECT b.text FROM paper AS offset JOIN paper AS c ON offset.pk = 1, paper AS b",
    "SELECT (SELECT max(text) FROM paper) FROM paper",
    "SELECT text FROM paper WHERE EXISTS (SELECT 1 FROM paper AS o WHERE o.text = 'secret')",
    "SELECT text FROM paper WHERE pk IS NOT DISTINCT FROM 1 OR TRUE",
    "SELECT max(text) FROM paper GROUP BY pk HAVING max(text) IS DISTINCT FROM (SELECT 'x' FROM paper)",
    "WITH p AS (SELECT text FROM paper) SELECT text FROM p",
    "WITH paper AS (SELECT * FROM paper) SELECT text FROM paper",
    "SELECT text FROM (WITH p AS (SELECT text FROM paper) SELECT text FROM p) AS d",
    "TABLE paper",
    "SELECT text FROM paper UNION ALL (TABLE paper)",
    "VALUES ((SELECT group_concat(text) FROM paper))",
    "SELECT * FROM paper",
    "SELECT text FROM paper WHERE _persistent_tenant = 2",
    #"SELECT text FROM paper WHERE "_persistent_tenant" = 2"#,
    "SELECT text FROM paper WHERE `_persistent_tenant` = 2",
    "SELECT text FROM paper; SELECT text FROM paper",
    "SELECT text FROM paper) UNION (SELECT text FROM paper",
    #"SELECT text FROM paper WHERE text = E'\'' OR text = ' FROM paper --'"#,
    "SELECT text FROM paper WHERE text = $$'$$ UNION SELECT text FROM paper --'$$",
    "SELECT text /* /* */ FROM paper -- */ FROM paper",
    "SELECT text FROM ONLY paper",
    "SELECT text FROM paper * ",
    "SELECT text FROM paper TABLESAMPLE SYSTEM (100)",
    "SELECT text FROM LATERAL (SELECT text FROM paper) AS d",
    "SELECT text FROM paper NATURAL JOIN paper AS o",
    "SELECT o.text FROM paper JOIN paper AS o USING (text)",
    "SELECT o.text FROM paper RIGHT JOIN paper AS o ON FALSE",
    "SELECT text AS from, paper.text FROM paper",
    "SELECT 1 AS where FROM paper",
    "SELECT [text] FROM [paper]",
    #"SELECT "text" FROM "paper""#,
    "SELECT text FROM PAPER", "SELECT text FROM 'paper'", "SELECT text FROM main.'paper'",
    "SELECT text FROM (SELECT 1) AS a, 'paper'", "SELECT 'secret' WHERE (2, 2, 'secret') IN paper",
    "SELECT 'secret' WHERE 1 IN 'paper'", "SELECT 1FROM paper", "SELECT text\u{FEFF}FROM paper",
    "SELECT text \u{FEFF}FROM \u{FEFF}paper", "SELECT text\u{A0}FROM paper",
    #"SELECT text FROM U&"paper""#, #"SELECT text FROM U&"\0070aper""#,
    "SELECT text FROM paper('x')", "SELECT * FROM dbstat('main')",
    "SELECT text FROM paper\0 --", "SELECT text FROM\u{0B}paper",
    "EXPLAIN SELECT text FROM paper",
    "SELECT query_to_xml('SELECT text FROM paper', true, false, '')",
    "SELECT text INTO stolen FROM paper",
    "SELECT * FROM _persistent_table",
    "SELECT * FROM pg_stats WHERE tablename = 'paper'",
    "SELECT * FROM pg_catalog.pg_stats WHERE tablename = 'paper'",
    "SELECT * FROM sqlite_stat1",
    "SELECT hex(data) FROM sqlite_dbpage('main')",
    "SELECT hex(data) FROM sqlite_dbpage",
    "SELECT set_config('persistent.tenant', '2', false)",
    "SELECT text FROM paper WHERE text LIKE '%' ESCAPE 'x' LIMIT 10 OFFSET 0",
    "SELECT trim(BOTH 'x' FROM text) FROM paper",
    "SELECT substr(text, 1) FROM paper WINDOW w AS (ORDER BY pk), v AS (ORDER BY text)",
    "PRAGMA table_info(paper)",
    "COPY paper TO STDOUT",
    "COPY (SELECT text FROM paper) TO '/tmp/x'",
    "MERGE INTO paper USING paper AS o ON TRUE WHEN MATCHED THEN DELETE",
    "DO 'BEGIN DELETE FROM paper; END'",
    "CREATE TABLE stolen AS SELECT * FROM paper",
    "CREATE VIEW stolen AS SELECT * FROM paper",
    "ATTACH 'x' AS y",
  ]

  @Test(arguments: queries) func aQueryReachesOwnRows(_ sql: String) throws {
    try Self.withStores { store in
      let rows = try? store.blocking.session { session in
        try session.rows(Criteria(stringLiteral: sql)).map {
          $0.map(\.shown).joined(separator: "|")
        }
      }
      #expect(rows?.contains { $0.contains("secret") || $0.contains("736563726574") } != true)
    }
  }

  static let criteria: [String] = [
    "1 = 1) OR (1 = 1", "text = '' OR 1 = 1 --", "WHERE TRUE UNION SELECT * FROM paper",
    "pk IN (SELECT pk FROM paper)", "text IN (SELECT text FROM paper) ORDER BY text LIMIT 100",
    "1 = 1; DELETE FROM paper", "EXISTS (SELECT 1 FROM paper_pages WHERE value = 'secret')",
    "GROUP BY text HAVING max(text) > ''", "TRUE OR TRUE ORDER BY (SELECT max(text) FROM paper)",
  ]

  @Test(arguments: criteria) func criteriaReachOwnRows(_ text: String) throws {
    try Self.withStores { store in
      let criteria = Criteria(stringLiteral: text)
      let found = try? store.blocking.session { session in
        try Paper.find(criteria, in: session).map(\.text)
      }
      #expect(found?.contains("secret") != true)
      _ = try? store.blocking.transaction { session in
        try Paper.delete(criteria, in: session)
      }
    }
  }

  static let changes: [String] = [
    "UPDATE paper SET text = 'changed'", "UPDATE paper SET text = 'changed' WHERE 1 = 1 OR 1 = 1",
    "UPDATE paper AS p SET text = 'changed' WHERE TRUE RETURNING text",
    "UPDATE paper SET text = o.text FROM paper AS o WHERE TRUE OR o.text = 'secret'",
    "UPDATE paper SET text = 'changed'\0", "DELETE FROM paper\0", "DELETE FROM 'paper'",
    "UPDATE 'paper' SET text = 'changed'", "UPDATE paper SET '_persistent_tenant' = 2",
    "INSERT INTO paper ('_persistent_tenant', pk, text) VALUES (2, 9, 'theirs')",
    #"UPDATE paper SET U&"\005fpersistent_tenant" = 2"#,
    "UPDATE paper SET [_persistent_tenant] = 2",
    "UPDATE paper SET (_persistent_tenant, text) = (2, 'theirs')",
    "UPDATE paper SET text = 'changed' \u{FEFF}WHERE 1 = 1",
    "UPDATE paper SET _persistent_tenant = 2", #"UPDATE paper SET "_persistent_tenant" = 2"#,
    "DELETE FROM paper", "DELETE FROM paper WHERE 1 = 1) OR (1 = 1",
    "DELETE FROM paper WHERE 1 = 1 OR returning = returning",
    "DELETE FROM paper AS p WHERE TRUE RETURNING text",
    "DELETE FROM paper USING paper AS o WHERE TRUE",
    "INSERT INTO paper SELECT 2, 9, 'theirs'", "INSERT INTO paper VALUES (2, 9, 'theirs')",
    "INSERT INTO paper (_persistent_tenant, pk, text) VALUES (2, 9, 'theirs')",
    "INSERT INTO paper (pk, text) VALUES (9, 'mine'), (10, 'mine')",
    "INSERT INTO paper (pk, text) SELECT pk + 20, text FROM paper",
    "INSERT INTO paper (pk, text) SELECT pk + 20, text FROM paper UNION ALL SELECT 40, 'x'",
    "INSERT OR REPLACE INTO paper (pk, text) VALUES (2, 'mine')",
    "REPLACE INTO paper (pk, text) VALUES (2, 'mine')",
    "INSERT INTO paper (pk, text) VALUES (2, 'x') ON CONFLICT (pk) DO UPDATE SET text = 'changed'",
    "WITH x AS (SELECT 1) DELETE FROM paper", "WITH x AS (DELETE FROM paper RETURNING 1) SELECT 1",
    "TRUNCATE paper", "DROP TABLE paper", "ALTER TABLE paper RENAME TO p2",
    "CREATE TRIGGER t AFTER INSERT ON paper BEGIN DELETE FROM paper; END",
  ]

  @Test(arguments: changes) func aChangeReachesOwnRows(_ sql: String) throws {
    try Self.withStores { store in
      _ = try? store.blocking.transaction { try $0.execute(Criteria(stringLiteral: sql)) }
    }
  }
}
