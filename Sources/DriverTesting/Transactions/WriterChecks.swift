import Foundation
import PersistentObjectsDriver

/// Checks of several transactions that write at once, if the character says that they can.
enum WriterChecks {
  static let all = [
    Check(
      "As many transactions as maximumWriters allows, up to four, must write at once", writeAtOnce),
    Check(
      "Transactions that change one row must not overwrite each other's change: one gets busy, and"
        + " none of its changes is kept", loseNothing),
  ]

  private static func writers(_ bench: Bench) throws -> [Handed<any DriverConnection>] {
    let count = min(4, bench.character.maximumWriters)
    return try count < 2 ? [] : (0..<count).map { _ in Handed(try bench.open(.writer)) }
  }

  private static func writeAtOnce(_ bench: Bench) throws {
    let writers = try writers(bench)
    if writers.isEmpty { return }
    try bench.makeSample()
    let (meeting, dialect) = (Meeting(of: writers.count), bench.dialect)
    let threads = writers.enumerated().map { index, writer in
      OtherThread {
        var isFirst = true
        try retrying(writer.value, dialect) {
          try $0.rows("INSERT INTO sample (pk) VALUES (\(index + 1))")
          if isFirst && !meeting.arrive() { throw Breach("they waited for each other") }
          isFirst = false
        }
      }
    }
    try OtherThread.wait(for: threads)
    let keys = writers.indices.map { Int64($0 + 1) }
    try bench.demand(keys, of: "SELECT pk FROM sample ORDER BY pk")
  }

  private static func loseNothing(_ bench: Bench) throws {
    let writers = try writers(bench)
    if writers.isEmpty { return }
    try bench.makeSample("i", [.integer(0)])
    let (rounds, dialect) = (5, bench.dialect)
    let threads = writers.map { writer in
      OtherThread {
        for _ in 0..<rounds { try retrying(writer.value, dialect, increment) }
      }
    }
    try OtherThread.wait(for: threads)
    try bench.demand([Int64(rounds * writers.count)], of: "SELECT i FROM sample")
  }

  private static func increment(_ connection: any DriverConnection) throws {
    let found = try connection.rows("SELECT i FROM sample WHERE pk = 1")
    guard case .integer(let value)? = found.first?.first else { throw Breach("the row was gone") }
    try connection.rows("UPDATE sample SET i = \(value + 1) WHERE pk = 1")
  }

  /// Runs a transaction again until none conflicts with it.
  private static func retrying(
    _ connection: any DriverConnection, _ dialect: any Dialect,
    _ body: (any DriverConnection) throws -> Void
  ) throws {
    for attempt in 1...200 {
      do {
        try connection.rows(dialect.beginWrite)
        try body(connection)
        try connection.rows(dialect.commit)
        return
      } catch {
        let mayPass = (error as? PersistenceError)?.code == .busy && attempt < 200
        // An open transaction might keep the other threads waiting for ever. A failure to end it is
        // news only where the transaction would run again.
        do { try connection.rollBackOpen() } catch let failure { throw mayPass ? failure : error }
        guard mayPass else { throw error }
        // Threads that conflicted once would conflict again, so wait for a random time.
        Thread.sleep(forTimeInterval: .random(in: 0...0.02))
      }
    }
  }
}
