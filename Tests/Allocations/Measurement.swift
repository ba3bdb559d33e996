import CAllocations

/// What one step allocates for each of its rows, and how much it may.
struct Measurement {
  let name: String
  /// What it goes through: rows, objects or elements.
  let unit: String
  /// Allocations per unit, those of SQLite left out.
  let allocations: Double
  /// What they were when the step was last tuned.
  let expected: Double

  /// More by a tenth is too much; so is less, until `expected` says so.
  var holds: Bool { abs(allocations - expected) <= 0.1 * expected + 0.05 }

  /// Runs a step that goes through `count` units.
  init(
    _ name: String, per unit: String, _ count: Int, expected: Double, _ body: () throws -> Void
  ) rethrows {
    let start = po_allocation_count()
    try body()
    self.name = name
    allocations = Double(po_allocation_count() - start) / Double(count)
    self.unit = unit
    self.expected = expected
  }
}
