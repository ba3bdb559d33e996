import Foundation

/// The times of all rounds, and their evaluation.
struct PhaseReport {
  private let count: Int
  private var comparisons: [Phase: Comparison] = [:]
  private var memory: (engine: Int, raw: Int) = (0, 0)

  init(count: Int) { self.count = count }

  /// Runs one phase with both contestants, in turns.
  @MainActor
  mutating func addRound(
    _ round: Int, _ phase: Phase, _ workload: Workload, engine: EngineContestant,
    raw: RawContestant
  ) throws {
    try comparisons[phase, default: Comparison()].addRound(
      round, phase.title, engine: { try engine.run(phase, workload) },
      raw: { try raw.run(phase, workload) })
  }

  mutating func addMemory(count: Int) throws {
    memory = (
      try Memory.peak(of: "engine", count: count), try Memory.peak(of: "raw", count: count)
    )
  }

  private struct Line: Encodable {
    let phase: String
    let title: String
    /// The medians in milliseconds.
    let engine: Double
    let raw: Double
    /// The median of the rounds' ratios, followed by the smallest and the greatest.
    let ratio: Double
    let lowest: Double
    let highest: Double
  }

  private var lines: [Line] {
    Phase.allCases.compactMap { phase in
      guard let comparison = comparisons[phase] else { return nil }
      return Line(
        phase: phase.rawValue, title: phase.title,
        engine: comparison.engineMedian / .milliseconds(1),
        raw: comparison.rawMedian / .milliseconds(1), ratio: comparison.ratio,
        lowest: comparison.lowestRatio, highest: comparison.highestRatio)
    }
  }

  private var geometricMean: Double {
    exp(lines.map { log($0.ratio) }.reduce(0, +) / Double(max(lines.count, 1)))
  }

  private var memoryRatio: Double { Double(memory.engine) / Double(max(memory.raw, 1)) }

  func table() -> String {
    var text = "\(count) objects; medians in ms; ratio to hand-written code on the C API\n\n"
    text += "phase  engine     raw  ratio   (range)        what\n"
    for line in lines {
      text += String(
        format: "%-5@ %7.1f %7.1f  %5.2f   (%.2f–%.2f)    %@\n", line.phase, line.engine, line.raw,
        line.ratio, line.lowest, line.highest, line.title)
    }
    text += String(format: "geometric mean A–F     %5.2f\n", geometricMean)
    text += String(
      format: "G     %7.1f %7.1f  %5.2f                  peak resident MiB after B\n",
      Double(memory.engine) / 1024, Double(memory.raw) / 1024, memoryRatio)
    return text
  }

  func json() throws -> String {
    struct Document: Encodable {
      let count: Int
      let phases: [Line]
      let geometricMean: Double
      let memoryRatio: Double
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let document = Document(
      count: count, phases: lines, geometricMean: geometricMean, memoryRatio: memoryRatio)
    return String(decoding: try encoder.encode(document), as: UTF8.self)
  }
}
