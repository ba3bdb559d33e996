import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import PersistentObjectsCommandLine
@testable import persist

/// Databases of other programs, read as they are.
@Suite struct AnyDatabaseTests {
  private static let music = [
    "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    """
    CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT DEFAULT 'none', price DECIMAL(10,2),
    artist_id INTEGER REFERENCES artist (id))
    """,
    "CREATE TABLE tag (word TEXT PRIMARY KEY, pk TEXT, cover) WITHOUT ROWID",
    "CREATE VIEW titles AS SELECT title FROM album",
    "INSERT INTO artist VALUES (7, 'Ann'), (9, 'Bo')",
    "INSERT INTO album VALUES (1, 'First', 9.99, 7), (2, 'Second', 5, 7), (3, NULL, NULL, NULL)",
    "INSERT INTO tag VALUES ('new', 'x', x'cafe'), ('old', NULL, 3)",
  ]

  private static func with(_ sql: [String] = music, _ body: (String) throws -> Void) throws {
    try TemporaryFolder.run { folder in
      let path = folder.path("music.db")
      var configuration = SQLiteConfiguration(path: path)
      configuration.foreignKeys = false
      let store = try Store(configuration)
      for sql in sql { try store.blocking.execute(Criteria(stringLiteral: sql)) }
      store.close()
      try body(path)
    }
  }

  @Test func infoListsTablesAndColumns() throws {
    try Self.with { path in
      let info = Stage.printed("info", path)
      #expect(info.status == .success, "\(info)")
      for line in [
        "artist\tname\tTEXT\t\ttrue\t\t", "album\ttitle\tTEXT\t\tfalse\t'none'\t",
        "album\tartist_id\tINTEGER\t\tfalse\t\tartist.id", "tag\tcover\t\t\tfalse\t\t",
        "tag\tword\tTEXT\t1\ttrue\t\t", "view\ttitles",
      ] { #expect(info.output.contains("\n\(line)\n"), "\(line): \(info.output)") }
      let tables = Stage.printed("info", path, "--csv")
      #expect(tables.output.hasPrefix("table,index,rows,bytes\r\nalbum,,3,"), "\(tables)")
    }
  }

  @Test func showReadsRowsByTheirKeys() throws {
    try Self.with { path in
      let album = Stage.printed("show", path, "album", "2")
      #expect(
        album.output == "object\talbum#2\nid\t2\ntitle\tSecond\nprice\t5\nartist_id\tartist#7\n",
        "\(album)")
      let deep = Stage.printed("show", path, "album", "--depth", "1", "--limit", "1", "--ndjson")
      #expect(deep.output.contains(#""artist_id":{"object":"artist#7","id":7,"name":"Ann"}"#))
      let tag = Stage.printed("show", path, "tag", "old", "--json")
      #expect(tag.output.contains(#""word":"old","pk":null,"cover":3}"#), "\(tag)")
      let chosen = Stage.printed(
        "show", path, "album", "--where", "price > 6 OR price IS NULL", "--order", "-title", "--csv"
      )
      #expect(
        chosen.output
          == "object,id,title,price,artist_id\r\nalbum#1,1,First,9.99,artist#7\r\nalbum#3,3,,,\r\n",
        "\(chosen)")
    }
  }

  @Test func followFindsWhatForeignKeysReferTo() throws {
    try Self.with { path in
      let name = Stage.printed("follow", path, "album#1.artist_id.name", "--csv")
      #expect(name.output == "object,value\r\n,Ann\r\n", "\(name)")
      let albums = Stage.printed("follow", path, "artist#7", "--referrers", "--ndjson")
      #expect(albums.output.contains(#""referrer":"album#2","property":"artist_id""#), "\(albums)")
    }
  }

  @Test func sqlReadsRowsAsTheyAre() throws {
    try Self.with { path in
      let rows = Stage.printed(
        "sql", path, "SELECT * FROM tag WHERE word = :w", "--parameter", "w=new", "--decode")
      #expect(rows.output == "word\tpk\tcover\nnew\tx\tx'cafe'\n", "\(rows)")
    }
  }

  @Test func checkFindsDanglingForeignKeys() throws {
    try Self.with { path in
      let sound = Stage.printed("check", path, "--deep")
      #expect(sound.status == .success && sound.output.contains("album\t3\t0\t"), "\(sound)")
    }
    try Self.with(Self.music + ["DELETE FROM artist WHERE id = 7"]) { path in
      let found = Stage.printed("check", path, "--csv")
      #expect(found.status == .found, "\(found)")
      let words = "2 rows refer through artist_id to rows of artist that are missing: 7"
      #expect(found.output.contains("reference,album,artist_id,,\(words),\"restore"), "\(found)")
    }
  }

  @Test func aReportShowsTables() throws {
    try Self.with { path in
      let page = path + ".html"
      let report = Stage.printed("report", path, "-o", page)
      #expect(report.status == .success, "\(report)")
      let html = try String(contentsOfFile: page, encoding: .utf8)
      for words in ["An SQLite database", "DECIMAL(10,2)", "Second", "class-album"] {
        #expect(html.contains(words), "\(words)")
      }
      #expect(!html.contains("persistent objects<") && !html.contains("stored-value"))
    }
  }

  @Test func otherVerbsSayWhatToDoInstead() throws {
    try Self.with { path in
      for verb in [["checksum"], ["export"], ["schema"]] {
        let stage = Stage()
        let status = Program.persist.run(verb + [path], in: stage.surroundings)
        #expect(status == .couldNotLook && stage.error.text.contains("persist import"))
      }
      let missing = Stage.printed("show", path, "tag", "gone")
      #expect(missing.status == .couldNotLook && missing.error.contains("with the key gone"))
    }
  }

  @Test func theFileStaysAsItIs() throws {
    try Self.with { path in
      let before = try Data(contentsOf: URL(filePath: path))
      for words in [["info"], ["show", "tag"], ["sql", "SELECT 1"], ["check", "--deep"]] {
        let stage = Stage()
        let line = [words[0], path] + words.dropFirst()
        #expect(Program.persist.run(line, in: stage.surroundings) == .success)
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      let folder = (path as NSString).deletingLastPathComponent
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["music.db"])
    }
  }

  @Test func aKeyOfAStoreIsANumber() throws {
    try ClosedFile.with {
      try $0.save(Address(city: "Rome"))
    } _: { file in
      let refused = Stage.printed("show", file.path, "Address", "Rome")
      #expect(refused.status == .wrongUse, "\(refused)")
      #expect(refused.error.contains("KEY must be a whole number, not “Rome”"))
    }
  }
}
