import CSQLite
import Foundation
import PersistentObjects
import PersistentObjectsInspection
import PersistentObjectsTransfer
import TestSupport
import Testing

/// Opens files without leaving any others behind; tests the errors for files that are not
/// databases.
@Suite struct DatabaseFileTests {
  @Test func saysWhatIsWrongWithAPath() {
    #expect(message("/nowhere/at/all").contains("No such file"))
    #expect(message("/tmp").contains("/tmp is a folder; name a file in it"))
    #expect(message("").contains("must not be empty"))
    #expect(message("a\0b").contains("NUL character"))
    #expect(message("/dev/null").contains("/dev/null is not a regular file"))
  }

  @Test func tellsDatabasesFromOtherFiles() throws {
    let file = try PlainDatabase()
    let encrypted = (0..<4096).map { UInt8(truncatingIfNeeded: $0 * 167 + $0 / 256 * 31 + 200) }
    #expect(try message(file, bytes: []).contains("is empty"))
    // SQLite considers a file of one byte empty.
    #expect(try message(file, bytes: Array("5".utf8)).contains("is not an SQLite database"))
    #expect(try message(file, bytes: Array("hello".utf8)).contains("is not an SQLite database"))
    #expect(
      try message(file, bytes: Array(repeating: 0, count: 4096))
        .contains("is not an SQLite database"))
    #expect(
      try message(file, bytes: Array("SQLite format 3\0".utf8))
        .contains("ends within the first 100 bytes"))
    #expect(
      try message(file, bytes: Array("** This file contains an SQLite 2.1 database **".utf8))
        .contains("a database of SQLite 2; convert it with `sqlite OLD .dump | sqlite3 NEW`"))
    #expect(try message(file, bytes: encrypted).contains("may be encrypted"))
  }

  @Test(arguments: ["DELETE", "WAL"]) func leavesTheFileAndItsFolderAsTheyWere(mode: String) throws
  {
    let file = try PlainDatabase("a?b#%20ü.sqlite3", mode: mode)
    try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let copy = try file.copy([""])
    let before = try copy.contents()
    do {
      let opened = try DatabaseFile(copy.path)
      #expect(try opened.firstValue("SELECT count(*) FROM t") == .integer(1))
      #expect(try copy.contents() == before)
      try opened.requireUnchanged()
    }
    #expect(try copy.contents() == before)
  }

  @Test func seesWhatIsInTheLogOfARunningProgram() throws {
    let file = try PlainDatabase(mode: "WAL")
    try file.run("INSERT INTO t VALUES (2)")
    let opened = try DatabaseFile(file.path)
    try file.run("INSERT INTO t VALUES (3)")
    #expect(try opened.firstValue("SELECT count(*) FROM t") == .integer(2), "one state is seen")
    try opened.requireUnchanged()
  }

  @Test func seesARunningProgramWhoseLogIsEmpty() throws {
    let file = try PlainDatabase(mode: "WAL")
    try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let opened = try DatabaseFile(file.path)
    try file.run("INSERT INTO t VALUES (2)")
    #expect(try opened.firstValue("SELECT count(*) FROM t") == .integer(1))
    try opened.requireUnchanged()
  }

  @Test func readsALogThatAProgramLeftBehindWithoutATrace() throws {
    let file = try PlainDatabase(mode: "WAL")
    try file.run("INSERT INTO t VALUES (2)")
    let copy = try file.copy(["", "-wal"])
    let before = try copy.contents()
    do {
      let opened = try DatabaseFile(copy.path)
      #expect(try opened.firstValue("SELECT count(*) FROM t") == .integer(2))
      #expect(try copy.contents() == before)
      try opened.requireUnchanged()
      try Data([0]).write(to: URL(fileURLWithPath: copy.path + "-wal"))
      #expect(failure { try opened.requireUnchanged() }?.code == .busy)
    }
    #expect(try copy.contents().keys.sorted() == before.keys.sorted())
  }

  @Test func readsALogBesideALink() throws {
    let file = try PlainDatabase(mode: "WAL")
    try file.run("INSERT INTO t VALUES (2)")
    let copy = try file.copy(["", "-wal"])
    let link = file.path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: copy.path)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let opened = try DatabaseFile(link)
    #expect(try opened.firstValue("SELECT count(*) FROM t") == .integer(2))
    #expect(try opened.measure().logBytes ?? 0 > 0)
  }

  @Test func fillsTheFileToWhichALinkLeads() throws {
    let place = try TemporaryFile()
    defer { place.remove() }
    let link = place.path + ".link"
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: link, withDestinationPath: (place.path as NSString).lastPathComponent)
    for isCommitted in [false, true] {
      try Data().write(to: URL(fileURLWithPath: place.path))
      var writer: StoreWriter? = try StoreWriter(creating: link)
      try writer?.begin(StoreModel(classes: [ClassModel(name: "A", table: "a", properties: [])]))
      if isCommitted { try writer?.commit() }
      writer = nil
      #expect(files.fileExists(atPath: place.path) == isCommitted)
      #expect((try? files.destinationOfSymbolicLink(atPath: link)) != nil)
    }
    #expect(try InspectedFile(place.path).model.classes.map(\.name) == ["A"])
  }

  @Test func saysThatItIsLocked() throws {
    let file = try PlainDatabase()
    try file.run("BEGIN EXCLUSIVE")
    let error = failure { _ = try DatabaseFile(file.path, busyTimeout: .zero) }
    #expect(error?.code == .busy)
    #expect(error?.message.hasSuffix("try again when it has finished") == true)
    try file.run("COMMIT")
    _ = try DatabaseFile(file.path)
  }

  @Test func saysHowToMendAFileWithAJournal() throws {
    let file = try PlainDatabase()
    try file.run("PRAGMA cache_size = 1; BEGIN")
    for n in 2..<200 { try file.run("INSERT INTO t VALUES (hex(randomblob(500 + \(n) % 2)))") }
    try file.run("COMMIT; BEGIN; UPDATE t SET a = hex(randomblob(600))")
    let copy = try file.copy(["", "-journal"])
    let before = try copy.contents()
    let error = failure { _ = try DatabaseFile(copy.path) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("run `sqlite3 COPY") == true)
    #expect(try copy.contents() == before)
    let link = file.path + ".link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: copy.path)
    let linked = failure { _ = try DatabaseFile(link) }
    #expect(linked?.message.contains("\(copy.path)-journal has what is needed") == true)
  }

  @Test func noticesChangesWhereItCannotLock() throws {
    let file = try PlainDatabase(mode: "WAL")
    try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let copy = try file.copy([""])
    let opened = try DatabaseFile(copy.path)
    let handle = try #require(FileHandle(forWritingAtPath: copy.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    #expect(failure { try opened.requireUnchanged() }?.code == .busy)
  }

  #if os(Linux)
    @Test func locksThatThisProcessHasOnTheFileStay() throws {
      let file = try PlainDatabase(mode: "WAL")
      let inode = try file.inode()
      let before = try locks(of: inode)
      #expect(!before.isEmpty)
      _ = try DatabaseFile(file.path)
      #expect(try locks(of: inode) == before)
    }

    /// The locks held by this process's descriptors. `/proc/locks` skips some entries while others
    /// come and go.
    private func locks(of inode: UInt64) throws -> [String] {
      let folder = "/proc/self/fdinfo"
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
        .flatMap { $0.split(separator: "\n").map(String.init) }
        .filter { $0.hasPrefix("lock:") && $0.contains(":\(inode) ") }.sorted()
    }
  #endif

  private func message(_ path: String) -> String {
    failure { _ = try DatabaseFile(path) }?.description ?? "none"
  }

  private func message(_ file: PlainDatabase, bytes: [UInt8]) throws -> String {
    let path = file.path + ".other"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return message(path)
  }
}

/// A database of another program, in a separate folder.
private final class PlainDatabase {
  let path: String
  private let folder: String
  private let database: OpaquePointer?

  init(_ name: String = "some.sqlite3", mode: String = "DELETE") throws {
    folder = NSTemporaryDirectory() + "plain-\(UUID().uuidString)"
    path = folder + "/" + name
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var pointer: OpaquePointer?
    sqlite3_open(path, &pointer)
    database = pointer
    try run("PRAGMA synchronous = OFF; PRAGMA journal_mode = \(mode)")
    try run("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
  }

  private init(copied path: String) {
    self.path = path
    folder = (path as NSString).deletingLastPathComponent
    database = nil
  }

  deinit {
    sqlite3_close(database)
    try? FileManager.default.removeItem(atPath: folder)
  }

  func run(_ sql: String) throws {
    try #require(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
  }

  /// Copies the file and those beside it, as after a crash.
  func copy(_ suffixes: [String]) throws -> PlainDatabase {
    let copy = folder + "-copy/" + (path as NSString).lastPathComponent
    try FileManager.default.createDirectory(
      atPath: folder + "-copy", withIntermediateDirectories: true)
    for suffix in suffixes {
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return PlainDatabase(copied: copy)
  }

  /// All files of the folder.
  func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)))
      })
  }

  func inode() throws -> UInt64 {
    var information = stat()
    try #require(stat(path, &information) == 0)
    return UInt64(information.st_ino)
  }
}
