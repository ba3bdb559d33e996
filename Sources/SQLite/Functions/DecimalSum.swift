import CSQLite
import PersistentObjectsDriver

/// The sum of decimals or of durations. SQLite keeps one for each group of rows.
private final class DecimalSum {
  private var total = ExactDecimal(0)
  private var problem: String?

  func add(_ arguments: SQLArguments, _ kind: NumberKind) {
    guard problem == nil else { return }
    do {
      total = try sum(with: arguments.decimal(at: 0), kind)
    } catch {
      problem = "\(error)"
    }
  }

  private func sum(with number: ExactDecimal, _ kind: NumberKind) throws -> ExactDecimal {
    if let sum = total.result(of: .add, number, kind) { return sum }
    throw CodecError("the sum is not a valid \(kind)")
  }

  func finish(in context: OpaquePointer?) {
    if let problem { return sqlite3_result_error(context, problem, -1) }
    set(.text(total.text), in: context)
  }
}

extension NumberKind {
  /// The name of the function that computes the sum.
  var sum: String { "_persistent_\(rawValue)_sum" }
}

extension DatabaseHandle {
  /// Registers the sums of decimals and of durations. Tables, indices and views cannot use them.
  func addDecimalSums() throws {
    try addSum(.decimal) { takeUp($2, in: $0, .decimal) }
    try addSum(.duration) { takeUp($2, in: $0, .duration) }
  }

  private func addSum(
    _ kind: NumberKind,
    step: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  ) throws {
    try check(
      sqlite3_create_function_v2(
        pointer, kind.sum, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil, nil,
        step,
        { context in
          // Memory is allocated only if there were rows. SQLite calls this once, even after an
          // error.
          guard let sum = sqlite3_aggregate_context(context, 0).map(pointee),
            let owned = sum.pointee
          else { return sqlite3_result_null(context) }
          owned.takeRetainedValue().finish(in: context)
          sum.pointee = nil
        }, nil))
  }
}

/// Returns the place of the sum in SQLite's memory, which is zero at first.
private func pointee(_ memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<
  Unmanaged<DecimalSum>?
> { memory.assumingMemoryBound(to: Unmanaged<DecimalSum>?.self) }

private func takeUp(
  _ values: UnsafeMutablePointer<OpaquePointer?>?, in context: OpaquePointer?, _ kind: NumberKind
) {
  let size = Int32(MemoryLayout<Unmanaged<DecimalSum>?>.size)
  let arguments = SQLArguments(1, values)
  guard !arguments.hasNull, let place = sqlite3_aggregate_context(context, size).map(pointee)
  else { return }
  let sum = place.pointee ?? .passRetained(DecimalSum())
  place.pointee = sum
  sum.takeUnretainedValue().add(arguments, kind)
}
