import Foundation
import PersistentObjects

// Runs each operation with n, 2n and 4n items. On its own the program prints the time of each run;
// Tools/check-growth counts instructions instead, which are the same on every machine.

@main
struct Growth {
  static func main() throws {
    let options = Options(CommandLine.arguments.dropFirst())
    for operation in Operation.all where options.names(operation) {
      let steps = try [1, 2, 4].map { try measure(operation, options.count * $0) }
      print(
        operation.name, operation.limit,
        steps.map { String(format: "%.4f", $0.seconds) }.joined(separator: " "),
        steps.map { "\($0.statements)" }.joined(separator: " "), separator: "\t")
    }
  }

  private static func measure(_ operation: Operation, _ count: Int) throws -> Step {
    try Stage.run { stage in
      let work = try operation.prepare(stage, count)
      let statements = Counter()
      stage.store.trace { _ in statements.add() }
      let start = ContinuousClock.now
      try measuredWork(Work(run: work))
      endOfWork()
      let duration = ContinuousClock.now - start
      stage.store.trace(nil)
      return Step(seconds: duration / .seconds(1), statements: statements.value)
    }
  }

  private struct Step {
    let seconds: Double
    let statements: Int
  }
}

/// The work of one step, in a structure so that the compiler makes no copy of ``measuredWork(_:)``.
struct Work {
  let run: () throws -> Void
}

// A profiler finds the measured part by these symbols: everything from the call of the first one to
// that of the second.

@inline(never) @_optimize(none)
func measuredWork(_ work: Work) throws { try work.run() }

@inline(never) @_optimize(none)
func endOfWork() {}

/// Counts from any thread.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func add() { lock.withLock { count += 1 } }
  var value: Int { lock.withLock { count } }
}

/// `growth [--count N] [NAME …]`: the smallest number of items, and parts of the operations' names.
struct Options {
  var count = 250
  private var parts: [String] = []

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--count" {
        count = rest.popFirst().flatMap { Int($0) } ?? count
      } else {
        parts.append(argument)
      }
    }
  }

  func names(_ operation: Operation) -> Bool {
    parts.isEmpty || parts.contains { operation.name.contains($0) }
  }
}
