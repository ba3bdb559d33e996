import Foundation
import PersistentObjects
import TestSupport
import Testing

@testable import crash_writer

/// Processes that are killed while they write. Afterwards the file must contain exactly the
/// transactions that had returned, and at most the one in progress, as a whole.
@Suite(.serialized) struct CrashTests {
  private var random = RandomNumbers(seed: Settings.seed)

  @Test mutating func aKilledWriterLosesNothing() throws {
    try TemporaryStore.run { temporary, _ in
      let path = temporary.path + ".killed"
      var done = 0
      for round in 0..<Settings.kills {
        let writer = try start(1, path)
        done = try kill(writer, knowing: done, "seed \(Settings.seed), round \(round)")
        // In some rounds the next writer recovers the file.
        if random.once(in: 4) { continue }
        done = try check(path, [1: done], "seed \(Settings.seed), round \(round)")[1] ?? 0
      }
      #expect(done > 0, "no transaction was ever finished")
      try checkFile(path)
    }
  }

  @Test mutating func twoWritersThatAreKilledLoseNothing() throws {
    try TemporaryStore.run { temporary, _ in
      let path = temporary.path + ".shared"
      var done = [1: 0, 2: 0]
      for round in 0..<(Settings.kills / 2) {
        let place = "seed \(Settings.seed), round \(round)"
        let writers = try [1: start(1, path), 2: start(2, path)]
        let first = random.once(in: 2) ? 1 : 2
        for writer in [first, 3 - first] {
          guard let process = writers[writer] else { continue }
          done[writer] = try kill(process, knowing: done[writer] ?? 0, place)
        }
        done = try check(path, done, place)
      }
      #expect(done.values.allSatisfy { $0 > 0 }, "a writer never finished a transaction: \(done)")
      try checkFile(path)
    }
  }

  @Test mutating func twoWritersWaitForEachOther() throws {
    try TemporaryStore.run { temporary, _ in
      let path = temporary.path + ".busy"
      let writers = try [1: start(1, path), 2: start(2, path)]
      for process in writers.values {
        #expect(process.wait(forLines: 100), "a writer has given up")
      }
      var done: [Int: Int] = [:]
      for (writer, process) in writers { done[writer] = try kill(process, knowing: 0, "busy") }
      _ = try check(path, done, "busy")
    }
  }

  // MARK: -

  private mutating func start(_ writer: Int, _ path: String) throws -> WriterProcess {
    // A short log, so that it is often copied into the file.
    let checkpoint = random.pick([1, 10, 1000]) ?? 10
    // Two of them at once would find each other's codecs.
    return try WriterProcess(
      path: path, writer: writer, isLent: random.once(in: 2), checkpoint: checkpoint,
      reshapes: writer == 1 && random.once(in: 2))
  }

  /// Kills a writer at a random moment. Returns the number of transactions that it has certainly
  /// finished.
  private mutating func kill(
    _ process: WriterProcess, knowing known: Int, _ place: String
  ) throws -> Int {
    // A writer that has never finished a transaction always finishes one.
    let mayBeEarly = known > 0 && random.once(in: 4)
    let isAlive = process.wait(forLines: mayBeEarly ? 0 : 1 + random.number(below: 15))
    spin(microseconds: random.number(below: random.once(in: 3) ? 30_000 : 2000))
    let isKilled = process.killNow()
    #expect(isAlive && isKilled, "the writer has failed: \(place)")
    guard let first = process.lines.first, let last = process.lines.last else { return known }
    #expect(first == known || first == known + 1, "transactions are lost or doubled: \(place)")
    #expect(process.lines == Array(first...max(first, last)), "a number is missing: \(place)")
    return last
  }

  /// Waits for a time shorter than a process could sleep.
  private func spin(microseconds: Int) {
    let end = ContinuousClock.now + .microseconds(microseconds)
    while ContinuousClock.now < end {}
  }

  /// Opens the file and compares it with the writers' work. Returns the work that was actually
  /// done.
  private func check(_ path: String, _ known: [Int: Int], _ place: String) throws -> [Int: Int] {
    let store = try Store(path: path)
    defer { store.close() }
    return try store.blocking.session { session in
      var done: [Int: Int] = [:]
      var faults: [String] = []
      for (writer, number) in known {
        let found = try Shipping(writer: writer).done(in: session)
        done[writer] = found
        #expect(found == number || found == number + 1, "writer \(writer), \(place)")
        faults += try Shipping(writer: writer).faults(done: found, in: session)
      }
      faults += try Reshaping.faults(in: session)
      faults += try Shipping.sharedFaults(done: done.values.reduce(0, +), in: session)
      #expect(faults == [], "\(place)")
      #expect(try session.rows("PRAGMA integrity_check") == [[.text("ok")]], "\(place)")
      #expect(try session.rows("PRAGMA foreign_key_check") == [], "\(place)")
      return done
    }
  }

  /// Checks that nothing is left beside the file once it is closed.
  private func checkFile(_ path: String) throws {
    let store = try Store(path: path)
    _ = try Session(store: store).rows("SELECT count(*) FROM sqlite_schema")
    store.close()
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }
}
