import PersistentObjects

extension EngineBank {
  /// Starts all jobs at once, each in its own task.
  func run(_ jobs: [BankJob], on threads: SessionThreads) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for job in jobs {
        group.addTask {
          switch job {
          case .read(let pairs): try await self.read(pairs, on: threads)
          case .transfer(let pair): try await self.transfer(1, inPair: pair, on: threads)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
