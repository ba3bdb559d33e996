import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Paths that cannot be those of a database, and files that cannot be written.
@Suite(.onSQLite) struct UnusablePathTests {
  /// Opens a store and saves an object. Returns the error.
  private func opening(_ path: String) -> PersistenceError? {
    failure {
      let store = try Store(path: path)
      defer { store.close() }
      try Session(store: store).save(Address(city: "Bonn"))
    }
  }

  /// Regression test: a folder without room for files is not a full disk.
  @Test(arguments: ["/proc/x.sqlite3", "/sys/x.sqlite3"]) func theSystemsFoldersAreNotFull(
    _ path: String
  ) {
    let error = opening(path)
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains(path) == true)
  }

  @Test func onlyFilesHoldDatabases() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    #expect(mkfifo(file.path, 0o600) == 0)
    for path in [file.path, "/dev/null"] {
      #expect(opening(path)?.message.contains("is a pipe, a socket or a device") == true)
      var configuration = SQLiteConfiguration(path: path)
      configuration.access = .readOnly
      // Opening a pipe would wait for its writer.
      let error = failure { _ = try Address.count(in: Session(store: Store(configuration))) }
      #expect(error?.code == .cannotOpen)
    }
  }

  @Test func linksThatLeadNowhereAreExplained() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    #expect(symlink("none/b.sqlite3", file.path) == 0)
    #expect(opening(file.path)?.message.contains("No such file or directory") == true)
    #expect(symlink(file.path + ".circle", file.path + ".circle") == 0)
    #expect(opening(file.path + ".circle")?.message.contains("in a circle") == true)
    #expect(symlink("c.sqlite3", file.path + ".new") == 0)
    #expect(opening(file.path + ".new") == nil)
  }

  /// Regression test: the limit of a file's length was an unknown failure of the database.
  @Test func aFileThatMayNotBecomeLongerIsLikeAFullDisk() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let file = try TemporaryFile()
      defer { file.remove() }
      let store = try Store(path: file.path)
      let session = Session(store: store)
      try session.save(Address(city: "Bonn"))
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let usual = limit
      limit.rlim_cur = 400_000
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let error = failure {
        try session.save(
          contentsOf: (0..<200).map { _ in Address(city: String(repeating: "x", count: 4000)) })
      }
      let (code, message) = (error?.code, error?.message)
      #expect(code == .diskFull)
      #expect(message?.contains("ulimit -f") == true)
      var after = usual
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &after)
      session.clear()
      try session.save(Address(city: "Köln"))
      let count = try Address.count(in: session)
      #expect(count == 2)
      store.close()
    }
  }

  /// Regression test: the files that locks are in cannot be made in such a folder. The test runs as
  /// a user who may not write there.
  @Test func readsAFileInAFolderThatMayNotBeWritten() async {
    await #expect(processExitsWith: .success) {
      let file = try TemporaryFile()
      defer { file.remove() }
      let folder = (file.path as NSString).deletingLastPathComponent
      _ = chown(folder, 65534, 65534)
      if getuid() == 0 { _ = setuid(65534) }
      let save: (String) throws -> Void = { city in
        _ = chmod(folder, 0o755)
        let store = try Store(path: file.path)
        try Session(store: store).save(Address(city: city))
        store.close()
        _ = chmod(folder, 0o555)
      }
      try save("Bonn")
      var configuration = SQLiteConfiguration(path: file.path)
      configuration.access = .readOnly
      let store = try Store(configuration)
      let session = Session(store: store)
      let first = try Address.count(in: session)
      #expect(first == 1)
      try save("Köln")
      let end = ContinuousClock.now + .microseconds(500)
      while .now < end {}
      // Without a lock nothing else tells that the pages in memory are old.
      let error = failure { _ = try Address.count(in: session) }
      let code = error?.code
      #expect(code == .busy)
      let second = try Address.count(in: session)
      #expect(second == 2)
      store.close()
      _ = chmod(folder, 0o755)
    }
  }
}
