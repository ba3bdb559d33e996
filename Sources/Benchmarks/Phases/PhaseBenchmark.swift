/// The phases A to G: the most frequent operations of most programs.
@MainActor
enum PhaseBenchmark {
  static func run(_ options: Options) throws -> PhaseReport {
    let workload = Workload(count: options.count)
    var report = PhaseReport(count: options.count)
    for round in 0..<options.rounds {
      try run(round, workload, &report)
      try report.addMemory()
    }
    return report
  }

  /// Runs one round with fresh files. One contestant runs each phase first, then the other; the
  /// order alternates.
  private static func run(_ round: Int, _ workload: Workload, _ report: inout PhaseReport) throws {
    let folder = try TemporaryFolder()
    let engine = try EngineContestant(path: folder.path("engine"))
    let raw = try RawContestant(path: folder.path("raw"))
    for phase in Phase.allCases {
      try report.addRound(round, phase, workload, engine: engine, raw: raw)
      guard phase.changesRows else { continue }
      // Both contestants must have written the same.
      try Disagreement.check("what \(phase.rawValue) wrote", engine.content(), raw.content())
    }
  }

  /// Runs insertion and fetch alone in this process, and prints the peak of its resident memory.
  static func reportMemory(of contestant: ContestantName, count: Int) throws {
    // A few rows are repeated, so that the workload itself takes little of the memory.
    let workload = Workload(count: count, distinct: 1000)
    let folder = try TemporaryFolder()
    let subject = try contestant.contestant(path: folder.path("x"))
    _ = try subject.run(.insert, workload)
    _ = try subject.run(.fetchAll, workload)
    print(try Memory.peak())
  }
}
