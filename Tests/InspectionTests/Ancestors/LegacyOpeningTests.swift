import Foundation
import PersistentObjects
import PersistentObjectsAncestors
import PersistentObjectsInspection
import TestSupport
import Testing

/// The checks of a file after opening it, which is tested with `DatabaseFile`.
@Suite struct LegacyOpeningTests {
  @Test func findsDamage() throws {
    let file = try OldFile.ofPersons()
    try file.run("BEGIN")
    for n in 2..<500 { try file.run("INSERT INTO person VALUES (\(n), 'Joe number \(n)')") }
    try file.run("COMMIT")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
    #expect(try error(of: Array(bytes[..<(bytes.count / 2)]))?.code == .corrupt)
    var broken = bytes
    for place in (bytes.count - 2000)..<(bytes.count - 1000) { broken[place] = 0xFF }
    let error = try error(of: broken)
    #expect(error?.code == .corrupt)
    #expect(
      error?.message.hasSuffix("can be recovered with `sqlite3 OLD .recover | sqlite3 NEW`")
        == true)
  }

  private func error(of bytes: [UInt8]) throws -> PersistenceError? {
    let path = NSTemporaryDirectory() + "ancestor-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return failure { _ = try LegacyStore(path) }
  }

  @Test func seesWhatIsInTheLogOfARunningProgram() throws {
    let file = try OldFile.ofPersons()
    try file.run("PRAGMA journal_mode = WAL")
    try file.run("INSERT INTO person VALUES (2, 'Jim')")
    #expect(try file.objects()["person"]?.count == 2)
  }

  @Test func saysThatItIsLocked() throws {
    let file = try OldFile.ofPersons()
    try file.run("BEGIN EXCLUSIVE")
    #expect(failure { _ = try LegacyStore(file.path, busyTimeout: .zero) }?.code == .busy)
  }

  @Test func noticesChangesWhereItCannotLock() throws {
    let file = try OldFile.ofPersons()
    try file.run("PRAGMA journal_mode = WAL")
    try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let copy = file.path + ".copy"
    try FileManager.default.copyItem(atPath: file.path, toPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let reader = try LegacyStore(copy)
    let handle = try #require(FileHandle(forWritingAtPath: copy))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    #expect(failure { _ = try reader.model() }?.code == .busy)
  }

  @Test func refusesOtherDatabases() throws {
    let other = try OldFile("CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT)")
    #expect(failure { _ = try other.model() }?.code == .invalidModel)
    let store = try OldFile(OldFile.sequence, "CREATE TABLE _persistent_table (name TEXT)")
    let file = try LegacyStore(store.path)
    #expect(!file.recognition.isLegacy)
    #expect(file.recognition.reasons == ["it is a store of this package already"])
  }

  @Test func readsAFileWithoutClasses() throws {
    let file = try OldFile(OldFile.sequence)
    #expect(try file.model().classes.isEmpty)
  }
}
