import Foundation

/// A Debian package index, read with the demo's own model, importer and codecs.
@MainActor
enum IndexBenchmark {
  static func run(_ options: Options) throws -> [Table] {
    let reports = try (0..<options.rounds).map { _ in try measure(options.index) }
    var table = Table(
      "The demo's import of \(options.index ?? "the 539 packages in Fixtures/Data")",
      columns: ["pass", "count", "per second", "range"])
    for what in ["packages", "relations", "tags", "references"] {
      let rates = reports.compactMap { $0.lines[what]?.perSecond }.sorted()
      guard let count = reports.first?.lines[what]?.count, rates.count == reports.count else {
        throw UsageError(description: "the demo did not say how many \(what) it imported")
      }
      table.append(
        .text(what), .count(count), .number(rates.median, digits: 0),
        .text("\(Cell.count(Int(rates[0])))–\(Cell.count(Int(rates[rates.count - 1])))"))
    }
    table.note = note(reports, isWhole: options.index != nil)
    return [table]
  }

  private typealias Cell = Table.Cell

  private static func note(_ reports: [DemoReport], isWhole: Bool) -> String {
    let seconds = Cell.number(reports.map { $0.duration / .seconds(1) }.median, digits: 1)
    let memory = reports.map(\.megabytes).max() ?? 0
    let figures = "All chapters together took \(seconds) s; \(memory) MB of memory at the peak."
    if isWhole { return figures }
    return figures + " The whole index of a release is not in the repository: --index FILE."
  }

  private static func measure(_ index: String?) throws -> DemoReport {
    let demo = try ChildProcess.sibling("demo")
    var output = ""
    let duration = try ContinuousClock().measure {
      output = try ChildProcess.output(of: demo, index.map { [$0] } ?? [])
    }
    return DemoReport(output, duration)
  }
}
