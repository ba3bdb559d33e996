import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Copies that replace existing files.
@Suite struct BackupTests {
  @Test(.notOnPostgreSQL("pg_dump makes its backups."))
  func aLogThatWasLeftThereIsNotReadWithTheCopy() async throws {
    try await withCopy { store, path in
      try await leave(9, withLogAt: path)
      #expect(exists(path + "-wal"))
      try await store.backup(to: path, replacing: true)
      #expect(!exists(path + "-wal") && !exists(path + "-shm"))
      #expect(try await count(in: path) == 3)
    }
  }

  @Test(.notOnPostgreSQL("pg_dump makes its backups."), arguments: ["-wal", "-shm", "-journal"])
  func aLogWithoutADatabaseIsInTheWayUnlessItIsReplaced(_ suffix: String) async throws {
    try await withCopy { store, path in
      try await leave(9, withLogAt: path)
      try FileManager.default.removeItem(atPath: path)
      if suffix != "-wal" {
        try FileManager.default.moveItem(atPath: path + "-wal", toPath: path + suffix)
      }
      let refusal = await failure { try await store.backup(to: path) }
      #expect(refusal?.code == .cannotOpen)
      #expect(refusal?.message.hasPrefix(path + suffix) == true, "\(String(describing: refusal))")
      try await store.backup(to: path, replacing: true)
      #expect(try await count(in: path) == 3)
      #expect(!exists(path + suffix))
    }
  }

  @Test(.notOnPostgreSQL("pg_dump makes its backups.")) func aFileThatIsNoDatabaseIsReplaced()
    async throws
  {
    try await withCopy { store, path in
      for suffix in ["", "-journal"] {
        try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: path + suffix))
      }
      try await store.backup(to: path, replacing: true)
      #expect(try await count(in: path) == 3)
      #expect(!exists(path + "-journal"))
    }
  }

  @Test(.notOnPostgreSQL("pg_dump makes its backups.")) func aFileThatAStoreHasOpenIsNotReplaced()
    async throws
  {
    try await withCopy { store, path in
      let other = try Store(path: path)
      try await save(1, in: other)
      let refusal = await failure { try await store.backup(to: path, replacing: true) }
      #expect(refusal?.code == .busy)
      #expect(refusal?.message.hasPrefix("\(path) is in use") == true)
      try await save(1, in: other)
      other.close()
      #expect(try await count(in: path) == 2)
      try await store.backup(to: path, replacing: true)
      #expect(try await count(in: path) == 3)
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["copy.sqlite3"])
    }
  }

  /// Another backup to the same path may have been faster.
  @Test(.notOnPostgreSQL("pg_dump makes its backups."))
  func aFileThatAppearsDuringTheCopyingIsNotReplaced() async throws {
    try await withCopy { store, path in
      let (file, content) = (URL(fileURLWithPath: path), Data("another file".utf8))
      let refusal = await failure {
        try await store.backup(to: path) { _, _ in try content.write(to: file) }
      }
      #expect(refusal?.code == .cannotOpen)
      let found = try Data(contentsOf: file)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: file.deletingLastPathComponent().path)
      #expect(found == content && names == ["copy.sqlite3"])
    }
  }

  @Test(.notOnPostgreSQL("pg_dump makes its backups."), arguments: [false, true])
  func aSymbolicLinkStaysAndItsFileIsReplaced(hasFile: Bool) async throws {
    try await withCopy { store, path in
      let link = path + ".link"
      if hasFile { try await leave(9, withLogAt: path) }
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "copy.sqlite3")
      try await store.backup(to: link, replacing: hasFile)
      let destination = try FileManager.default.destinationOfSymbolicLink(atPath: link)
      #expect(destination == "copy.sqlite3" && !exists(path + "-wal"))
      #expect(try await count(in: path) == 3)
    }
  }

  /// SQLite would read a relative path that begins so as a URI, and copy into another file.
  @Test(.notOnPostgreSQL("pg_dump makes its backups."))
  func aRelativePathIsTakenLiterally() async throws {
    try await withCopy { store, _ in
      let path = "file:persistent-objects-\(UUID().uuidString).sqlite3"
      defer { try? FileManager.default.removeItem(atPath: path) }
      try await store.backup(to: path)
      #expect(exists(path))
      #expect(try await count(in: path) == 3)
    }
  }

  @Test(.notOnPostgreSQL("pg_dump makes its backups."))
  func theNameOfACopyMayBeAsLongAsThatOfADatabase() async throws {
    try await withCopy { store, path in
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      // SQLite adds up to eight bytes, to at most 255.
      let long = "\(folder)/\(String(repeating: "x", count: 239)).sqlite3"
      try await store.backup(to: long)
      #expect(try await count(in: long) == 3)
    }
  }

  // MARK: -

  /// A store with three addresses, and a path for its copy.
  private func withCopy(_ body: (Store, String) async throws -> Void) async throws {
    try await TemporaryStore.runAsync { store in
      try await save(3, in: store.store)
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("persistent-objects-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await body(store.store, folder.appendingPathComponent("copy.sqlite3").path)
    }
  }

  private func save(_ count: Int, in store: Store) async throws {
    try await store.transaction { session in
      try session.save(contentsOf: (0..<count).map { Address(city: "city \($0)") })
    }
  }

  /// Leaves the files of a process that died with a store of addresses: the file and its log.
  private func leave(_ count: Int, withLogAt path: String) async throws {
    let store = try Store(path: path + ".living")
    try await save(count, in: store)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: path + ".living" + suffix, toPath: path + suffix)
    }
    try await store.deleteDatabase()
  }

  private func count(in path: String) async throws -> Int {
    let store = try Store(path: path)
    defer { store.close() }
    #expect(try await store.checkIntegrity().isSound)
    return try await store.session { try Address.count(in: $0) }
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func failure(_ body: () async throws -> Void) async -> PersistenceError? {
    do {
      try await body()
      return nil
    } catch { return error as? PersistenceError }
  }
}
