import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

/// The permissions of the files that a store creates. The umask belongs to the whole process, so
/// tests that change it have processes of their own.
@Suite(.onSQLite) struct FilePermissionTests {
  @Test func onlyTheUserMayUseFilesAndFolders() async {
    await #expect(processExitsWith: .success) {
      for mask: mode_t in [0, 0o022, 0o777] {
        try await Self.inFolder(umask: mask) { folder in
          let path = folder + "/deep/deeper/a.sqlite3"
          let store = try Store(path: path)
          try await Self.save(in: store)
          let modes = [path, path + "-wal", path + "-shm"].map(Self.mode)
          #expect(modes == [0o600, 0o600, 0o600])
          let folders = [folder + "/deep", folder + "/deep/deeper"].map(Self.mode)
          #expect(folders == [0o700, 0o700])
          store.close()
        }
      }
    }
  }

  @Test func onlyTheUserMayReadACopyEvenWhileItIsMade() async {
    await #expect(processExitsWith: .success) {
      for mask: mode_t in [0, 0o022] {
        try await Self.inFolder(umask: mask) { folder in
          let store = try Store(path: folder + "/a.sqlite3")
          try await Self.save(in: store)
          let copies = folder + "/copies"
          let modes = Mutex<[Int]>([])
          try await store.backup(to: copies + "/b.sqlite3") { _, _ in
            let names = try FileManager.default.contentsOfDirectory(atPath: copies)
            modes.withLock { $0 += names.map { Self.mode(copies + "/" + $0) } }
          }
          let found = Set(modes.withLock { $0 })
          #expect(found == [0o600])
          let after = [copies, copies + "/b.sqlite3"].map(Self.mode)
          #expect(after == [0o700, 0o600])
          store.close()
        }
      }
    }
  }

  @Test func otherPermissionsCanBeAskedFor() async {
    await #expect(processExitsWith: .success) {
      try await Self.inFolder(umask: 0o077) { folder in
        let path = folder + "/group/a.sqlite3"
        var configuration = SQLiteConfiguration(path: path)
        configuration.filePermissions = 0o640
        let store = try Store(configuration)
        try await Self.save(in: store)
        try await store.backup(to: folder + "/b.sqlite3")
        let modes = [path, path + "-wal", folder + "/b.sqlite3", folder + "/group"].map(Self.mode)
        #expect(modes == [0o640, 0o640, 0o640, 0o750])
        store.close()
      }
    }
  }

  @Test func withoutPermissionsTheUmaskDecides() async {
    await #expect(processExitsWith: .success) {
      try await Self.inFolder(umask: 0o027) { folder in
        let path = folder + "/group/a.sqlite3"
        var configuration = SQLiteConfiguration(path: path)
        configuration.filePermissions = nil
        let store = try Store(configuration)
        try await Self.save(in: store)
        let modes = [path, folder + "/group"].map(Self.mode)
        #expect(modes == [0o640, 0o750])
        store.close()
      }
    }
  }

  @Test func aFileThatIsThereKeepsItsPermissions() async throws {
    try await Self.inFolder { folder in
      let (path, copy) = (folder + "/a.sqlite3", folder + "/b.sqlite3")
      for file in [path, copy] {
        _ = FileManager.default.createFile(
          atPath: file, contents: nil, attributes: [.posixPermissions: 0o664])
      }
      let store = try Store(path: path)
      try await Self.save(in: store)
      try await store.backup(to: copy, replacing: true)
      let modes = [path, path + "-wal", copy].map(Self.mode)
      #expect(modes == [0o664, 0o664, 0o664])
      store.close()
    }
  }

  @Test func onlyTheUserMayUseTheTargetOfALink() async {
    await #expect(processExitsWith: .success) {
      try await Self.inFolder(umask: 0) { folder in
        try FileManager.default.createSymbolicLink(
          atPath: folder + "/link", withDestinationPath: "real.sqlite3")
        let store = try Store(path: folder + "/link")
        try await Self.save(in: store)
        let mode = Self.mode(folder + "/real.sqlite3")
        #expect(mode == 0o600)
        store.close()
      }
    }
  }

  /// Many stores in this process create the same missing file at once.
  @Test func manyMayMakeTheSameFile() async throws {
    try await Self.inFolder { folder in
      let path = folder + "/new/a.sqlite3"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let store = try Store(path: path)
            try await Self.save(in: store)
            store.close()
          }
        }
        try await group.waitForAll()
      }
      let store = try Store(path: path)
      #expect(try await store.session { try Address.count(in: $0) } == 8)
      #expect(try await store.checkIntegrity().isSound && Self.mode(path) == 0o600)
      store.close()
    }
  }

  /// A user who may not write cannot tell whether others use the file. The test has its own
  /// process, which changes its user, since root may write anything.
  @Test func aFileThatMayNotBeWrittenIsReplacedButNotDeleted() async {
    await #expect(processExitsWith: .success) {
      try await Self.inFolder { folder in
        let path = folder + "/copy.sqlite3"
        let original = try Store(path: path)
        try await Self.save(in: original)
        original.close()
        Self.giveUpWriting(path, in: folder)
        let refused = await failureOf { try await Store(path: path).deleteDatabase() }
        #expect(refused?.code == .readOnly && FileManager.default.fileExists(atPath: path))
        let store = try Store(path: folder + "/a.sqlite3")
        for _ in 0..<2 { try await Self.save(in: store) }
        try await store.backup(to: path, replacing: true)
        #expect(try await Self.count(in: path) == 2)
        store.close()
      }
    }
  }

  /// Regression test: the database of another user was replaced while it was in use.
  @Test func aFileInUseThatMayNotBeWrittenIsNotReplaced() async {
    await #expect(processExitsWith: .success) {
      try await Self.inFolder { folder in
        let path = folder + "/copy.sqlite3"
        let other = try Store(path: path)
        try await Self.save(in: other)
        Self.giveUpWriting(path, in: folder)
        let store = try Store(path: folder + "/a.sqlite3")
        for _ in 0..<2 { try await Self.save(in: store) }
        let refused = await failureOf { try await store.backup(to: path, replacing: true) }
        #expect(refused?.code == .readOnly && refused?.message.contains(path + "-wal") == true)
        other.close()
        #expect(try await Self.count(in: path) == 1)
        try await store.backup(to: path, replacing: true)
        store.close()
      }
    }
  }

  /// An empty log is also that of a program that has yet to write. A store that reads leaves one.
  @Test func aFileThatMayNotBeWrittenIsNotReplacedBesideTheLogOfAReader() async {
    await #expect(processExitsWith: .success) {
      try await Self.inFolder { folder in
        let (path, log) = (folder + "/copy.sqlite3", folder + "/copy.sqlite3-wal")
        let original = try Store(path: path)
        try await Self.save(in: original)
        original.close()
        Self.giveUpWriting(path, in: folder)
        let store = try Store(path: folder + "/a.sqlite3")
        for _ in 0..<2 { try await Self.save(in: store) }
        #expect(try await Self.count(in: path) == 1)
        #expect(!FileManager.default.fileExists(atPath: log))
        #expect(try await Self.count(in: path, .readOnly) == 1)
        let refused = await failureOf { try await store.backup(to: path, replacing: true) }
        #expect(refused?.code == .readOnly && refused?.message.contains("a reader") == true)
        for file in [path, log] { try FileManager.default.removeItem(atPath: file) }
        try await store.backup(to: path, replacing: true)
        #expect(try await Self.count(in: path) == 2)
        store.close()
      }
    }
  }

  /// Makes a file one that this process may not write, in a folder in which it may replace it.
  private static func giveUpWriting(_ path: String, in folder: String) {
    let nobody: uid_t = 65534
    if getuid() == 0 {
      #expect(chown(folder, nobody, nobody) == 0 && chown(path, nobody, nobody) == 0)
      #expect(setuid(nobody) == 0)
    }
    #expect(chmod(path, 0o444) == 0)
  }

  private static func save(in store: Store) async throws {
    try await store.transaction { try $0.save(Address(city: "c")) }
  }

  private static func count(
    in path: String, _ access: SQLiteConfiguration.Access = .immutable
  ) async throws -> Int {
    var configuration = SQLiteConfiguration(path: path)
    configuration.access = access
    let store = try Store(configuration)
    defer { store.close() }
    return try await store.session { try Address.count(in: $0) }
  }

  private static func mode(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) ?? -1
  }

  /// Runs `body` with an empty folder.
  ///
  /// - Parameter umask: the file mode creation mask that the process has meanwhile; nil to keep the
  ///   current one.
  private static func inFolder(
    umask mask: mode_t? = nil, _ body: (String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "new-file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let former = mask.map { umask($0) }
    defer { if let former { umask(former) } }
    try await body(folder.path)
  }
}
