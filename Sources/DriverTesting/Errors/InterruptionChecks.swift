import Foundation
import PersistentObjectsDriver
import Synchronization

/// Checks of `interrupt()`.
enum InterruptionChecks {
  static let all = [
    Check("interrupt() from another thread must stop a statement, which throws interrupted", stops),
    Check(
      "A connection must go on after an interruption, and its transaction be rolled back", goesOn),
    Check("interrupt() must do nothing while no statement runs", doesNothing),
    Check("interrupt() must do nothing after close()", toleratesClose),
  ]

  /// Runs a query that takes long, and interrupts it until it ends.
  private static func interrupt(_ bench: Bench) throws {
    let connection = Handed(bench.connection)
    let hasEnded = Flag()
    let thread = OtherThread {
      while !hasEnded.isSet {
        Thread.sleep(forTimeInterval: 0.01)
        connection.value.interrupt()
      }
    }
    defer { try? thread.value() }
    defer { hasEnded.set() }
    let sql = Bench.longQuery
    try bench.demandError([.interrupted], of: "the statement", sql: sql) { try bench.run(sql) }
  }

  private static func stops(_ bench: Bench) throws {
    try bench.makeSample(count: 300)
    try interrupt(bench)
  }

  private static func goesOn(_ bench: Bench) throws {
    try bench.makeSample(count: 300)
    try bench.run(bench.dialect.beginWrite)
    try bench.run("DELETE FROM sample WHERE pk = 1")
    try interrupt(bench)
    try bench.connection.rollBackOpen()
    try bench.demand([300], of: "SELECT count(*) FROM sample")
    try bench.transaction { try bench.run("DELETE FROM sample WHERE pk > 1") }
    try bench.demand([1], of: "SELECT pk FROM sample")
    try bench.demand(bench.connection.endLease(), "endLease() returned false")
  }

  private static func doesNothing(_ bench: Bench) throws {
    try bench.makeSample(count: 1)
    let connection = Handed(bench.connection)
    try OtherThread { connection.value.interrupt() }.value()
    try bench.demand([1], of: "SELECT pk FROM sample")
    try bench.transaction {
      bench.connection.interrupt()
      try bench.run("INSERT INTO sample (pk) VALUES (2)")
    }
    try bench.demand([1, 2], of: "SELECT pk FROM sample ORDER BY pk")
  }

  private static func toleratesClose(_ bench: Bench) throws {
    let connection = try bench.driver.openConnection(.writer)
    connection.finish()
    connection.interrupt()
  }
}

/// A flag that one thread sets for another.
private final class Flag: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .acquiring) }

  func set() { state.store(true, ordering: .releasing) }
}
