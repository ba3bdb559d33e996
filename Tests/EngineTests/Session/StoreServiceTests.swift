import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Operations on the whole database: opening, deleting, copying, checking.
@Suite struct StoreServiceTests {
  private let place: Place

  init() throws { place = try Place() }

  private func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? -1
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The path of a folder that does not exist yet.
  private func temporaryFolder() -> String { "\(place.file.path)-\(UUID().uuidString)" }

  /// The folder of a test, removed with this object.
  private final class Place: Sendable {
    let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    deinit { file.remove() }
  }

  private func fill(_ session: Session, _ count: Int) throws {
    try session.save(
      contentsOf: (0..<count).map {
        Address(city: "\($0)", street: String(repeating: "s", count: 500))
      })
  }

  /// Regression test: the writer was leased and never returned.
  @Test func aTransactionThatCannotBeginGivesItsConnectionBack() async throws {
    try await TemporaryStore.runAsync { temporary in
      try await temporary.store.session { _ = try Person.count(in: $0) }
      var configuration = SQLiteConfiguration(path: temporary.path)
      configuration.access = .readOnly
      let store = try Store(configuration)
      for _ in 0..<2 {
        await #expect(throws: PersistenceError.self) {
          try await store.transaction { _ in }
        }
      }
      store.close()
    }
  }

  @Test func aStoreOpensWhenToldOrAtItsFirstUse() throws {
    let path = temporaryFolder() + "/a.sqlite3"
    let store = try Store(path: path)
    #expect(!store.isOpen && !exists(path))
    try store.blocking.open()
    #expect(store.isOpen && exists(path))
    store.close()
    #expect(!store.isOpen && store.isClosed)
    let firstFailure = failure { try store.blocking.open() }
    #expect(firstFailure?.code == .storeClosed)
    try store.blocking.deleteDatabase()
    #expect(!exists(path))
  }

  @Test(arguments: [Int.min, 0, .max]) func anyNumberOfReadersIsALimit(_ count: Int) throws {
    var configuration = SQLiteConfiguration(path: temporaryFolder() + "/a.sqlite3")
    configuration.maximumReaders = count
    let store = try Store(configuration)
    try store.blocking.transaction { try fill($0, 1) }
    #expect(try store.blocking.session { try Address.count(in: $0) } == 1)
    try store.blocking.deleteDatabase()
  }

  @Test(.onSQLite) func aCopyIsNotNamedLikeAFolder() throws {
    let folder = temporaryFolder()
    let store = try Store(path: folder + "/a.sqlite3")
    try store.blocking.transaction { try fill($0, 1) }
    let error = failure { try store.blocking.backup(to: folder + "/copies/") }
    #expect(error?.message.contains("is a folder; name a file in it") == true)
    store.close()
  }

  @Test func deletingRemovesAllFilesAndDetachesObjects() throws {
    let path = temporaryFolder() + "/a.sqlite3"
    let store = try Store(path: path)
    let session = Session(store: store)
    let address = Address(city: "c")
    try session.save(address)
    #expect(exists(path) && exists(path + "-wal"))
    try store.blocking.deleteDatabase()
    #expect(!exists(path) && !exists(path + "-wal") && !exists(path + "-shm"))
    let firstFailure = failure { _ = try Address.count(in: session) }
    #expect(firstFailure?.code == .storeClosed)
    #expect(address.state == .detached)
    let again = try Store(path: path)
    #expect(try again.blocking.session { try Address.count(in: $0) } == 0)
    try again.blocking.deleteDatabase()
  }

  @Test func deletingThroughASymbolicLinkRemovesTheFilesThatItLeadsTo() throws {
    let folder = temporaryFolder()
    let (path, link) = (folder + "/a.sqlite3", folder + "/link.sqlite3")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.sqlite3")
    for _ in 0..<2 {
      let store = try Store(path: link)
      try store.blocking.transaction { try fill($0, 1) }
      #expect(try store.blocking.session { try Address.count(in: $0) } == 1)
      #expect(exists(path) && exists(path + "-wal"))
      try store.blocking.deleteDatabase()
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left == ["link.sqlite3"])
    }
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func aDatabaseThatAnotherStoreHasOpenIsNotDeleted() throws {
    let path = temporaryFolder() + "/a.sqlite3"
    let store = try Store(path: path)
    try store.blocking.transaction { try fill($0, 1) }
    let other = try Store(path: path)
    #expect(try other.blocking.session { try Address.count(in: $0) } == 1)
    let refused = failure { try store.blocking.deleteDatabase() }
    #expect(refused?.code == .busy && refused?.message.contains("is in use") == true)
    try other.blocking.transaction { try fill($0, 1) }
    #expect(try other.blocking.session { try Address.count(in: $0) } == 2)
    other.close()
    try store.blocking.deleteDatabase()
    #expect(!exists(path) && !exists(path + "-wal"))
  }

  /// The test has its own process, which runs out of file descriptors.
  @Test func aDatabaseThatCannotBeOpenedIsNotDeleted() async {
    await #expect(processExitsWith: .success) {
      let file = try TemporaryFile()
      defer { file.remove() }
      let user = try Store(path: file.path)
      try user.blocking.transaction { try $0.save(Address(city: "c")) }
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var former = rlimit()
      #expect(getrlimit(files, &former) == 0)
      var none = rlimit(rlim_cur: 3, rlim_max: former.rlim_max)
      #expect(setrlimit(files, &none) == 0)
      let refused = failure { try Store(path: file.path).blocking.deleteDatabase() }
      #expect(setrlimit(files, &former) == 0)
      #expect(refused?.code == .cannotOpen)
      user.close()
      let again = try Store(path: file.path)
      #expect(try again.blocking.session { try Address.count(in: $0) } == 1)
      try again.blocking.deleteDatabase()
    }
  }

  @Test func aFolderIsNotDeleted() throws {
    let folder = temporaryFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let refused = failure { try Store(path: folder).blocking.deleteDatabase() }
    #expect(refused?.code == .cannotOpen && exists(folder))
    try FileManager.default.removeItem(atPath: folder)
  }

  /// Regression test: the path was read up to the NUL, and the file of that name was deleted.
  @Test func aPathThatNamesNoFileDeletesNone() throws {
    let path = temporaryFolder() + "/a.sqlite3"
    let store = try Store(path: path)
    try store.blocking.open()
    store.close()
    for unusable in [path + "\0b", ""] {
      let refused = failure { try Store(path: unusable).blocking.deleteDatabase() }
      #expect(refused?.code == .cannotOpen)
    }
    #expect(exists(path))
    try Store(path: path).blocking.deleteDatabase()
  }

  @Test func deletingWaitsForSessionsThatAreLent() async throws {
    let path = temporaryFolder() + "/a.sqlite3"
    // Continuing takes long while other tests keep Swift's threads busy.
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.acquisitionTimeout = .seconds(600)
    let store = try Store(SQLiteConfiguration(path: path), configuration: configuration)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (deleting, delete) = AsyncStream.makeStream(of: Void.self)
    async let count = store.transaction { session in
      try session.save(Address(city: "c"))
      begin.finish()
      for await _ in deleting {}
      return try Address.count(in: session)
    }
    for await _ in begun {}
    async let deletion: Void = store.deleteDatabase()
    while !store.isClosed { await Task.yield() }
    #expect(exists(path))
    delete.finish()
    #expect(try await count == 1)
    try await deletion
    #expect(!exists(path))
    await #expect(throws: PersistenceError.self) { try await store.session { _ in } }
  }

  @Test func workOnTheWholeDatabaseIsRefusedInsideASession() throws {
    try TemporaryStore.run { store, _ in
      try store.store.blocking.session { _ in
        let firstFailure = failure { try store.store.blocking.vacuum() }
        #expect(firstFailure?.code == .wrongSession)
        let secondFailure = failure { try store.store.blocking.deleteDatabase() }
        #expect(secondFailure?.code == .wrongSession)
        let thirdFailure = failure { _ = try store.store.blocking.checkIntegrity() }
        #expect(thirdFailure?.code == .wrongSession)
      }
      #expect(!store.store.isClosed)
    }
  }

  @Test(.notOnPostgreSQL("It asks SQLite in its own SQL.")) func vacuumGivesSpaceBack() throws {
    try TemporaryStore.run { store, session in
      try fill(session, 2000)
      try store.store.blocking.vacuum()
      let full = size(store.path)
      try store.store.blocking.execute("DELETE FROM address WHERE pk > \(10)")
      try store.store.blocking.vacuum()
      #expect(size(store.path) * 4 < full)
      #expect(try Address.count(in: session) == 10)
      try store.store.blocking.optimize()
      try store.store.blocking.analyze()
      #expect(try store.rows("SELECT count(*) > 0 FROM sqlite_stat1") == ["1"])
    }
  }

  @Test func incrementalVacuumCutsPagesOff() throws {
    let path = temporaryFolder() + "/a.sqlite3"
    var configuration = SQLiteConfiguration(path: path)
    configuration.autoVacuum = .incremental
    configuration.pageSize = 1024
    let store = try Store(configuration)
    try store.blocking.transaction { try fill($0, 2000) }
    try store.blocking.execute("DELETE FROM address")
    let pages = try store.blocking.session { try $0.rows("PRAGMA freelist_count")[0][0] }
    try store.blocking.incrementalVacuum(pages: 10)
    try store.blocking.incrementalVacuum(pages: 0)
    try store.blocking.incrementalVacuum(pages: -1)
    let after = try store.blocking.session { try $0.rows("PRAGMA freelist_count")[0][0] }
    guard case .integer(let before) = pages, case .integer(let left) = after else {
      Issue.record("no numbers")
      return
    }
    #expect(before > 500 && left == before - 10)
    try store.blocking.incrementalVacuum()
    #expect(size(path) < 100_000)
    #expect(try store.blocking.session { try $0.rows("PRAGMA page_size")[0] } == [.integer(1024)])
    try store.blocking.deleteDatabase()
  }

  /// Regression test: as long as it waited, nothing could be written.
  @Test(.timeLimit(.minutes(10))) func givingSpaceBackWaitsForNoReader() async throws {
    let path = temporaryFolder() + "/a.sqlite3"
    var configuration = SQLiteConfiguration(path: path)
    configuration.autoVacuum = .incremental
    configuration.busyTimeout = .seconds(3600)
    let store = try Store(configuration)
    try await store.transaction { try fill($0, 2000) }
    try await store.session { session in
      #expect(try Address.count(in: session) == 2000)
      try await Task {
        try await store.execute("DELETE FROM address")
        try await store.incrementalVacuum()
        try await store.vacuum()
      }.value
    }
    try await store.vacuum()
    #expect(size(path) < 100_000)
    try await store.deleteDatabase()
  }

  @Test(.notOnPostgreSQL("pg_dump makes its backups.")) func aCopyIsTheDatabaseAtOneMoment() throws
  {
    try TemporaryStore.run { store, session in
      try fill(session, 3000)
      let copy = temporaryFolder() + "/deeper/copy 1%?.sqlite3"
      var steps = 0
      try store.store.blocking.backup(to: copy) { done, total in
        steps += 1
        #expect(done <= total)
        if steps == 1 { try fill(session, 10) }
      }
      #expect(steps > 0 && !exists(copy + "-wal"))
      let copied = try Store(path: copy)
      #expect(try copied.blocking.session { try Address.count(in: $0) } == 3000)
      #expect(try copied.blocking.checkIntegrity().isSound)
      let firstFailure = failure { try store.store.blocking.backup(to: copy) }
      #expect(firstFailure?.code == .cannotOpen)
      #expect(
        failure { try store.store.blocking.backup(to: store.path, replacing: true) }?.message
          .contains("is the database itself") == true)
      try copied.blocking.deleteDatabase()
      try store.store.blocking.backup(to: copy)
      try store.store.blocking.backup(to: copy, replacing: true)
      let newer = try Store(path: copy)
      #expect(try newer.blocking.session { try Address.count(in: $0) } == 3010)
      try newer.blocking.deleteDatabase()
    }
  }

  @Test(.notOnPostgreSQL("pg_dump makes its backups.")) func aCopyThatFailsLeavesNothing()
    async throws
  {
    struct Enough: Error {}
    try await TemporaryStore.runAsync { store in
      try await store.store.transaction { try fill($0, 10) }
      let folder = temporaryFolder()
      await #expect(throws: Enough.self) {
        try await store.store.backup(to: folder + "/c.sqlite3") { _, _ in throw Enough() }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
      #expect(try await store.store.checkIntegrity().isSound)
    }
  }

  @Test(.notOnPostgreSQL("Keys come from sequences there."))
  func theCheckFindsWhatForeignKeysDoNotWatch() throws {
    try TemporaryStore.run { store, session in
      let dog = Dog(name: "d")
      let keeper = Keeper(name: "k", pet: dog, herd: [dog, Cat(name: "c")])
      try session.save(keeper)
      let sound = try store.store.blocking.checkIntegrity()
      #expect(sound.isSound && sound.description == "sound")
      try session.execute("DELETE FROM dog")
      try session.execute("UPDATE keeper_herd SET fk_class = 'wolf' WHERE fk_class = 'cat'")
      try session.execute("UPDATE _persistent_sequence SET next_pk = 1 WHERE table_name = 'cat'")
      try session.execute("DROP INDEX index_keeper_pet")
      let report = try store.store.blocking.checkIntegrity()
      #expect(
        report.description.split(separator: "\n") == [
          "record: keeper: the index index_keeper_pet is recorded but missing",
          "danglingReference: keeper: 1 row refers through pet to rows of dog that are missing: 1",
          "danglingReference: keeper_herd: 1 row refers through fk to rows of dog that are missing: 1",
          "danglingReference: keeper_herd: 1 row refers through fk to the table wolf, which is missing",
          "keyCounter: cat: rows were added with greater keys than the counter gave out; counting continues after them",
        ])
      try session.execute("DELETE FROM keeper_herd")
      try session.execute("UPDATE keeper SET pet = NULL, pet_class = NULL")
    }
  }

  @Test func theCheckFindsOrphansAndDamage() throws {
    let path = temporaryFolder() + "/a.sqlite3"
    var configuration = SQLiteConfiguration(path: path)
    configuration.foreignKeys = false
    let store = try Store(configuration)
    try store.blocking.transaction { session in
      try session.save(Person(firstName: "a", lastName: "b", home: Address(city: "c")))
      try session.execute("DELETE FROM address")
    }
    #expect(
      try store.blocking.checkIntegrity().problems.map(\.message)
        == ["1 row refers through home to rows of address that are missing: 1"])
    try store.blocking.deleteDatabase()
  }

  @Test(.notOnPostgreSQL("It is about files.")) func aFileThatMayOnlyBeReadIsRead() throws {
    try TemporaryStore.run { store, session in
      try session.save(Person.joe())
      try store.store.blocking.vacuum()
      for access in [SQLiteConfiguration.Access.readOnly, .immutable] {
        var configuration = SQLiteConfiguration(path: store.path)
        configuration.access = access
        let reading = try Store(configuration)
        let joe = try reading.blocking.session {
          try Person.findByFirstName("Joe", in: $0).map(\.snapshot)
        }
        #expect(joe.map(\.lastName) == ["Smith"])
        let save = failure { try reading.blocking.transaction { try $0.save(Person.ann()) } }
        #expect(save?.code == .readOnly)
        let missing = failure { try reading.blocking.session { _ = try Invoice.count(in: $0) } }
        #expect(missing?.code == .readOnly)
        #expect(missing?.message.contains("create the table invoice") == true)
        let firstFailure = failure { try reading.blocking.deleteDatabase() }
        #expect(firstFailure?.code == .readOnly)
      }
    }
  }

  @Test func anExclusiveStoreKeepsOthersOut() throws {
    let path = temporaryFolder() + "/a.sqlite3"
    var configuration = SQLiteConfiguration(path: path)
    configuration.lockingMode = .exclusive
    configuration.busyTimeout = .zero
    let store = try Store(configuration)
    try store.blocking.transaction { try fill($0, 3) }
    #expect(try store.blocking.session { try Address.count(in: $0) } == 3)
    configuration.lockingMode = .normal
    let other = try Store(configuration)
    let firstFailure = failure { try other.blocking.session { _ = try Address.count(in: $0) } }
    #expect(firstFailure?.code == .busy)
    store.close()
    #expect(try other.blocking.session { try Address.count(in: $0) } == 3)
    try other.blocking.deleteDatabase()
  }

  @Test(arguments: ["a b", "it's", "\"q\"", "?mode=ro", "50%25", "file:x", "naïve–日本", "#1"])
  func oddPathsAreTakenLiterally(_ name: String) throws {
    let path = temporaryFolder() + "/" + name
    let store = try Store(path: path)
    try store.blocking.transaction { try fill($0, 1) }
    store.close()
    #expect(exists(path))
    // Two slashes do not begin the name of a host.
    for spelling in [path, "/" + path] {
      var configuration = SQLiteConfiguration(path: spelling)
      configuration.access = .immutable
      let reading = try Store(configuration)
      #expect(try reading.blocking.session { try Address.count(in: $0) } == 1)
      reading.close()
    }
    try Store(path: path).blocking.deleteDatabase()
    #expect(!exists(path))
  }

  @Test func unusablePathsAreExplained() throws {
    let folder = temporaryFolder()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let error = failure { try Store(path: folder).blocking.open() }
    #expect(error?.code == .cannotOpen && error?.message.contains("is a folder") == true)
    var configuration = SQLiteConfiguration(path: folder + "/none.sqlite3")
    configuration.access = .readOnly
    let missing = failure { try Store(configuration).blocking.open() }
    #expect(missing?.code == .cannotOpen && missing?.message.contains("does not exist") == true)
    try FileManager.default.removeItem(atPath: folder)
  }
}
