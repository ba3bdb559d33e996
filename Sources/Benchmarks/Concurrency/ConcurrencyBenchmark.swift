import Foundation
import PersistentObjects

/// One caller alone, readers beside a writer that never pauses, and a thousand tasks at once.
@MainActor
enum ConcurrencyBenchmark {
  private static let readers = [1, 2, 4, 8]
  private static let duration = Duration.milliseconds(500)

  static func run(_ options: Options) throws -> [Table] {
    [try OneCaller.run(options), try traffic(options), try crowd(options)]
  }

  // MARK: Readers and a writer

  private static func traffic(_ options: Options) throws -> Table {
    var table = Table(
      "Readers beside one writer at full speed",
      columns: [
        "readers", "reads/s engine", "reads/s raw", "time per read, ratio", "range",
        "writes/s engine", "writes/s raw", "p50 µs engine", "p50 µs raw", "p99 µs engine",
        "p99 µs raw", "\"database is locked\"",
      ])
    for readers in readers {
      var rounds = TrafficRounds()
      for round in 0..<options.rounds { try measure(readers, round, &rounds) }
      rounds.append(to: &table, readers: readers)
    }
    table.note = """
      A read transaction finds \(Bank.accountsPerRead) objects by key; a write transaction finds two \
      and changes both. Engine: tasks; raw: a thread and a connection each. Each reader checked that \
      it never saw half of a transaction.
      """
    return table
  }

  private static func measure(
    _ readers: Int, _ round: Int, _ rounds: inout TrafficRounds
  ) throws {
    let folder = try TemporaryFolder()
    let engine = try EngineBank(path: folder.path("engine"), readers: readers)
    let raw = try RawBank(path: folder.path("raw"))
    let duration = duration
    for isEngine in round.isMultiple(of: 2) ? [true, false] : [false, true] {
      if isEngine {
        let traffic = try Task.waiting { try await engine.run(readers: readers, for: duration) }
        try Disagreement.check("transfers", traffic.writes.count, engine.moved())
        rounds.engine.append(traffic)
      } else {
        let traffic = try raw.run(readers: readers, for: duration)
        try Disagreement.check("transfers by hand", traffic.writes.count, raw.moved())
        rounds.raw.append(traffic)
      }
    }
    try Disagreement.check(
      "readers that found the database locked", rounds.engine.map(\.refusals).reduce(0, +), 0)
  }

  // MARK: A thousand tasks

  private static func crowd(_ options: Options) throws -> Table {
    var table = Table(comparing: "1,000 tasks at once, on a pool of 4 readers and a writer")
    var connections = 0
    for threads in [SessionThreads.whereCalled, .storeThreads] {
      var comparison = Comparison()
      for round in 0..<options.rounds * 3 {
        connections = max(connections, try addCrowd(round, on: threads, to: &comparison))
      }
      let place = threads == .whereCalled ? "where called" : "on the store's threads"
      table.append("900 tasks read 10 objects, 100 change 2, \(place)", comparison)
    }
    table.note = """
      Open connections of the pool at the end: \(connections) at most. Raw: 5 threads with open \
      connections take the jobs from two queues.
      """
    try Disagreement.check("connections beyond the pool's bound", max(connections, 5), 5)
    return table
  }

  /// Lets both contestants do a thousand jobs on open connections, and returns the number of those
  /// of the pool.
  private static func addCrowd(
    _ round: Int, on threads: SessionThreads, to comparison: inout Comparison
  ) throws -> Int {
    let (jobs, readers) = (BankJob.jobs(1000), 4)
    let folder = try TemporaryFolder()
    let path = folder.path("engine")
    let engine = try EngineBank(path: path, readers: readers)
    let raw = try RawBank(path: folder.path("raw"))
    // The crew reads the same before it begins.
    try Task.waiting { try await engine.run(jobs.filter(\.isRead), on: threads) }
    let crew = RawCrew(raw, jobs, readers: readers)
    try comparison.addRound(
      round, "a thousand tasks",
      engine: {
        try Task.waiting { try await engine.run(jobs, on: threads) }
        return jobs.count
      },
      raw: {
        crew.run()
        return jobs.count
      })
    try crew.end()
    try Disagreement.check("what a thousand tasks moved", engine.moved(), raw.moved())
    return try openConnections(path)
  }

  /// Returns the number of times that this process has a file open.
  private static func openConnections(_ path: String) throws -> Int {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      // One of the descriptors was the folder's own, which is closed again.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return target == path
    }
  }
}
