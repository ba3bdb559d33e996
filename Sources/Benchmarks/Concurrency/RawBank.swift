import Foundation
import Synchronization

/// Readers and a writer as threads, each with its own connection.
final class RawBank: Sendable {
  private let path: String

  init(path: String) throws {
    self.path = path
    let database = try RawDatabase(path: path)
    try database.execute(
      "CREATE TABLE account (pk INTEGER PRIMARY KEY, owner TEXT, balance INTEGER) STRICT")
    try database.inTransaction {
      let statement = try database.statement("INSERT INTO account VALUES (?1, ?2, ?3)")
      for number in 0..<Bank.pairs * 2 {
        statement.bind(Int64(number + 1), 1)
        statement.bind("Owner \(number)", 2)
        statement.bind(Int64(Bank.openingBalance), 3)
        try statement.run()
      }
    }
  }

  /// Makes a teller with its own connection.
  func teller(preparesTransactions: Bool = true) throws -> RawTeller {
    try RawTeller(path: path, preparesTransactions: preparesTransactions)
  }

  func run(readers: Int, for duration: Duration) throws -> Traffic {
    let stop = StopSign()
    let threads = RawThreads<Traffic>()
    for reader in 0..<readers {
      threads.start { try self.read(until: stop, seed: UInt64(reader)) }
    }
    threads.start { try self.write(until: stop) }
    var traffic = Traffic()
    traffic.duration = ContinuousClock().measure {
      Thread.sleep(forTimeInterval: duration / .seconds(1))
    }
    stop.set()
    for part in try threads.results() { traffic.add(part) }
    return traffic
  }

  private func read(until stop: StopSign, seed: UInt64) throws -> Traffic {
    let teller = try teller()
    var random = SplitMix(seed: seed)
    var traffic = Traffic()
    while !stop.isSet {
      do {
        try teller.read(Bank.randomPairs(&random))
        traffic.reads += Bank.accountsPerRead
      } catch let error as RawError where error.isBusy {
        traffic.refusals += 1
      }
    }
    return traffic
  }

  private func write(until stop: StopSign) throws -> Traffic {
    let teller = try teller()
    var random = SplitMix(seed: 1000)
    var traffic = Traffic()
    while !stop.isSet {
      let pair = Int(random.next() % UInt64(Bank.pairs))
      traffic.writes.append(
        try ContinuousClock().measure { try teller.transfer(1, inPair: pair) })
    }
    return traffic
  }

  func moved() throws -> Int {
    let database = try RawDatabase(path: path)
    let statement = try database.statement(
      "SELECT coalesce(sum(balance - ?1), 0) FROM account WHERE pk % 2 = 0")
    defer { statement.reset() }
    statement.bind(Int64(Bank.openingBalance), 1)
    return try statement.step() ? Int(statement.integer(0)) : 0
  }
}
