import Foundation
import PersistentObjects
import TestSupport
import Testing

/// The session of each call, the end of lent sessions, and waits, which all end.
@Suite struct LendingTests {
  private func run(
    _ configure: (inout SQLiteConfiguration) -> Void = { _ in },
    acquisitionTimeout: Duration = .seconds(30), hasSoleWriter: Bool = false,
    _ body: (Store) async throws -> Void
  ) async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    var sqlite = SQLiteConfiguration(path: file.path)
    configure(&sqlite)
    var configuration = StoreConfiguration(codecs: .standard)
    configuration.acquisitionTimeout = acquisitionTimeout
    let store = try TestedDatabase.current.store(
      sqlite, configuration: configuration, hasSoleWriter: hasSoleWriter)
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    try await body(store)
    try await store.deleteDatabase()
  }

  private static func code(_ body: () async throws -> Void) async -> PersistenceError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? PersistenceError
    }
  }

  // MARK: The end of a lent session

  @Test func aTransactionSavesAtItsEnd() async throws {
    try await run { store in
      try await store.transaction { session in
        try Address.findAll(in: session)[0].city = "Roma"
        try session.insert(Address(city: "Oslo"))
      }
      let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
      #expect(cities == ["Roma", "Oslo"])
    }
  }

  @Test func aNestedTransactionSavesAtItsEnd() async throws {
    try await run { store in
      try await store.session { session in
        let rome = try Address.findAll(in: session)[0]
        rome.city = "Roma"
        let outer = ObjectIdentifier(session)
        try await store.transaction { inner in
          #expect(ObjectIdentifier(inner) == outer)
          try inner.insert(Address(city: "Oslo"))
        }
        #expect(rome.state == .clean)
      }
      let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
      #expect(cities == ["Roma", "Oslo"])
    }
  }

  @Test func aSessionThatEndsWithUnsavedChangesThrows() async throws {
    try await run { store in
      let error = await Self.code {
        try await store.session { session in
          try Address.findAll(in: session)[0].city = "Roma"
          try session.insert(Address(city: "Oslo"))
        }
      }
      #expect(error?.code == .unsavedChanges)
      #expect(error?.context.className == "Address" && error?.context.pk == 1)
      #expect(error?.message.contains("2 objects") == true)
      let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
      #expect(cities == ["Rome"])
    }
  }

  @Test func whatAfterCommitChangesAndDoesNotSaveIsReported() async throws {
    try await run { store in
      let error = await Self.code {
        try await store.transaction { session in
          let rome = try Address.findAll(in: session)[0]
          rome.city = "Roma"
          session.afterCommit { rome.city = "lost" }
        }
      }
      #expect(error?.code == .unsavedChanges && error?.message.contains("committed") == true)
      try await store.session { session in
        try await store.transaction { session in
          let rome = try Address.findAll(in: session)[0]
          rome.city += "!"
          session.afterCommit { rome.city += "?" }
        }
        try session.save()
      }
      let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
      #expect(cities == ["Roma!?"])
    }
  }

  @Test func whatDidSaveChangesIsSavedToo() async throws {
    try await run { store in
      try await store.transaction { try $0.insert(Stamped(text: "a")) }
      let stamps = try await store.session { try Stamped.findAll(in: $0).map(\.stamps) }
      #expect(stamps == [2])
      let error = await Self.code {
        try await store.transaction { try $0.insert(Stamped(text: "endless")) }
      }
      #expect(error?.code == .hookMisused && error?.message.contains("didSave()") == true)
      let count = try await store.session { try Stamped.count(in: $0) }
      #expect(count == 1)
    }
  }

  /// The task kept the session, and so the store.
  @Test func aTaskThatOutlivesItsSessionKeepsNothingOfIt() async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let (signals, signal) = AsyncStream<Void>.makeStream()
    var store: Store? = try TestedDatabase.current.store(at: file.path)
    weak var kept: Store?
    kept = store
    let task = try await store?.session { _ in Task { for await _ in signals {} } }
    store = nil
    #expect(kept == nil)
    signal.finish()
    _ = await task?.value
  }

  // MARK: Waits

  @Test func sessionsThatWaitForTheirChildrenFindReaders() async throws {
    try await run { store in
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask {
            try await store.session { session in
              let count = try Address.count(in: session)
              async let other = store.session { try Address.count(in: $0) }
              return try await count + other
            }
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(counts == 40)
    }
  }

  @Test func aChildThatNeedsTheWriterOfItsParentFailsAtOnce() async throws {
    try await run(hasSoleWriter: true) { store in
      let error = await Self.code {
        try await store.transaction { session in
          try Address.findAll(in: session)[0].city = "Roma"
          async let child: Void = store.transaction { try $0.insert(Address(city: "Oslo")) }
          try await child
        }
      }
      #expect(error?.code == .deadlock)
      #expect(
        error?.message.contains("store.transaction at EndToEndTests/LendingTests.swift") == true)
      let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
      #expect(cities == ["Rome"])
    }
  }

  @Test func aGrandchildInAGroupFailsAtOnce() async throws {
    try await run(hasSoleWriter: true) { store in
      let error = await Self.code {
        try await store.transaction { _ in
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              try await store.session { _ in
                async let grandchild: Void = store.transaction { _ in }
                try await grandchild
              }
            }
            try await group.waitForAll()
          }
        }
      }
      #expect(error?.code == .deadlock)
    }
  }

  @Test func aTaskOfItsOwnMayWaitForTheTransactionThatMadeIt() async throws {
    try await run { store in
      let task = try await store.transaction { session in
        try session.insert(Address(city: "Oslo"))
        return Task { try await store.transaction { try $0.insert(Address(city: "Bonn")) } }
      }
      try await task.value
      let count = try await store.session { try Address.count(in: $0) }
      #expect(count == 3)
    }
  }

  @Test func theMainActorsSessionFailsIfItsTaskHasTheWriter() async throws {
    try await run(hasSoleWriter: true) { store in
      let error = await Self.code {
        try await store.transaction { _ in
          try await MainActor.run {
            let session = Session(store: store)
            try session.save(Address(city: "Oslo"))
          }
        }
      }
      #expect(error?.code == .deadlock)
    }
  }

  @Test func aSessionInsideTheTransactionOfAnotherFails() async throws {
    try await run(hasSoleWriter: true) { store in
      let (one, other) = (Session(store: store), Session(store: store))
      let error = failure {
        try one.transaction {
          try one.save(Address(city: "Oslo"))
          try other.save(Address(city: "Bonn"))
        }
      }
      #expect(error?.code == .deadlock)
      #expect(error?.message.contains("a transaction of a session") == true)
      let count = try Address.count(in: one)
      #expect(count == 1)
    }
  }

  @Test(.onSQLite) func inMemoryAChildFails() async throws {
    let store = try Store(path: ":memory:")
    let error = await Self.code {
      try await store.session { session in
        _ = try Address.count(in: session)
        async let child = store.session { try Address.count(in: $0) }
        _ = try await child
      }
    }
    #expect(error?.code == .deadlock)
    store.close()
  }

  @Test(arguments: [true, false])
  func aWaitEndsAndSaysWhoHasTheWriter(_ isBlocking: Bool) async throws {
    try await run(acquisitionTimeout: .seconds(3), hasSoleWriter: true) { store in
      let error = await Self.code {
        try await store.transaction { _ in
          // Detached, so that nothing shows that the task is being waited for.
          try await Task.detached {
            if isBlocking {
              try store.blocking.transaction { _ in }
            } else {
              try await store.transaction { _ in }
            }
          }.value
        }
      }
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("held by store.transaction at EndToEndTests/Lending") == true)
      try await store.transaction { try $0.insert(Address(city: "Oslo")) }
    }
  }

  /// The error named a line of the library, and a transaction.
  @Test(.timeLimit(.minutes(10)))
  func aWaitEndsAndNamesTheCallThatRunsSQL() async throws {
    try await run(acquisitionTimeout: .seconds(2), hasSoleWriter: true) { store in
      let task = Task { try await store.execute(TestedDatabase.current.endlessQuery) }
      var error: PersistenceError?
      while error == nil { error = await Self.code { try await store.transaction { _ in } } }
      task.cancel()
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("held by store.execute at EndToEndTests/Lending") == true)
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func deletingADatabaseInUseIsRefusedInTime() async throws {
    try await run(acquisitionTimeout: .seconds(3)) { store in
      try await store.session { session in
        _ = try Address.count(in: session)
        let error = await Self.code {
          try await Task.detached { try await store.deleteDatabase() }.value
        }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("in use by store.session at EndToEndTests/Lend") == true)
        let count = try Address.count(in: session)
        #expect(count == 1)
      }
    }
  }

  @Test func aWaitForAReaderEndsWhereAllAreTaken() async throws {
    try await run({ $0.maximumReaders = 2 }, acquisitionTimeout: .seconds(3)) { store in
      let error = await Self.code {
        try await store.session { outer in
          _ = try Address.count(in: outer)
          async let child = store.session { inner in
            _ = try Address.count(in: inner)
            // Detached, so that nothing shows that the task is being waited for.
            return try await Task.detached {
              try await store.session { try Address.count(in: $0) }
            }.value
          }
          _ = try await child
        }
      }
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("All 2 readers are held by") == true)
    }
  }
}

/// Changes itself after each save.
@Persistent final class Stamped {
  var text: String
  var stamps: Int = 0

  func didSave() { if stamps < 2 || text == "endless" { stamps += 1 } }
}
