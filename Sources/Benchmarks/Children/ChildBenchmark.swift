/// Collections: objects with 20 strings, 10 dictionary entries and 5 references each.
@MainActor
enum ChildBenchmark {
  static func run(_ options: Options) throws -> [Table] {
    let workload = ChildWorkload(count: max(1, options.count / 10))
    var comparisons: [ChildPhase: Comparison] = [:]
    for round in 0..<options.rounds {
      let folder = try TemporaryFolder()
      let engine = try EngineAlbums(path: folder.path("engine"))
      let raw = try RawAlbums(path: folder.path("raw"))
      for phase in ChildPhase.allCases {
        try comparisons[phase, default: Comparison()].addPreparedRound(
          round, phase.title, engine: { try engine.work(on: phase, workload) },
          raw: { try raw.work(on: phase, workload) })
      }
      // Both contestants must have written the same changes.
      try Disagreement.check(
        "what was changed", engine.run(.walk, workload), raw.run(.walk, workload))
    }
    return [table(comparisons, workload.rows.count)]
  }

  private static func table(_ comparisons: [ChildPhase: Comparison], _ count: Int) -> Table {
    var table = Table(
      comparing: """
        Collections: \(Table.Cell.count(count)) objects with 20 strings, 10 dictionary entries, \
        5 references
        """)
    for phase in ChildPhase.allCases {
      if let comparison = comparisons[phase] { table.append(phase.title, comparison) }
    }
    return table
  }
}
