import Foundation

/// The times of all rounds, and what they come to.
struct Report {
  private let count: Int
  private var engine: [Phase: [Duration]] = [:]
  private var raw: [Phase: [Duration]] = [:]
  private var memory: (engine: Int, raw: Int) = (0, 0)

  init(count: Int) { self.count = count }

  mutating func add(_ phase: Phase, _ duration: Duration, isEngine: Bool) {
    if isEngine {
      engine[phase, default: []].append(duration)
    } else {
      raw[phase, default: []].append(duration)
    }
  }

  mutating func addMemory(count: Int) throws {
    memory = (
      try Memory.peak(of: "engine", count: count), try Memory.peak(of: "raw", count: count)
    )
  }

  private struct Line: Encodable {
    let phase: String
    let title: String
    /// Medians, milliseconds.
    let engine: Double
    let raw: Double
    /// The median of the rounds' ratios, and the smallest and greatest.
    let ratio: Double
    let lowest: Double
    let highest: Double
  }

  private var lines: [Line] {
    Phase.allCases.compactMap { phase in
      guard let engine = engine[phase], let raw = raw[phase] else { return nil }
      let ratios = zip(engine, raw).map { $0 / $1 }.sorted()
      return Line(
        phase: phase.rawValue, title: phase.title, engine: median(engine.map(milliseconds)),
        raw: median(raw.map(milliseconds)), ratio: median(ratios), lowest: ratios.first ?? 0,
        highest: ratios.last ?? 0)
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

  private func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
