import Foundation
import PersistentObjects
import Synchronization
import TestSupport
import Testing

/// Sessions next to other tasks on Swift's shared threads. Each test has its own process, and so
/// its own threads.
@Suite struct SharedThreadTests {
  @Test func aHundredEndlessQueriesLeaveOtherTasksRunning() async {
    await #expect(processExitsWith: .success) {
      try await Self.run { store in
        let begun = Counter()
        await withTaskGroup { group in
          for _ in 0..<100 { group.addTask { await Self.runForever(store, begun) } }
          // More tasks than Swift has threads. This task could not go on if all threads were taken.
          while begun.count <= ProcessInfo.processInfo.activeProcessorCount { await Task.yield() }
          group.cancelAll()
        }
        let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
        #expect(cities == ["Rome"])
      }
    }
  }

  @Test func fortyEndlessQueriesDoNotKeepAShortOneWaiting() async {
    await #expect(processExitsWith: .success) {
      try await Self.run { store in
        let begun = Counter()
        try await withThrowingTaskGroup { group in
          for _ in 0..<40 { group.addTask { await Self.runForever(store, begun) } }
          while begun.count < 40 { await Task.yield() }
          let cities = try await store.session { try Address.findAll(in: $0).map(\.city) }
          #expect(cities == ["Rome"])
          group.cancelAll()
        }
      }
    }
  }

  @Test func tasksThatDoNothingButCallSessionsLetOthersRun() async {
    await #expect(processExitsWith: .success) {
      try await Self.run { store in
        let ended = Counter()
        try await withThrowingTaskGroup { group in
          for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 2 {
            group.addTask {
              while ended.count == 0 { _ = try await store.session { try Address.count(in: $0) } }
            }
          }
          group.addTask { ended.add() }
          try await group.waitForAll()
        }
      }
    }
  }

  /// Regression test: saving in them waited for the writer on the last shared thread, too. Where
  /// several transactions write at once, no session waits for it.
  @Test(.onSQLite) func shortSessionsThatSaveLeaveOtherTasksRunning() async {
    await #expect(processExitsWith: .success) {
      try await Self.run { store in
        for _ in 0..<40 { try await Self.save(in: store, Counter()) }
        let (ending, end) = AsyncStream.makeStream(of: Void.self)
        let (holding, begun) = (Counter(), Counter())
        try await withThrowingTaskGroup { group in
          group.addTask {
            try await store.transaction(on: .storeThreads) { session in
              try session.save(Address(city: "Bonn"))
              holding.add()
              for await _ in ending {}
            }
          }
          while holding.count == 0 { await Task.yield() }
          let count = ProcessInfo.processInfo.activeProcessorCount
          for _ in 0..<count { group.addTask { try await Self.save(in: store, begun) } }
          // This task could not go on if all threads were taken.
          while begun.count < count { await Task.yield() }
          end.finish()
          try await group.waitForAll()
        }
      }
    }
  }

  @Test(.onSQLite) func aFileIsOpenedWhereASessionIsCalled() async {
    await #expect(processExitsWith: .success) {
      try await Self.run { store in
        // The writer is open, but no reader.
        let name = try await store.session { session in
          _ = try Address.count(in: session)
          return try Self.threadName()
        }
        #expect(!name.hasPrefix("Persistent"))
      }
    }
  }

  @Test func sessionsOfATaskOnTheStoresThreadsStayThere() async {
    await #expect(processExitsWith: .success) {
      try await Self.run { store in
        let task = Task(executorPreference: store.taskExecutor) {
          var names = [try Self.threadName()]
          for _ in 0..<20 {
            names.append(try await store.session { _ in try Self.threadName() })
            names.append(try await store.transaction { _ in try Self.threadName() })
            names.append(try Self.threadName())
          }
          return names
        }
        let names = try await task.value
        #expect(names.allSatisfy { $0.hasPrefix("Persistent") }, "\(names)")
      }
    }
  }

  private static func threadName() throws -> String {
    try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
  }

  private static func run(_ body: (Store) async throws -> Void) async throws {
    let file = try TemporaryFile()
    defer { file.remove() }
    let store = try TestedDatabase.current.store(at: file.path)
    try await store.transaction { try $0.save(Address(city: "Rome")) }
    try await body(store)
  }

  private static func save(in store: Store, _ begun: Counter) async throws {
    try await store.session { session in
      begun.add()
      try session.save(Address(city: "Oslo"))
    }
  }

  private static func runForever(_ store: Store, _ begun: Counter) async {
    await #expect(throws: CancellationError.self) {
      try await store.session { session in
        begun.add()
        _ = try session.rows(TestedDatabase.current.endlessQuery)
      }
    }
  }
}

/// Counts from any thread.
private final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func add() { value.add(1, ordering: .relaxed) }
}
