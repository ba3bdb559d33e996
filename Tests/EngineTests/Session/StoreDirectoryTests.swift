import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

/// Stores by name: they are opened when they are needed, and their number and that of calls are
/// bounded.
@Suite(.onSQLite) final class StoreDirectoryTests {
  private let file: TemporaryFile
  private let folder: String

  init() throws {
    file = try TemporaryFile()
    folder = file.path + "-tenants"
  }

  deinit { file.remove() }

  private func directory(
    openStores: Int = 64, calls: Int = 64, wait: Duration = .seconds(30)
  ) -> StoreDirectory {
    var limits = StoreDirectory.Limits()
    limits.maximumOpenStores = openStores
    limits.maximumCalls = calls
    limits.acquisitionTimeout = wait
    return StoreDirectory(folder: folder, limits: limits)
  }

  @Test func eachNameHasItsOwnObjects() async throws {
    // Swift takes the last two for equal.
    let names = [
      "acme", "Acme", "ACME", "a/b", "../a", "ä", ".", "a b", "%41", "A", "sqlite\0", "Jos\u{e9}",
      "Jose\u{301}",
    ]
    let tenants = directory(openStores: 3)
    for name in names {
      try await tenants.transaction(name) { try $0.save(Address(city: name)) }
    }
    for name in names {
      let cities = try await tenants.session(name) { try Address.findAll(in: $0).map(\.city) }
      #expect(cities == [name])
    }
    #expect(tenants.openCount <= 3)
    tenants.close()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count == names.count, "\(files)")
    #expect(files.contains("%2E%2E%2Fa.sqlite3") && files.contains("acme.sqlite3"))
  }

  @Test func namesThatNoFileCanHaveAreRefused() async throws {
    let tenants = directory()
    for name in ["", String(repeating: "x", count: 240), String(repeating: "É", count: 50)] {
      let error = await failureOf { try await tenants.session(name) { _ in } }
      #expect(error?.code == .cannotOpen, "\(name)")
      #expect(error?.message.hasSuffix(name.isEmpty ? "empty." : "at most 247.") == true)
    }
    #expect(tenants.openCount == 0)
    try await tenants.session(String(repeating: "É", count: 39) + "12345") { _ in }
  }

  /// Regression test: after a change of the current folder, a name meant another file. The test has
  /// its own process, whose folder it changes.
  @Test func aRelativeFolderStaysWhereItWas() async {
    await #expect(processExitsWith: .success) {
      let file = try TemporaryFile()
      defer { file.remove() }
      let manager = FileManager.default
      let former = file.path + "-former"
      try manager.createDirectory(atPath: former, withIntermediateDirectories: true)
      #expect(manager.changeCurrentDirectoryPath(former))
      let tenants = StoreDirectory(folder: "tenants")
      #expect(manager.changeCurrentDirectoryPath("/"))
      try await tenants.transaction("a") { try $0.save(Address(city: "c")) }
      #expect(manager.fileExists(atPath: former + "/tenants/a.sqlite3"))
      tenants.close()
    }
  }

  /// Regression test: the files were made in the root folder.
  @Test func anEmptyFolderIsRefused() async {
    let error = await failureOf { try await StoreDirectory(folder: "").session("a") { _ in } }
    #expect(error?.code == .cannotOpen && error?.message.contains("must not be empty") == true)
  }

  /// A store in use stays open, however many others are needed.
  @Test func theLeastRecentlyUsedIsClosed() async throws {
    let opened = Mutex<[String]>([])
    var limits = StoreDirectory.Limits()
    limits.maximumOpenStores = 2
    let path = folder
    let tenants = StoreDirectory(limits: limits) { name in
      opened.withLock { $0.append(name) }
      return try Store(path: "\(path)/\(name).sqlite3")
    }
    try await tenants.transaction("a") { session in
      try session.save(Address(city: "a"))
      for name in ["b", "c", "d", "b", "c", "d"] {
        try await tenants.transaction(name) { try $0.save(Address(city: name)) }
      }
      #expect(try Address.count(in: session) == 1)
    }
    for name in ["a", "d", "a", "d"] { try await tenants.session(name) { _ in } }
    #expect(opened.withLock { $0 } == ["a", "b", "c", "d", "b", "c", "d"])
    #expect(tenants.openCount == 2)
  }

  @Test(arguments: [Int.min, 0, 1]) func oneStoreStaysOpenAtLeast(_ limit: Int) async throws {
    let tenants = directory(openStores: limit)
    for name in ["a", "b"] { try await tenants.session(name) { _ in } }
    #expect(tenants.openCount == 1)
  }

  @Test func noMoreCallsRunAtOnceThanTheLimit() async throws {
    let tenants = directory(openStores: 4, calls: 3, wait: .seconds(300))
    let calls = Calls()
    try await withThrowingTaskGroup { group in
      for number in 0..<60 {
        group.addTask {
          try await tenants.transaction("\(number % 10)") { session in
            calls.begin()
            try session.save(Address(city: "\(number)"))
            // A call within a call does not count towards the limit.
            try await tenants.session("\((number + 1) % 10)") { _ = try Address.count(in: $0) }
            calls.end()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect((1...3).contains(calls.most))
    var sum = 0
    for name in 0..<10 {
      sum += try await tenants.session("\(name)") { try Address.count(in: $0) }
    }
    #expect(sum == 60)
  }

  /// The number of current calls, and its maximum.
  private final class Calls: Sendable {
    private let counts = Mutex((running: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func begin() {
      counts.withLock { counts in
        counts.running += 1
        counts.most = max(counts.most, counts.running)
      }
    }

    func end() { counts.withLock { $0.running -= 1 } }
  }

  @Test func waitingEndsWithTheLimit() async throws {
    let tenants = directory(calls: 1, wait: .milliseconds(50))
    try await Self.duringACall(in: tenants) {
      let error = await failureOf { try await tenants.session("b") { _ in } }
      #expect(error?.code == .timedOut && error?.message.contains("maximumCalls") == true)
    }
    try await tenants.session("b") { _ in }
  }

  /// The limit on the call began when the wait was over.
  @Test(.timeLimit(.minutes(10))) func theLimitOnACallIncludesTheWait() async throws {
    let tenants = directory(calls: 1, wait: .seconds(3600))
    try await Self.duringACall(in: tenants) {
      let error = await failureOf {
        try await tenants.transaction("b", timeout: .milliseconds(20)) { _ in }
      }
      #expect(error?.code == .timedOut && error?.message.contains("maximumCalls") == true)
    }
  }

  /// The task took itself for a part of the call in which it was started.
  @Test func aTaskThatOutlivesItsCallWaitsInLine() async throws {
    let tenants = directory(calls: 1, wait: .milliseconds(50))
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let task = try await tenants.withStore("a") { _ in
      Task {
        for await _ in signals { break }
        return await failureOf { try await tenants.session("b") { _ in } }
      }
    }
    try await Self.duringACall(in: tenants) {
      signal.yield()
      #expect(await task.value?.code == .timedOut)
    }
  }

  /// The tasks are cancelled at different moments: before they wait, and while they do.
  @Test func waitingEndsWithTheTask() async throws {
    let tenants = directory(calls: 1, wait: .seconds(300))
    try await Self.duringACall(in: tenants) {
      for round in 0..<20 {
        let waiter = Task { try await tenants.session("b") { _ in } }
        for _ in 0..<(round * 20) { await Task.yield() }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
      }
    }
    try await tenants.session("b") { _ in }
  }

  /// Runs `body` while a call uses the store "a".
  private static func duringACall(
    in tenants: StoreDirectory, _ body: () async -> Void
  ) async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let holder = Task {
      try await tenants.withStore("a") { _ in
        start.finish()
        for await _ in ended {}
      }
    }
    for await _ in started {}
    await body()
    end.finish()
    try await holder.value
  }

  /// Regression test: the limit was over before the call was in line, and it waited without one.
  @Test(.timeLimit(.minutes(10))) func callsThatMayNotWaitAreRefused() async throws {
    let tenants = directory(calls: 1, wait: .zero)
    try await Self.duringACall(in: tenants) {
      for _ in 0..<1000 {
        let error = await failureOf { try await tenants.session("b") { _ in } }
        #expect(error?.code == .timedOut)
      }
    }
  }

  @Test func aStoreThatWasDeletedIsMadeAnew() async throws {
    let tenants = directory()
    for _ in 0..<3 {
      try await tenants.transaction("a") { try $0.save(Address(city: "Rome")) }
      #expect(try await tenants.session("a") { try Address.count(in: $0) } == 1)
      try await tenants.withStore("a") { try await $0.deleteDatabase() }
      #expect(tenants.openCount == 0)
    }
    #expect(try await tenants.session("a") { try Address.count(in: $0) } == 0)
    #expect(tenants.openCount == 1)
  }

  @Test func aClosedDirectoryRefusesCalls() async throws {
    let tenants = directory()
    try await tenants.transaction("a") { try $0.save(Address(city: "Rome")) }
    tenants.close()
    let error = await failureOf { try await tenants.session("a") { _ in } }
    #expect(error?.code == .storeClosed && tenants.openCount == 0)
  }
}
