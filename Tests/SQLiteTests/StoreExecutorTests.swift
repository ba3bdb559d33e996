import Foundation
import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSQLite
import Testing

@testable import PersistentObjectsEngine

@Suite struct StoreExecutorTests {
  @Test func runsTasksOnItsOwnThreads() async {
    let executor = StoreExecutor(name: "people", threadCount: 3)
    let names = Shared<Set<String>>([])
    await withTaskExecutorPreference(executor) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 {
          group.addTask {
            names.change { _ = $0.insert(threadName()) }
            await Task.yield()
            names.change { _ = $0.insert(threadName()) }
          }
        }
      }
    }
    #expect(names.value == ["people"])
  }

  @Test func blocksNoMoreThreadsThanItHas() async {
    let executor = StoreExecutor(name: "people", threadCount: 2)
    let running = Shared(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask(executorPreference: executor) {
          let count = running.change { $0 += 1 }
          #expect(count <= 2)
          for _ in 0..<1000 { sched_yield() }
          running.change { $0 -= 1 }
        }
      }
    }
  }

  @Test func hasARoomyStack() async {
    let executor = StoreExecutor(name: "people", threadCount: 1)
    let depth = await Task(executorPreference: executor) { recurse(3_000) }.value
    #expect(depth == 3_000)
  }

  @Test func goesAwayWithItsLastTask() async {
    weak var executor: StoreExecutor?
    do {
      let made = StoreExecutor(name: "people", threadCount: 2)
      executor = made
      await Task(executorPreference: made) {}.value
    }
    while executor != nil { await Task.yield() }
  }

  @Test func runsJobsThatComeAfterItWasStopped() async {
    let executor = StoreExecutor(name: "people", threadCount: 2)
    for _ in 0..<50 {
      executor.stop()
      let name = await Task(executorPreference: executor) { threadName() }.value
      #expect(name == "people")
    }
  }

  @Test func leasesAndStatementsRunOffTheSharedPool() async throws {
    let file = try TemporaryDatabase()
    let pool = ConnectionPool(driver: file.driver())
    let executor = StoreExecutor(name: "people", threadCount: 3)
    try await withTaskExecutorPreference(executor) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<200 {
          group.addTask {
            let connection = try await pool.suspendingLease(.reader)
            await Task.yield()
            #expect(threadName() == "people")
            #expect(try connection.value("SELECT 1") == .integer(1))
            pool.release(connection)
          }
        }
        try await group.waitForAll()
      }
    }
  }
}

private func threadName() -> String { Thread.current.name ?? "" }

private func recurse(_ depth: Int) -> Int {
  withUnsafeTemporaryAllocation(byteCount: 1000, alignment: 8) { _ in
    depth == 0 ? 0 : recurse(depth - 1) + 1
  }
}
