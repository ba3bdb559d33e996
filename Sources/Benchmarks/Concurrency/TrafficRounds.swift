import Foundation

/// The traffic of both contestants, round by round.
struct TrafficRounds {
  var engine: [Traffic] = []
  var raw: [Traffic] = []

  func append(to table: inout Table, readers: Int) {
    let ratios = zip(engine, raw).map { $1.readsPerSecond / $0.readsPerSecond }.sorted()
    let refusals = (engine + raw).map(\.refusals).reduce(0, +)
    table.append(
      .count(readers), rate(engine, \.readsPerSecond), rate(raw, \.readsPerSecond),
      .ratio(ratios.median),
      .text(String(format: "%.2f–%.2f", ratios.first ?? 0, ratios.last ?? 0)),
      rate(engine, \.writesPerSecond), rate(raw, \.writesPerSecond), latency(engine, 50),
      latency(raw, 50), latency(engine, 99), latency(raw, 99), .count(refusals))
  }

  private func rate(_ rounds: [Traffic], _ value: (Traffic) -> Double) -> Table.Cell {
    .number(rounds.map(value).median, digits: 0)
  }

  private func latency(_ rounds: [Traffic], _ percentile: Int) -> Table.Cell {
    .microseconds(rounds.map { $0.writeLatency(percentile: percentile) }.median)
  }
}
