import PersistentObjects

/// The job of one of a thousand tasks.
enum BankJob: Sendable {
  case read([Int])
  case transfer(pair: Int)

  var isRead: Bool { if case .read = self { true } else { false } }
  var isWrite: Bool { !isRead }

  /// Returns jobs of which one in ten writes.
  static func jobs(_ count: Int) -> [BankJob] {
    var random = SplitMix(seed: 3)
    return (0..<count).map { number in
      let pairs = Bank.randomPairs(&random)
      return number.isMultiple(of: 10) ? .transfer(pair: pairs[0]) : .read(pairs)
    }
  }
}

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
