import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Databases that another program made.
@Suite struct ForeignFileTests {
  /// Regression test: the journal mode used to be changed before the file was refused.
  @Test(.onSQLite) func aFileThatIsRefusedStaysAsItWas() async throws {
    try await withForeignFile { path in
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let store = try Store(path: path, classes: [Odd.self])
      let read = await failureOf { try await store.session { _ = try Odd.count(in: $0) } }
      let write = await failureOf { try await store.transaction { try $0.save(Odd(name: "x")) } }
      #expect(read?.code == .schemaMismatch && write?.code == .schemaMismatch)
      #expect(write?.message.contains("nothing was changed") == true)
      #expect(try await store.tables().map(\.name) == ["odd"])
      #expect(try await store.checkIntegrity().isSound)
      #expect(try await store.schema(of: Odd.self).conflict?.code == .schemaMismatch)
      store.close()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }
  }

  /// Regression test: its text was searched by its bytes, and wrong rows were found, and deleted.
  @Test(.onSQLite) func aFileOfUTF16IsReadButNotUsedForClasses() async throws {
    try await withForeignFile("PRAGMA encoding = 'UTF-16le'") { path in
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let store = try Store(path: path)
      let write = await failureOf { try await store.transaction { try $0.save(Odd(name: "x")) } }
      let read = await failureOf { try await store.session { _ = try Address.count(in: $0) } }
      #expect(write?.code == .schemaMismatch && write?.message.contains("UTF-16") == true)
      #expect(read?.code == .schemaMismatch)
      store.close()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      var configuration = SQLiteConfiguration(path: path)
      configuration.access = .readOnly
      let reading = try Store(configuration)
      let names = try await reading.session { try $0.rows("SELECT name FROM odd")[0] }
      #expect(names == [.text("theirs")])
      reading.close()
      try OtherProgram(path).run("CREATE TABLE _persistent_table (name TEXT)")
      let again = try Store(configuration)
      let refused = await failureOf {
        try await again.session { _ = try $0.rows("SELECT name FROM odd") }
      }
      #expect(refused?.code == .schemaMismatch)
      again.close()
    }
  }

  @Test(.onSQLite) func aFileThatIsNoDatabaseStaysAsItWas() async throws {
    try await withForeignFile { path in
      let text = Data(repeating: 65, count: 5000)
      try text.write(to: URL(fileURLWithPath: path))
      let store = try Store(path: path)
      #expect(
        await failureOf { try await store.session { try $0.save(Odd(name: "x")) } }?.code
          == .corrupt)
      store.close()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
    }
  }

  /// The first use is in a reading session, which prevents other commits while there is no log.
  @Test(.onSQLite) func aFileThatIsNotRefusedTakesOtherClassesAndGetsALog() async throws {
    try await withForeignFile { path in
      let store = try Store(path: path)
      #expect(try await store.session { try Address.count(in: $0) } == 0)
      try await store.transaction { try $0.save(Address(city: "c")) }
      #expect(try await store.session { try Address.count(in: $0) } == 1)
      #expect(try await store.session { try $0.rows("PRAGMA journal_mode")[0] } == [.text("wal")])
      #expect(
        try await store.session { try $0.rows("SELECT name FROM odd")[0] } == [.text("theirs")])
      store.close()
      let again = try Store(path: path)
      #expect(try await again.session { try Address.count(in: $0) } == 1)
      again.close()
    }
  }

  @Test(.onSQLite) func aTransactionMayBeTheFirstUse() async throws {
    try await withForeignFile { path in
      let store = try Store(path: path)
      try await store.transaction { try $0.save(Address(city: "c")) }
      #expect(try await store.session { try $0.rows("PRAGMA journal_mode")[0] } == [.text("wal")])
      #expect(try await store.session { try Address.count(in: $0) } == 1)
      store.close()
    }
  }

  /// Regression test: SQLite reported that the table exists, and the error was `invalidQuery`.
  @Test func aViewOfTheNameIsRefused() async throws {
    try await TemporaryStore.runAsync { temporary in
      let other = try temporary.reopened()
      try await other.execute("CREATE TABLE odd (name TEXT)")
      try await other.execute("CREATE VIEW address AS SELECT name FROM odd")
      other.close()
      let error = await failureOf {
        try await temporary.store.session { _ = try Address.count(in: $0) }
      }
      #expect(error?.code == .schemaMismatch && error?.context.table == "address")
    }
  }

  private func withForeignFile(
    _ settings: String = "", _ body: (String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "foreign-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("theirs.sqlite3").path
    try OtherProgram(path).run(
      "\(settings); CREATE TABLE odd (name TEXT); INSERT INTO odd VALUES ('theirs')")
    try await body(path)
  }
}

@Persistent final class Odd {
  var name: String
}
