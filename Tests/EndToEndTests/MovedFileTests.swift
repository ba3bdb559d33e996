import Foundation
import PersistentObjects
import TestSupport
import Testing

/// Files that somebody deletes, moves or replaces while a store has them open.
@Suite(.onSQLite) struct MovedFileTests {
  /// A change to the files of an open store.
  enum Change: CaseIterable {
    case deletedWithLog, deleted, moved, replaced, logDeleted, indexDeleted, logReplaced

    func apply(to path: String) throws {
      let files = FileManager.default
      switch self {
      case .deletedWithLog:
        for end in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + end) }
      case .deleted: try files.removeItem(atPath: path)
      case .moved: try files.moveItem(atPath: path, toPath: path + ".moved")
      case .replaced:
        try files.copyItem(atPath: path, toPath: path + ".new")
        #expect(rename(path + ".new", path) == 0)
      case .logDeleted: try files.removeItem(atPath: path + "-wal")
      case .indexDeleted: try files.removeItem(atPath: path + "-shm")
      case .logReplaced:
        try files.moveItem(atPath: path + "-wal", toPath: path + ".old")
        try files.copyItem(atPath: path + ".old", toPath: path + "-wal")
      }
      Self.outwaitLook()
    }

    /// Lets the time pass in which a connection does not look again.
    static func outwaitLook() {
      let end = ContinuousClock.now + .microseconds(500)
      while .now < end {}
    }

    var isOfDatabase: Bool { [.deletedWithLog, .deleted, .moved, .replaced].contains(self) }
  }

  /// Regression test: saves were acknowledged into a file without a name.
  @Test(arguments: Change.allCases) func nothingIsSavedIntoAFileThatIsGone(
    _ change: Change
  ) async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try Store(path: file.path)
    defer { store.close() }
    let session = Session(store: store)
    try session.save(Address(city: "Bonn"))
    try change.apply(to: file.path)
    let saves: [() async throws -> Void] = [
      { try session.save(Address(city: "Köln")) },
      { try await store.transaction { try $0.save(Address(city: "Köln")) } },
      { try await store.session { try $0.save(Address(city: "Köln")) } },
      { try store.blocking.transaction { try $0.save(Address(city: "Köln")) } },
      { try await store.execute("UPDATE address SET city = 'Köln'") },
      { try await store.vacuum() },
    ]
    for save in saves { expectGone(await failureOf(save), file.path) }
  }

  @Test(arguments: Change.allCases.filter(\.isOfDatabase)) func nothingIsReadFromAFileThatIsGone(
    _ change: Change
  ) async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try Store(path: file.path)
    defer { store.close() }
    let session = Session(store: store)
    try session.save(contentsOf: (0..<3).map { Address(city: "Bonn \($0)") })
    let copy = file.path + ".copy"
    try change.apply(to: file.path)
    let reads: [() async throws -> Void] = [
      { _ = try Address.count(in: session) },
      { try Query<Address>().forEach(in: session) { _ in } },
      { _ = try await store.session { try Address.count(in: $0) } },
      { _ = try store.blocking.session { try Address.count(in: $0) } },
      { _ = try await store.scalar("SELECT 1", as: Int.self) },
      { _ = try await store.checkIntegrity() },
      { try await store.backup(to: copy) },
    ]
    for read in reads { expectGone(await failureOf(read), file.path) }
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test func aTransactionDoesNotCommitIntoAFileThatWasMovedMeanwhile() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try Store(path: file.path)
    defer { store.close() }
    let session = Session(store: store)
    try session.save(Address(city: "Bonn"))
    let address = Address(city: "Köln")
    let error = failure {
      try session.transaction {
        try session.save(address)
        try Change.moved.apply(to: file.path)
      }
    }
    expectGone(error, file.path)
    #expect(address.pk == nil)
  }

  /// A connection that is opened later must not see another file than those before it.
  @Test func aLaterConnectionRefusesTheFileInItsPlace() async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try Store(path: file.path)
    defer { store.close() }
    try await store.transaction { try $0.save(Address(city: "Bonn")) }
    try Change.replaced.apply(to: file.path)
    // The writer is open, but no reader.
    expectGone(
      await failureOf { _ = try await store.session { try Address.count(in: $0) } }, file.path)
  }

  @Test func goesOnWhenTheFileIsBackAndAnewAfterClosing() throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let driver = SQLiteDriver(SQLiteConfiguration(path: file.path))
    let store = try Store(driver: driver, configuration: StoreConfiguration(codecs: .standard))
    let session = Session(store: store)
    try session.save(Address(city: "Bonn"))
    let away = file.path + ".away"
    try FileManager.default.moveItem(atPath: file.path, toPath: away)
    Change.outwaitLook()
    expectGone(failure { _ = try Address.count(in: session) }, file.path)
    try FileManager.default.moveItem(atPath: away, toPath: file.path)
    try session.save(Address(city: "Köln"))
    #expect(try Address.count(in: session) == 2)
    store.close()
    try FileManager.default.removeItem(atPath: file.path)
    let next = try Store(driver: driver, configuration: StoreConfiguration(codecs: .standard))
    defer { next.close() }
    #expect(try Address.count(in: Session(store: next)) == 0)
  }

  @Test func noticesALinkThatLeadsElsewhere() throws {
    let (first, second, link) = (try TemporaryFile(), try TemporaryFile(), try TemporaryFile())
    defer { for file in [first, second, link] { file.remove() } }
    for file in [first, second] {
      let store = try Store(path: file.path)
      try Session(store: store).save(Address(city: "Bonn"))
      store.close()
    }
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: first.path)
    let store = try Store(path: link.path)
    defer { store.close() }
    let session = Session(store: store)
    #expect(try Address.count(in: session) == 1)
    try FileManager.default.removeItem(atPath: link.path)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: second.path)
    Change.outwaitLook()
    expectGone(failure { try session.save(Address(city: "Köln")) }, link.path)
  }

  private func expectGone(_ error: PersistenceError?, _ path: String) {
    #expect(error?.code == .cannotOpen)
    #expect(error?.isTransient == false)
    #expect(error?.message.contains(path) == true, "\(error?.message ?? "no error")")
    #expect(error?.message.contains("deleted, moved or replaced") == true)
  }
}
