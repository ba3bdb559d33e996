import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The contents of a file are as Documentation/Reference/FileFormat.md describes.
@Suite(.onSQLite) struct FileFormatPageTests {
  @Test func theExampleIsWhatIsMade() throws {
    try TemporaryStore.run { store, session in
      let joe = FilePage.Person(firstName: "Joe", lastName: "Smith", age: 31)
      joe.nickNames = ["Joey", "Smithy"]
      joe.home = FilePage.Address(street: "Rue Cler", city: "Paris")
      joe.friends = [joe, FilePage.Person(firstName: "Ann", lastName: "Jones", age: 41)]
      try session.save(joe)
      let made = try store.rows("SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL")
      #expect(Set(made) == Self.lines { $0.hasPrefix("CREATE ") })
      var records: Set<String> = []
      for (table, columns) in Self.recordTables {
        let list = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
        let sql =
          "SELECT 'INSERT INTO \(table) VALUES(' || \(list) || ');' FROM \(table) ORDER BY 1"
        records.formUnion(try store.rows(Criteria(stringLiteral: sql)))
      }
      #expect(records == Self.lines { $0.hasPrefix("INSERT INTO _persistent") })
      joe.friends = []
      try session.save()
    }
  }

  @Test func theSettingsAreThosePromised() throws {
    try TemporaryStore.run { store, session in
      func settings(_ names: [String]) throws -> [String] {
        try names.map { name in
          let rows = try session.rows(Criteria(stringLiteral: "PRAGMA \(name)"))
          return "\(name) \(rows[0][0].shown)"
        }
      }
      let common = [
        "journal_mode wal", "page_size 4096", "auto_vacuum 0", "application_id 0", "user_version 0",
        "encoding UTF-8", "foreign_keys 1", "mmap_size 0",
        "locking_mode normal", "trusted_schema 0",
      ]
      let names = common.map { String($0.split(separator: " ")[0]) }
      #expect(try settings(names) == common)
      #expect(
        try settings(["query_only", "wal_autocheckpoint"]) == [
          "query_only 1", "wal_autocheckpoint 0",
        ])
      try session.transaction {
        try session.save(Address(city: "c"))
        #expect(try settings(names) == common)
        #expect(
          try settings(["query_only", "wal_autocheckpoint", "synchronous"])
            == ["query_only 0", "wal_autocheckpoint 0", "synchronous 1"])
      }
    }
  }

  private static let recordTables: [(String, [String])] = [
    ("_persistent_table", ["name", "class_name", "superclass_table", "owner_table"]),
    (
      "_persistent_column",
      [
        "table_name", "column_name", "property", "storage", "codec", "version", "oldest_version",
        "on_delete", "deletes_targets",
      ]
    ),
    ("_persistent_index", ["name", "table_name", "definition"]),
    ("_persistent_sequence", ["table_name", "next_pk"]),
  ]

  /// The lines of the example.
  private static func lines(_ isWanted: (String) -> Bool) -> Set<String> {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/Reference/FileFormat.md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    let example = text.components(separatedBy: "## An example").last ?? ""
    return Set(example.split(separator: "\n").map(String.init).filter(isWanted))
  }
}

/// The classes of the README's quick start.
enum FilePage {
  @Persistent final class Address {
    var street: String
    var city: String
  }

  @Persistent final class Person {
    var firstName: String
    var lastName: String
    var age: Int = 0
    var birthdate: Date?
    var photo: Data?
    var homepage: URL?
    @Column(codec: HexColor()) var favourite: Color?
    var home: Address?
    var nickNames: [String] = []
    var scores: [String: Double] = [:]
    var tags: Set<String> = []
    var friends: [Person] = []
    static let indices: [Index<Person>] = [[\.lastName], [\.lastName, \.firstName]]
  }
}
