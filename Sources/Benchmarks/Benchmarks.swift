import Foundation

/// Compares this package with hand-written Swift on SQLite's C API, phase by phase, in turns.
@main
@MainActor
struct Benchmarks {
  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    if options.measuresCodecs { return try CodecReport.print() }
    let workload = Workload(count: options.count)
    if let contestant = options.memoryOf {
      return try reportMemory(of: contestant, workload)
    }
    var report = Report(count: options.count)
    for round in 0..<options.rounds {
      try run(round, workload, &report)
    }
    try report.addMemory(count: options.count)
    print(options.isJSON ? try report.json() : report.table())
  }

  /// One round: fresh files, each phase first by the one, then by the other; who begins changes.
  private static func run(_ round: Int, _ workload: Workload, _ report: inout Report) throws {
    let folder = try TemporaryFolder()
    let engine = try EngineContestant(path: folder.path("engine"))
    let raw = try RawContestant(path: folder.path("raw"))
    for phase in Phase.allCases {
      var results: [Int] = []
      for isEngine in round.isMultiple(of: 2) ? [true, false] : [false, true] {
        let contestant: any Contestant = isEngine ? engine : raw
        let (duration, result) = try Clock.time { try contestant.run(phase, workload) }
        report.add(phase, duration, isEngine: isEngine)
        results.append(result)
      }
      guard results[0] == results[1] else { throw Disagreement(phase: phase, results: results) }
    }
  }

  /// Runs insertion and fetch alone in this process and prints the peak of its resident memory.
  private static func reportMemory(of contestant: String, _ workload: Workload) throws {
    let folder = try TemporaryFolder()
    let subject: any Contestant =
      contestant == "engine"
      ? try EngineContestant(path: folder.path("x")) : try RawContestant(path: folder.path("x"))
    _ = try subject.run(.insert, workload)
    _ = try subject.run(.fetchAll, workload)
    print(try Memory.peak())
  }
}

/// The contestants did not read the same: the comparison is worth nothing.
struct Disagreement: Error {
  let phase: Phase
  let results: [Int]
}

/// A folder that is removed with its contents.
final class TemporaryFolder {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "benchmarks-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: "\(name).sqlite3").path }
}
