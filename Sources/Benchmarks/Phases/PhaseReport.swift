import Foundation

/// The times of all rounds, and their evaluation.
struct PhaseReport {
  private let count: Int
  private var comparisons: [Phase: Comparison]
  /// The peaks of all rounds in KiB.
  private var memory: (engine: [Double], raw: [Double]) = ([], [])

  init(count: Int, comparisons: [Phase: Comparison] = [:]) {
    self.count = count
    self.comparisons = comparisons
  }

  /// Runs one phase with both contestants, in turns.
  @MainActor
  mutating func addRound(
    _ round: Int, _ phase: Phase, _ workload: Workload, engine: EngineContestant,
    raw: RawContestant
  ) throws {
    try comparisons[phase, default: Comparison()].addPreparedRound(
      round, phase.title, engine: { try engine.work(on: phase, workload) },
      raw: { try raw.work(on: phase, workload) })
  }

  /// Measures the memory of each contestant once, in processes of their own.
  mutating func addMemory() throws {
    try memory.engine.append(Double(Memory.peak(of: "engine", count: count)))
    try memory.raw.append(Double(Memory.peak(of: "raw", count: count)))
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

  /// Returns the mean of A to F with one of the two ways to update by hand.
  private func geometricMean(without other: Phase) -> Double {
    lines.filter { $0.phase != other.rawValue }.map(\.ratio).geometricMean
  }

  private var memoryRatio: Double { zip(memory.engine, memory.raw).map { $0 / $1 }.median }

  func table() -> String {
    var text = "\(count) objects; medians in ms; ratio to hand-written code on the C API\n\n"
    text += "phase  engine     raw  ratio   (range)        what\n"
    for line in lines {
      text += String(
        format: "%-5@ %7.1f %7.1f  %5.2f   (%.2f–%.2f)    %@\n", line.phase, line.engine, line.raw,
        line.ratio, line.lowest, line.highest, line.title)
    }
    text += String(
      format: "geometric mean A–F     %5.2f\n", geometricMean(without: .updateColumn))
    text += String(
      format: "with E1 instead of E   %5.2f\n", geometricMean(without: .update))
    text += String(
      format: "G     %7.1f %7.1f  %5.2f                  peak resident MiB after B\n",
      memory.engine.median / 1024, memory.raw.median / 1024, memoryRatio)
    return text
  }

  func json() throws -> String {
    struct Document: Encodable {
      let count: Int
      let phases: [Line]
      let geometricMean: Double
      let geometricMeanWithE1: Double
      let memoryRatio: Double
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let document = Document(
      count: count, phases: lines, geometricMean: geometricMean(without: .updateColumn),
      geometricMeanWithE1: geometricMean(without: .update), memoryRatio: memoryRatio)
    return String(decoding: try encoder.encode(document), as: UTF8.self)
  }
}
