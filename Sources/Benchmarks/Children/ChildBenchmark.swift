/// Collections: 10,000 objects with 20 strings, 10 dictionary entries and 5 references each.
@MainActor
enum ChildBenchmark {
  private static let count = 10_000

  static func run(_ options: Options) throws -> [Table] {
    let workload = ChildWorkload(count: count)
    var comparisons: [ChildPhase: Comparison] = [:]
    for round in 0..<options.rounds {
      let folder = try TemporaryFolder()
      let engine = try EngineAlbums(path: folder.path("engine"))
      let raw = try RawAlbums(path: folder.path("raw"))
      for phase in ChildPhase.allCases {
        try comparisons[phase, default: Comparison()].addRound(
          round, phase.title, engine: { try engine.run(phase, workload) },
          raw: { try raw.run(phase, workload) })
      }
      // Both contestants must have written the same changes.
      try Disagreement.check(
        "what was changed", engine.run(.walk, workload), raw.run(.walk, workload))
    }
    return [table(comparisons)]
  }

  private static func table(_ comparisons: [ChildPhase: Comparison]) -> Table {
    var table = Table(
      comparing: "Collections: 10,000 objects with 20 strings, 10 dictionary entries, 5 references")
    for phase in ChildPhase.allCases {
      if let comparison = comparisons[phase] { table.append(phase.title, comparison) }
    }
    return table
  }
}
