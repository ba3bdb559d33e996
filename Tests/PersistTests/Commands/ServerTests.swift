import Foundation
import PersistentObjects
import PersistentObjectsPostgreSQL
import TestSupport
import Testing

@testable import PersistentObjectsCommandLine

/// `persist` with the URIs of a server, which libpq's environment variables name.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["PGHOST"] != nil, "make test-postgres starts a server.")
)
final class ServerTests {
  private let schema = "test_\(UUID().uuidString.lowercased())"
  private var uri: String { "postgresql:///postgres?schema=\(schema)" }

  deinit { try? PostgresDriver(PostgresConfiguration(uri)).deleteDatabase() }

  private static func people(_ session: Session) throws {
    let joe = Person.joe()
    joe.nickNames = ["Joey", "Smithy"]
    joe.friends = [Person.ann(), joe]
    try session.save(joe)
  }

  private func checksum(_ store: String) -> String { Stage.printed("checksum", store).output }

  @Test func whatWasExportedIsLoadedOnAServerAndCopiedBack() throws {
    try ClosedFile.with(Self.people) { file in
      try TemporaryFolder.run { folder in
        let lines = try folder.file("people.ndjson", Stage.printed("export", file.path).output)
        let loaded = Stage.printed("load", uri, lines)
        #expect(loaded.status == .success, "\(loaded.error)")
        #expect(checksum(uri) == checksum(file.path))
        let again = Stage.printed("load", uri, lines)
        #expect(
          again.status == .couldNotLook && again.error.contains("line 2: the row cannot be written")
        )
        #expect(checksum(uri) == checksum(file.path))
        let back = folder.path("back.sqlite3")
        #expect(Stage.printed("copy", uri, back).status == .success)
        #expect(Stage.printed("diff", file.path, back, "--data").status == .success)
      }
    }
  }

  /// `public` always exists, and so does the schema of a copy that failed.
  @Test func aSchemaThatExistsWithoutObjectsIsFilled() throws {
    try ClosedFile.with(Self.people) { file in
      try TemporaryFolder.run { folder in
        let driver = PostgresDriver(PostgresConfiguration(uri))
        try driver.openConnection(.writer).close()
        let lines = try folder.file("people.ndjson", Stage.printed("export", file.path).output)
        let loaded = Stage.printed("load", uri, lines)
        #expect(loaded.status == .success, "\(loaded.error)")
        #expect(checksum(uri) == checksum(file.path))
        let imported = Stage.printed("import", file.path, uri)
        #expect(imported.error.contains("has objects"), "\(imported)")
      }
    }
  }

  /// Lines loaded into a store on a server where a program already has objects.
  @Test func objectsAreLoadedBesideOthers() throws {
    try ClosedFile.with(Self.people) { file in
      try TemporaryFolder.run { folder in
        #expect(Stage.printed("copy", file.path, uri).status == .success)
        let export = Stage.printed("export", file.path).output.split(separator: "\n")
        let joe = try #require(export.last { $0.contains("Joey") })
        // The same friends, who exist on the server, and one who is missing.
        let key = try #require(joe.firstMatch(of: /"key":(\d+),"properties"/)?.output.1)
        let twin = joe.replacing(#""key":\#(key),"properties""#, with: #""key":77,"properties""#)
        let lost = twin.replacing(#""key":77"#, with: #""key":78"#).replacing(
          #""key":\#(key)}"#, with: #""key":4711}"#)
        func load(_ lines: Substring...) throws -> (ExitStatus, String) {
          let path = try folder.file("more.ndjson", lines.joined(separator: "\n"))
          let loaded = Stage.printed("load", uri, path)
          return (loaded.status, loaded.error)
        }
        let before = checksum(uri)
        let refused = try load(twin, lost)
        #expect(refused.0 == .couldNotLook && refused.1.contains("include that one"), "\(refused)")
        #expect(checksum(uri) == before)
        let loaded = try load(twin)
        #expect(loaded.0 == .success, "\(loaded)")
        #expect(checksum(uri) != before && Stage.printed("check", uri).status == .success)
        let store = try Store(postgres: uri)
        defer { store.close() }
        let keys = try store.blocking.transaction { session in
          let new = Person.ann()
          try session.save(new)
          return [new.pk ?? 0]
            + (try Person.query.find(in: session).compactMap(\.pk).filter { $0 == 77 })
        }
        #expect(keys[0] > 77 && keys[1...] == [77])
      }
    }
  }

  /// A server gives keys out by itself.
  @Test func theKeysOfDeletedObjectsStayTakenThroughAnExport() throws {
    try TemporaryFolder.run { folder in
      let server = try Store(postgres: uri)
      let lost = try server.blocking.transaction { session in
        let ann = Person.ann()
        try session.save(Person.joe())
        try session.save(ann)
        let key = ann.pk ?? 0
        try session.delete(ann)
        return key
      }
      server.close()
      let lines = try folder.file("people.ndjson", Stage.printed("export", uri).output)
      let path = folder.path("people.sqlite3")
      #expect(Stage.printed("load", path, lines).status == .success)
      let store = try Store(path: path)
      defer { store.close() }
      let key = try store.blocking.transaction { session in
        let ann = Person.ann()
        try session.save(ann)
        return ann.pk ?? 0
      }
      #expect(lost > 0 && key > lost)
    }
  }

  @Test func aBrokenLineLeavesTheServerAsItWas() throws {
    try TemporaryFolder.run { folder in
      let lines = try folder.file("people.ndjson", "no line\n")
      let loaded = Stage.printed("load", uri, lines)
      #expect(loaded.status == .couldNotLook && loaded.error.contains("line 1"))
      #expect(Stage.printed("info", uri).error.contains("nothing to read"))
    }
  }

  @Test func anOldFileIsImportedToAServer() throws {
    let old = URL(filePath: #filePath)
      .appending(path: "../../../../Fixtures/Ancestors/berlin-apple.sqlite3").standardized.path
    try TemporaryFolder.run { folder in
      let new = folder.path("new.sqlite3")
      let reports = [new, uri].map { Stage.printed("import", old, $0, "--zone", "Europe/Berlin") }
      #expect(reports[0].status == reports[1].status && reports[0].output == reports[1].output)
      // Archives write their sets in a different order each time.
      let counts = [new, uri].map { checksum($0).split(separator: "\n").last }
      #expect(counts == ["rows\t159", "rows\t159"])
      #expect(Stage.printed("check", uri).status == .success)
    }
  }
}
