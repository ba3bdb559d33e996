/// A table of work that both contestants did.
extension Table {
  /// - Parameters:
  ///   - unit: the unit of the medians, such as "ms".
  ///   - sides: the names of the contestants.
  init(
    comparing title: String, unit: String = "ms",
    sides: (engine: String, raw: String) = ("engine", "raw")
  ) {
    self.init(
      title,
      columns: ["what", "\(sides.engine) \(unit)", "\(sides.raw) \(unit)", "ratio", "range"])
  }

  /// Appends medians in milliseconds or, if they are divided by `count`, in microseconds.
  mutating func append(_ what: String, _ comparison: Comparison, per count: Int? = nil) {
    let medians = [comparison.engineMedian, comparison.rawMedian].map { median in
      count.map { Cell.number(median / .microseconds(1) / Double($0), digits: 3) }
        ?? .milliseconds(median)
    }
    append(
      .text(what), medians[0], medians[1], .ratio(comparison.ratio), .range(comparison))
  }
}
