import Foundation

/// The phases A, B and C with a growing number of rows. The cost of a row must not grow faster than
/// in SQLite itself, whose trees get deeper.
@MainActor
enum GrowthBenchmark {
  private static let phases: [Phase] = [.insert, .fetchAll, .findByKey]
  /// The number of rows after which rows repeat, so that the workload itself stays small.
  private static let distinct = 100_000

  static func run(_ options: Options) throws -> [Table] {
    var steps: [Step] = []
    for count in counts(to: options.greatestCount) {
      steps.append(try measure(count, rounds: rounds(options, count)))
    }
    return [table(steps)]
  }

  /// Returns 10⁴, 10⁵ and so on, and the greatest count.
  private static func counts(to greatest: Int) -> [Int] {
    sequence(first: 10_000) { $0 * 10 }.prefix { $0 < greatest } + [greatest]
  }

  /// Returns the number of rounds. Few rows need many rounds to stand out from noise; ten million
  /// rows take minutes, and are only reported.
  private static func rounds(_ options: Options, _ count: Int) -> Int {
    switch count {
    case ..<100_000: options.rounds * 5
    case 10_000_000...: 1
    default: options.rounds
    }
  }

  private struct Step {
    let count: Int
    let comparisons: [Phase: Comparison]
  }

  private static func measure(_ count: Int, rounds: Int) throws -> Step {
    let workload = Workload(count: count, distinct: distinct)
    var comparisons: [Phase: Comparison] = [:]
    for round in 0..<rounds {
      let folder = try TemporaryFolder()
      let engine = try EngineContestant(path: folder.path("engine"))
      let raw = try RawContestant(path: folder.path("raw"))
      for phase in phases {
        // Otherwise the first contestant to fetch would pay for memory that is new to the process.
        if round == 0 && phase == .fetchAll {
          _ = try (engine.run(phase, workload), raw.run(phase, workload))
        }
        try comparisons[phase, default: Comparison()].addPreparedRound(
          round, phase.title, engine: { try engine.work(on: phase, workload) },
          raw: { try raw.work(on: phase, workload) })
      }
    }
    return Step(count: count, comparisons: comparisons)
  }

  private static func table(_ steps: [Step]) -> Table {
    var table = Table(
      "Growth: what one row costs",
      columns: [
        "phase", "rows", "engine µs", "raw µs", "ratio", "range", "engine, of the least",
        "raw, of the least", "ratio, of the least",
      ])
    for phase in phases {
      let least = steps.first.flatMap { step in
        step.comparisons[phase].map { Cost(count: step.count, $0) }
      }
      for step in steps {
        guard let comparison = step.comparisons[phase], let least else { continue }
        let cost = Cost(count: step.count, comparison)
        table.append(
          .text("\(phase.rawValue) \(phase.title)"), .count(step.count),
          .number(cost.engine, digits: 3), .number(cost.raw, digits: 3), .ratio(comparison.ratio),
          .range(comparison), .ratio(cost.engine / least.engine), .ratio(cost.raw / least.raw),
          .ratio(cost.ratio / least.ratio))
      }
    }
    table.note = """
      The last column is flat, that is 1, where the package grows as raw does, which shows what \
      SQLite's own trees and the processor's caches cost.
      """
    return table
  }

  /// The cost of one row, in microseconds.
  private struct Cost {
    let engine: Double
    let raw: Double
    let ratio: Double

    init(count: Int, _ comparison: Comparison) {
      engine = comparison.engineMedian / .microseconds(1) / Double(count)
      raw = comparison.rawMedian / .microseconds(1) / Double(count)
      ratio = comparison.ratio
    }
  }
}
