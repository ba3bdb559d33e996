import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

/// Work that is stopped by cancellation, by its time limit, or by closing its store.
@Suite struct StoppingTests {
  private static let endless = TestedDatabase.current.endlessQuery

  private static func run(
    at file: TemporaryFile? = nil, _ configure: (inout StoreConfiguration) -> Void = { _ in },
    busyTimeout: Duration = .seconds(5), _ body: (Store) async throws -> Void
  ) async throws {
    let file = try file ?? TemporaryFile()
    defer { file.remove() }
    // Without limits, which opening might exceed on a busy machine.
    let first = try TestedDatabase.current.store(at: file.path)
    try await first.transaction { try $0.save(Address(city: "Rome")) }
    first.close()
    var configuration = StoreConfiguration(codecs: .standard)
    // The other tests need the shared threads.
    configuration.threads = .storeThreads
    configure(&configuration)
    var sqlite = SQLiteConfiguration(path: file.path)
    sqlite.busyTimeout = busyTimeout
    let store = try TestedDatabase.current.store(sqlite, configuration: configuration)
    try await body(store)
    try await store.deleteDatabase()
  }

  private static func cities(_ store: Store) async throws -> [String] {
    try await store.session { try Address.findAll(in: $0).map(\.city) }
  }

  private static func failure(_ body: () async throws -> Void) async -> PersistenceError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? PersistenceError
    }
  }

  // MARK: Cancellation

  @Test func cancellingStopsAQuery() async throws {
    try await Self.run { store in
      let begun = Signal()
      let task = Task {
        try await store.session { session in
          begun.send()
          _ = try session.rows(Self.endless)
        }
      }
      await begun.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let cities = try await Self.cities(store)
      #expect(cities == ["Rome"])
    }
  }

  @Test func cancellingRollsATransactionBack() async throws {
    try await Self.run { store in
      let begun = Signal()
      let task = Task {
        try await store.transaction { session in
          try session.save(Address(city: "Oslo"))
          begun.send()
          // Swallowing the error does not save the transaction.
          _ = try? session.rows(Self.endless)
        }
      }
      await begun.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let cities = try await Self.cities(store)
      #expect(cities == ["Rome"])
      try await store.transaction { try $0.insert(Address(city: "Bonn")) }
      let both = try await Self.cities(store)
      #expect(both == ["Rome", "Bonn"])
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func cancellingEndsTheWaitForAnotherProcess() async throws {
    let file = try TemporaryFile()
    try await Self.run(at: file, busyTimeout: .seconds(3600)) { store in
      // A second store acts like a second process.
      let other = try TestedDatabase.current.store(at: file.path)
      defer { other.close() }
      try await other.transaction { session in
        try Self.renameRome("Oslo", session)
        // At different moments: before the wait begins, and during it.
        for round in 0..<20 {
          let begun = Signal()
          let task = Task {
            begun.send()
            // Where transactions do not wait, but collide, it is tried until then.
            try await store.transaction(attempts: .max) { try Self.renameRome("Bonn", $0) }
          }
          await begun.wait()
          for _ in 0..<(round * 20) { await Task.yield() }
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
      }
    }
  }

  /// Changes the existing row. Transactions wait for it even where several write at once.
  private static func renameRome(_ name: String, _ session: Session) throws {
    try Address.findAll(in: session)[0].city = name
    try session.save()
  }

  @Test func aCancelledTransactionIsSavedCompletelyOrNotAtAll() async throws {
    try await Self.run { store in
      var acknowledged: Set<String> = []
      for round in 0..<200 {
        let names = ["\(round)a", "\(round)b"]
        let task = Task {
          try await store.transaction { session in
            for name in names { try session.save(Address(city: name)) }
          }
        }
        for _ in 0..<(round % 13) { await Task.yield() }
        task.cancel()
        if case .success = await task.result { acknowledged.formUnion(names) }
      }
      let cities = Set(try await Self.cities(store)).subtracting(["Rome"])
      #expect(cities == acknowledged)
    }
  }

  @Test func aCancelledDeletionDeletesNothing() async throws {
    let file = try TemporaryFile()
    try await Self.run(at: file) { store in
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await store.deleteDatabase()
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      #expect(!store.isClosed)
      let (begun, goOn) = (Signal(), Signal())
      let session = Task {
        try await store.session { _ in
          begun.send()
          await goOn.wait()
        }
      }
      await begun.wait()
      let deletion = Task { try await store.deleteDatabase() }
      while !store.isClosed { await Task.yield() }
      deletion.cancel()
      await #expect(throws: CancellationError.self) { try await deletion.value }
      goOn.send()
      try await session.value
      let again = try TestedDatabase.current.store(at: file.path)
      let cities = try await Self.cities(again)
      #expect(cities == ["Rome"])
      again.close()
    }
  }

  /// The error must not say that the changes are undone.
  @Test func anErrorAfterTheCommitIsNotReplacedByTheCancellation() async throws {
    try await Self.run { store in
      let work = Task {
        try await store.transaction { session in
          let oslo = Address(city: "Oslo")
          try session.save(oslo)
          session.afterCommit {
            oslo.city = "Bonn"
            withUnsafeCurrentTask { $0?.cancel() }
          }
        }
      }
      let error = await Self.failure { try await work.value }
      #expect(error?.code == .unsavedChanges)
      let cities = try await Self.cities(store)
      #expect(cities == ["Rome", "Oslo"])
    }
  }

  // MARK: Limits

  @Test func aTransactionThatTakesTooLongIsStopped() async throws {
    try await Self.run { store in
      let error = await Self.failure {
        try await store.transaction(timeout: .milliseconds(50)) { session in
          try session.save(Address(city: "Oslo"))
          _ = try session.rows(Self.endless)
        }
      }
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("EndToEndTests/StoppingTests.swift") == true)
      let later = try await Self.cities(store)
      #expect(later == ["Rome"])
    }
  }

  @Test func theConfigurationHasALimitForAll() async throws {
    try await Self.run({ $0.timeout = .seconds(2) }) { store in
      let asynchronous = await Self.failure {
        try await store.session { _ = try $0.rows(Self.endless) }
      }
      #expect(asynchronous?.code == .timedOut)
      let blocking = await Self.failure {
        try store.blocking.session { _ = try $0.rows(Self.endless) }
      }
      #expect(blocking?.code == .timedOut)
      let scalar = await Self.failure {
        _ = try store.blocking.scalar(Self.endless, as: Int.self)
      }
      #expect(scalar?.message.contains("stopped: store.blocking.scalar (") == true)
    }
  }

  /// The error said that all changes were undone.
  @Test func aSessionThatIsStoppedKeepsWhatItHasSaved() async throws {
    try await Self.run { store in
      let error = await Self.failure {
        try await store.session { session in
          try session.save(Address(city: "Oslo"))
          try await store.session(timeout: .milliseconds(20)) { _ = try $0.rows(Self.endless) }
        }
      }
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("what it has not committed is undone") == true)
      let cities = try await Self.cities(store)
      #expect(cities == ["Rome", "Oslo"])
    }
  }

  @Test func aNestedLimitEndsAllOfIt() async throws {
    try await Self.run { store in
      let error = await Self.failure {
        try await store.transaction { session in
          try session.save(Address(city: "Oslo"))
          try? await store.session(timeout: .milliseconds(20)) { _ = try $0.rows(Self.endless) }
        }
      }
      #expect(error?.code == .timedOut)
      let cities = try await Self.cities(store)
      #expect(cities == ["Rome"])
    }
  }

  @Test func aStatementThatTakesTooLongIsStopped() async throws {
    try await Self.run({ $0.statementTimeout = .seconds(2) }) { store in
      let session = Session(store: store)
      let error = await Self.failure { _ = try session.rows(Self.endless) }
      #expect(error?.code == .timedOut && error?.message.contains("statementTimeout") == true)
      let count = try Address.count(in: session)
      #expect(count == 1)
      // The program may read a cursor as slowly as it likes, here one of several chunks.
      try session.save(contentsOf: (0..<600).map { Address(city: "\($0)") })
      let cursor = try session.cursor(Address.query)
      var found = try cursor.next() == nil ? 0 : 1
      try await Task.sleep(for: .milliseconds(2100))
      while try cursor.next() != nil { found += 1 }
      #expect(found == 601)
      let integrity = try await store.checkIntegrity()
      #expect(integrity.isSound)
    }
  }

  // MARK: Attempts

  @Test func aTransactionIsRunAgainWhenItMayPass() async throws {
    try await Self.run { store in
      let count = Mutex(0)
      let sessions = Mutex<Set<ObjectIdentifier>>([])
      try await store.transaction(attempts: 5) { session in
        _ = sessions.withLock { $0.insert(ObjectIdentifier(session)) }
        try session.save(Address(city: "Oslo"))
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number < 3 { throw PersistenceError(.busy, "planned") }
      }
      #expect(count.withLock { $0 } == 3)
      let cities = try await Self.cities(store)
      #expect(cities == ["Rome", "Oslo"])
    }
  }

  @Test func otherErrorsAndTheLastAttemptAreThrown() async throws {
    try await Self.run { store in
      let count = Mutex(0)
      let busy = await Self.failure {
        try await store.transaction(attempts: 3) { _ in
          count.withLock { $0 += 1 }
          throw PersistenceError(.busy, "planned")
        }
      }
      #expect(busy?.code == .busy && count.withLock { $0 } == 3)
      let other = await Self.failure {
        try store.blocking.transaction(attempts: 3) { _ in
          count.withLock { $0 += 1 }
          throw PersistenceError(.diskFull, "planned")
        }
      }
      #expect(other?.code == .diskFull && count.withLock { $0 } == 4)
    }
  }

  // MARK: Closing

  /// The test has its own process: among other tests it might wait longer than closing does.
  @Test func closingLetsWorkEndAndRefusesMore() async {
    await #expect(processExitsWith: .success) {
      let file = try TemporaryFile()
      try await Self.run(at: file) { store in
        let (begun, goOn) = (Signal(), Signal())
        let task = Task {
          try await store.session { session in
            begun.send()
            await goOn.wait()
            let rome = try Address.findAll(in: session)[0]
            rome.city = "Roma"
            // The save ends the session's snapshot; the session then reads again.
            try session.save()
            return try Address.count(in: session)
          }
        }
        await begun.wait()
        async let report = store.close(waitingUpTo: .seconds(60))
        while !store.isClosed { await Task.yield() }
        let late = await Self.failure { _ = try await Self.cities(store) }
        #expect(late?.code == .storeClosed)
        goOn.send()
        let count = try await task.value
        #expect(count == 1)
        let (interrupted, isComplete) = await (report.interrupted, report.isComplete)
        #expect(interrupted.isEmpty && isComplete)
        let again = try TestedDatabase.current.store(at: file.path)
        let cities = try await Self.cities(again)
        #expect(cities == ["Roma"])
        try await again.deleteDatabase()
      }
    }
  }

  /// The test has its own process, whose threads do nothing else.
  @Test func closingStopsWhatDoesNotEnd() async {
    await #expect(processExitsWith: .success) {
      let file = try TemporaryFile()
      try await Self.run(at: file) { store in
        let begun = Signal()
        let task = Task {
          try await store.transaction { session in
            try session.save(Address(city: "Oslo"))
            begun.send()
            _ = try session.rows(Self.endless)
          }
        }
        await begun.wait()
        let report = await store.close(waitingUpTo: .milliseconds(30))
        #expect(report.interrupted.count == 1 && report.isComplete && report.unfinished.isEmpty)
        #expect(report.interrupted[0].hasPrefix("store.transaction at EndToEndTests/Stopping"))
        let error = await Self.failure { try await task.value }
        #expect(error?.code == .storeClosed)
        let again = try TestedDatabase.current.store(at: file.path)
        let cities = try await Self.cities(again)
        #expect(cities == ["Rome"])
        again.close()
      }
    }
  }

  /// The test has its own process, whose threads do nothing else.
  @Test func closingStopsSessionsOfTheProgramsOwn() async {
    await #expect(processExitsWith: .success) {
      for isInTransaction in [false, true] {
        try await Self.run { store in
          let begun = Signal()
          async let error = Self.readWithoutEnd(in: store, inTransaction: isInTransaction, begun)
          await begun.wait()
          var report = await store.close(waitingUpTo: .milliseconds(30))
          #expect(report.interrupted.count == 1)
          while !report.isComplete { report = await store.close(waitingUpTo: .zero) }
          let code = await error?.code
          #expect(code == .storeClosed)
        }
      }
    }
  }

  /// Reads without end in a session of its own, on a thread of its own. Sends the signal once the
  /// session holds a connection, and returns the error that ends the read.
  private static func readWithoutEnd(
    in store: Store, inTransaction: Bool, _ begun: Signal
  ) async -> PersistenceError? {
    await withCheckedContinuation { continuation in
      Thread {
        let error = TestSupport.failure {
          let session = Session(store: store)
          if inTransaction {
            try session.transaction {
              begun.send()
              _ = try session.rows(Self.endless)
            }
          } else {
            let cursor = try session.cursor(Address.query)
            begun.send()
            try withExtendedLifetime(cursor) { _ = try session.rows(Self.endless) }
          }
        }
        continuation.resume(returning: error)
      }.start()
    }
  }
}

/// Resumes a task when another one has reached a point.
private final class Signal: Sendable {
  private let state = Mutex<(isSent: Bool, waiter: CheckedContinuation<Void, Never>?)>((false, nil))

  func send() {
    let waiter = state.withLock { state in
      state.isSent = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSent = state.withLock { state in
        if !state.isSent { state.waiter = continuation }
        return state.isSent
      }
      if isSent { continuation.resume() }
    }
  }
}
