import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The permissions of the files that a store creates. The umask belongs to the whole process, so
/// one test runs at a time.
@Suite(.onSQLite, .serialized) struct FilePermissionTests {
  @Test(arguments: [0, 0o022, 0o777])
  func filesAndFoldersAreTheUsersAlone(_ mask: Int) async throws {
    try await inFolder { folder in
      let path = folder + "/deep/deeper/a.sqlite3"
      try await withMask(mask) {
        let store = try Store(path: path)
        try await save(in: store)
        #expect(mode(path) == 0o600 && mode(path + "-wal") == 0o600 && mode(path + "-shm") == 0o600)
        #expect(mode(folder + "/deep") == 0o700 && mode(folder + "/deep/deeper") == 0o700)
        store.close()
      }
    }
  }

  @Test(arguments: [0, 0o022])
  func aCopyIsTheUsersAloneAlsoWhileItIsMade(_ mask: Int) async throws {
    try await inFolder { folder in
      try await withMask(mask) {
        let store = try Store(path: folder + "/a.sqlite3")
        try await save(in: store)
        let copies = folder + "/copies"
        try await store.backup(to: copies + "/b.sqlite3") { _, _ in
          let names = try FileManager.default.contentsOfDirectory(atPath: copies)
          #expect(!names.isEmpty && names.allSatisfy { mode(copies + "/" + $0) == 0o600 })
        }
        #expect(mode(copies) == 0o700 && mode(copies + "/b.sqlite3") == 0o600)
        store.close()
      }
    }
  }

  @Test func otherPermissionsCanBeAskedFor() async throws {
    try await inFolder { folder in
      let path = folder + "/group/a.sqlite3"
      var configuration = SQLiteConfiguration(path: path)
      configuration.filePermissions = 0o640
      try await withMask(0o077) {
        let store = try Store(configuration)
        try await save(in: store)
        try await store.backup(to: folder + "/b.sqlite3")
        #expect(mode(path) == 0o640 && mode(path + "-wal") == 0o640)
        #expect(mode(folder + "/group") == 0o750 && mode(folder + "/b.sqlite3") == 0o640)
        store.close()
      }
    }
  }

  @Test func withoutPermissionsTheUmaskDecides() async throws {
    try await inFolder { folder in
      let path = folder + "/group/a.sqlite3"
      var configuration = SQLiteConfiguration(path: path)
      configuration.filePermissions = nil
      try await withMask(0o027) {
        let store = try Store(configuration)
        try await save(in: store)
        #expect(mode(path) == 0o640 && mode(folder + "/group") == 0o750)
        store.close()
      }
    }
  }

  @Test func aFileThatIsThereKeepsItsPermissions() async throws {
    try await inFolder { folder in
      let (path, copy) = (folder + "/a.sqlite3", folder + "/b.sqlite3")
      for file in [path, copy] {
        _ = FileManager.default.createFile(
          atPath: file, contents: nil, attributes: [.posixPermissions: 0o664])
      }
      let store = try Store(path: path)
      try await save(in: store)
      try await store.backup(to: copy, replacing: true)
      #expect(mode(path) == 0o664 && mode(path + "-wal") == 0o664 && mode(copy) == 0o664)
      store.close()
    }
  }

  @Test func whatALinkLeadsToIsTheUsersAlone() async throws {
    try await inFolder { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: "real.sqlite3")
      try await withMask(0) {
        let store = try Store(path: folder + "/link")
        try await save(in: store)
        #expect(mode(folder + "/real.sqlite3") == 0o600)
        store.close()
      }
    }
  }

  /// Many stores in this process create the same missing file at once.
  @Test func manyMayMakeTheSameFile() async throws {
    try await inFolder { folder in
      let path = folder + "/new/a.sqlite3"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let store = try Store(path: path)
            try await save(in: store)
            store.close()
          }
        }
        try await group.waitForAll()
      }
      let store = try Store(path: path)
      #expect(try await store.session { try Address.count(in: $0) } == 8)
      #expect(try await store.checkIntegrity().isSound && mode(path) == 0o600)
      store.close()
    }
  }

  private func save(in store: Store) async throws {
    try await store.transaction { try $0.save(Address(city: "c")) }
  }

  private func mode(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) ?? -1
  }

  private func withMask(_ mask: Int, _ body: () async throws -> Void) async throws {
    let former = umask(mode_t(mask))
    defer { umask(former) }
    try await body()
  }

  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "new-file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }
}
