import CAllocations

/// The allocations of one step per unit, and their limit.
struct Measurement {
  let name: String
  /// The unit of the count: rows, objects or elements.
  let unit: String
  /// The allocations per unit, without those of SQLite.
  let allocations: Double
  /// The allocations when the step was last tuned.
  let expected: Double

  /// Whether the allocations are within a tenth of the expected number. Fewer also fail, until
  /// `expected` is updated.
  var holds: Bool { abs(allocations - expected) <= 0.1 * expected + 0.05 }

  /// Runs a step over `count` units.
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
