import PersistentObjects
import TestSupport
import Testing

@Persistent final class Remark {
  var title: String
  var body: String = ""
}

/// Full-text tables that triggers of the file keep up to date.
@Suite(.onSQLite) struct FullTextTests {
  private static let triggers: [Criteria] = [
    """
    CREATE TRIGGER note_ai AFTER INSERT ON remark BEGIN
      INSERT INTO note_text(rowid, title, body) VALUES (new.pk, new.title, new.body); END
    """,
    """
    CREATE TRIGGER note_bd BEFORE DELETE ON remark BEGIN
      DELETE FROM note_text WHERE rowid = old.pk; END
    """,
    """
    CREATE TRIGGER note_au AFTER UPDATE ON remark BEGIN
      UPDATE note_text SET title = new.title, body = new.body WHERE rowid = new.pk; END
    """,
  ]

  /// Regression test: each save was refused, since SQLite does not call the module harmless.
  @Test(arguments: ["fts5", "fts4", "FTS3"]) func triggersFeedIt(_ module: String) throws {
    try TemporaryStore.run { temporary, session in
      let first = Remark(title: "first", body: "hello")
      try session.given(first)
      try session.execute(
        Criteria(stringLiteral: "CREATE VIRTUAL TABLE note_text USING \(module)(title, body)"))
      for trigger in Self.triggers { try session.execute(trigger) }
      // Prepared before the trigger was there, and after it.
      try session.save(Remark(title: "second", body: "world"))
      try session.save(contentsOf: (0..<20).map { Remark(title: "\($0)", body: "many") })
      #expect(try found("world", session) == ["second"])
      #expect(try found("many", session).count == 20)
      let second = try #require(Remark.find("title = \("second")", in: session).first)
      second.body = "moon"
      try session.save(second)
      #expect(try found("world", session) == [] && found("moon", session) == ["second"])
      try session.delete(second)
      #expect(try found("moon", session) == [])
      let other = try temporary.reopened()
      defer { other.close() }
      try Session(store: other).save(Remark(title: "third", body: "world"))
      #expect(try found("world", session) == ["third"])
    }
  }

  @Test func viewsReadIt() throws {
    try TemporaryStore.run { temporary, session in
      try session.execute("CREATE VIRTUAL TABLE words USING fts5(word)")
      try session.execute("INSERT INTO words VALUES ('hello')")
      try session.execute("CREATE VIEW greetings AS SELECT word FROM words")
      #expect(try temporary.rows("SELECT word FROM greetings") == ["hello"])
    }
  }

  /// A file from elsewhere must not run the program's functions, nor read its rows.
  @Test func otherThingsInTriggersStayForbidden() throws {
    try TemporaryStore.run { _, session in
      try session.given(Remark(title: "first"))
      try session.execute("CREATE VIRTUAL TABLE note_text USING fts5(title, body)")
      try session.execute(Self.triggers[0])
      try session.save(Remark(title: "second"))
      for expression in ["_persistent_decimal_sum('002 12')", "(SELECT count(*) FROM dbstat)"] {
        try session.execute(
          Criteria(
            stringLiteral: "CREATE TRIGGER t AFTER UPDATE ON remark BEGIN SELECT \(expression); END"
          ))
        let error = failure { try session.execute("UPDATE remark SET title = 'x'") }
        #expect(error?.message.contains("unsafe use of") == true, "\(error?.message ?? "no error")")
        try session.execute("DROP TRIGGER t")
      }
    }
  }

  private func found(_ word: String, _ session: Session) throws -> [String] {
    try Remark.find(
      "pk IN (SELECT rowid FROM note_text WHERE note_text MATCH \(word)) ORDER BY pk", in: session
    ).map(\.title)
  }
}
