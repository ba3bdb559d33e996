/// Values of several columns: structs as properties, compared with as many properties, and as
/// elements, compared with hand-written code for the same table.
@MainActor
enum ValueBenchmark {
  static func run(_ options: Options) throws -> [Table] {
    [try properties(options), try elements(options)]
  }

  private static func properties(_ options: Options) throws -> Table {
    let workload = Workload(count: options.count)
    var comparisons: [Phase: Comparison] = [:]
    for round in 0..<options.rounds {
      let folder = try TemporaryFolder()
      let structs = try StructContestant(path: folder.path("structs"))
      let flat = try FlatContestant(path: folder.path("flat"))
      for phase in Phase.allCases {
        try comparisons[phase, default: Comparison()].addPreparedRound(
          round, phase.title, engine: { try structs.work(on: phase, workload) },
          raw: { try flat.work(on: phase, workload) })
        guard phase.changesRows else { continue }
        try Disagreement.check(
          "what \(phase.rawValue) wrote", structs.content(), flat.content())
      }
    }
    var table = Table(
      comparing: "\(Table.Cell.count(options.count)) people with two values of three columns each",
      sides: ("structs", "properties"))
    for phase in Phase.allCases {
      if let comparison = comparisons[phase] { table.append(title(of: phase), comparison) }
    }
    return table
  }

  private static func title(of phase: Phase) -> String {
    phase == .updateColumn ? "change one field of a value of all, save" : phase.title
  }

  private static func elements(_ options: Options) throws -> Table {
    let workload = ChildWorkload(count: max(1, options.count / 10))
    var comparisons: [ChildPhase: Comparison] = [:]
    for round in 0..<options.rounds {
      let folder = try TemporaryFolder()
      let engine = try EngineOrders(path: folder.path("engine"))
      let raw = try RawOrders(path: folder.path("raw"))
      for phase in ChildPhase.allCases {
        try comparisons[phase, default: Comparison()].addPreparedRound(
          round, phase.title, engine: { try engine.work(on: phase, workload) },
          raw: { try raw.work(on: phase, workload) })
      }
      try Disagreement.check(
        "what was changed", engine.run(.walk, workload), raw.run(.walk, workload))
    }
    var table = Table(
      comparing: "\(Table.Cell.count(workload.rows.count)) objects with 20 elements of four columns"
    )
    for phase in ChildPhase.allCases {
      if let comparison = comparisons[phase] { table.append(phase.title, comparison) }
    }
    return table
  }
}
