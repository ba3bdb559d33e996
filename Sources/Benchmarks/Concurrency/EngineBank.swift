import PersistentObjects

/// Readers and a writer as tasks of this package's store.
final class EngineBank: Sendable {
  private let store: Store

  /// - Parameter readers: the number of connections that read at once.
  convenience init(path: String, readers: Int) throws {
    var configuration = SQLiteConfiguration(path: path)
    configuration.maximumReaders = readers
    try self.init(Store(configuration))
  }

  init(_ store: Store) throws {
    self.store = store
    try store.blocking.transaction { session in
      for number in 0..<Bank.pairs * 2 {
        try session.insert(Account(owner: "Owner \(number)", balance: Bank.openingBalance))
      }
    }
  }

  deinit { store.close() }

  func run(readers: Int, for duration: Duration) async throws -> Traffic {
    let stop = StopSign()
    return try await withThrowingTaskGroup(of: Traffic.self) { group in
      for reader in 0..<readers {
        group.addTask { try await self.read(until: stop, seed: UInt64(reader)) }
      }
      group.addTask { try await self.write(until: stop) }
      var traffic = Traffic()
      traffic.duration = try await ContinuousClock().measure { try await Task.sleep(for: duration) }
      stop.set()
      for try await part in group { traffic.add(part) }
      return traffic
    }
  }

  private func read(until stop: StopSign, seed: UInt64) async throws -> Traffic {
    var random = SplitMix(seed: seed)
    var traffic = Traffic()
    while !stop.isSet {
      do {
        try await read(Bank.randomPairs(&random))
        traffic.reads += Bank.accountsPerRead
      } catch let error as PersistenceError where error.code == .busy {
        traffic.refusals += 1
      }
    }
    return traffic
  }

  private func write(until stop: StopSign) async throws -> Traffic {
    var random = SplitMix(seed: 1000)
    var traffic = Traffic()
    while !stop.isSet {
      let pair = Int(random.next() % UInt64(Bank.pairs))
      let duration = try await ContinuousClock().measure { try await transfer(1, inPair: pair) }
      traffic.writes.append(duration)
    }
    return traffic
  }

  /// Makes so many transfers in each of several tasks.
  ///
  /// - Parameter onStoreThreads: whether all of each task runs on the store's threads.
  func transfer(_ count: Int, tasks: Int, onStoreThreads: Bool = false) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask(executorPreference: onStoreThreads ? store.taskExecutor : nil) {
          var random = SplitMix(seed: UInt64(task))
          for _ in 0..<count {
            try await self.transfer(1, inPair: Int(random.next() % UInt64(Bank.pairs)))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Makes so many transfers in each of several threads.
  func transfer(_ count: Int, threads threadCount: Int) throws {
    let threads = RawThreads<Void>()
    for thread in 0..<threadCount {
      threads.start {
        var random = SplitMix(seed: UInt64(thread))
        for _ in 0..<count {
          try self.transferBlocking(1, inPair: Int(random.next() % UInt64(Bank.pairs)))
        }
      }
    }
    _ = try threads.results()
  }

  /// Reads pairs of accounts in one snapshot.
  func read(_ pairs: [Int], on threads: SessionThreads = .whereCalled) async throws {
    try await store.session(on: threads) { try Self.check(pairs, in: $0) }
  }

  func readBlocking(_ pairs: [Int]) throws {
    try store.blocking.session { try Self.check(pairs, in: $0) }
  }

  func transfer(
    _ amount: Int, inPair pair: Int, on threads: SessionThreads = .whereCalled
  ) async throws {
    try await store.transaction(on: threads) { try Self.transfer(amount, inPair: pair, in: $0) }
  }

  func transferBlocking(_ amount: Int, inPair pair: Int) throws {
    try store.blocking.transaction { try Self.transfer(amount, inPair: pair, in: $0) }
  }

  private static func check(_ pairs: [Int], in session: Session) throws {
    for pair in pairs {
      let keys = Bank.keys(ofPair: pair)
      let first = try Account.findByPK(keys.0, in: session)
      let second = try Account.findByPK(keys.1, in: session)
      try Bank.checkSum(first?.balance ?? 0, second?.balance ?? 0)
    }
  }

  private static func transfer(_ amount: Int, inPair pair: Int, in session: Session) throws {
    let keys = Bank.keys(ofPair: pair)
    guard let first = try Account.findByPK(keys.0, in: session),
      let second = try Account.findByPK(keys.1, in: session)
    else { throw TornRead() }
    first.balance -= amount
    second.balance += amount
  }

  /// Returns the amount that was moved: each transfer moves 1.
  func moved() throws -> Int {
    try store.blocking.session { session in
      try Account.findAll(in: session).filter { $0.pk.map { $0 % 2 == 0 } ?? false }
        .reduce(0) { $0 + $1.balance - Bank.openingBalance }
    }
  }
}
