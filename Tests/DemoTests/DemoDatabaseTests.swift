import Foundation
import PersistentObjects
import Testing

@testable import demo

@Suite struct DemoDatabaseTests {
  private struct Failure: Error {}

  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).sqlite3").path

  @Test func removesADatabaseThatLacksAPartOfTheIndex() throws {
    let database = try DemoDatabase(Options(database: path))
    #expect(throws: Failure.self) {
      try database.use {
        try database.openStore().blocking.execute("CREATE TABLE t (a INTEGER)")
        #expect(FileManager.default.fileExists(atPath: path))
        throw Failure()
      }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func keepsACompleteDatabaseWhenALaterChapterFails() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let database = try DemoDatabase(Options(database: path))
    #expect(throws: Failure.self) {
      try database.use {
        let store = try database.openStore()
        try store.blocking.execute("CREATE TABLE t (a INTEGER)")
        store.close()
        database.markComplete()
        throw Failure()
      }
    }
    #expect(FileManager.default.fileExists(atPath: path))
  }

  /// SQLite would create the file behind the link, and the demo would remove the link.
  @Test func refusesALinkThatLeadsNowhere() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: path + "-elsewhere")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: UsageError.self) { try DemoDatabase(Options(database: path)) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == path + "-elsewhere")
  }

  @Test func saysOnlyThatAServerCannotBeReached() throws {
    let database = try DemoDatabase(Options(server: "host=/nonexistent"))
    let error = #expect(throws: PersistenceError.self) {
      try database.use { _ = try database.openStore() }
    }
    #expect(error?.code == .cannotOpen)
  }

  /// A signal may come while the main thread removes the database.
  @Test func removesTheDatabaseOnce() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let database = try DemoDatabase(Options(database: path))
    try database.use {
      try database.use { try database.openStore().close() }
      #expect(!FileManager.default.fileExists(atPath: path))
      try "of another program".write(toFile: path, atomically: false, encoding: .utf8)
    }
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func namesWhatIsLeft() {
    let left = LeftDatabase(failure: Failure(), name: "the schema demo_1", cause: OutputClosed())
    #expect(
      left.description == """
        Failure()
        Not removed: the schema demo_1. Remove it yourself, since the demo could not: the output \
        is no longer read
        """)
  }
}
