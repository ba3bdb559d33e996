import CFaults
import Foundation

/// Counts the results of the runs.
struct Tally {
  private var lines: [String: Line] = [:]
  private var operations: [String: Int] = [:]
  /// The number of runs in which something failed.
  private(set) var runs = 0
  private(set) var complaints = 0

  private struct Line {
    var runs = 0
    var errors = 0
    /// The number of runs in which SQLite or the engine recovered from the fault.
    var overcome = 0
    /// The number of runs after which the failed step turned out to be carried out.
    var carriedOut = 0
  }

  mutating func add(_ outcome: Outcome, _ fault: Fault, _ scene: Scene) {
    guard outcome.report.failed > 0 || !outcome.complaints.isEmpty else { return }
    runs += 1
    lines["\(fault.kind), \(fault.span)", default: Line()].runs += 1
    lines["\(fault.kind), \(fault.span)"]?.errors += outcome.errors
    if outcome.errors == 0 { lines["\(fault.kind), \(fault.span)"]?.overcome += 1 }
    if outcome.isCarriedOut { lines["\(fault.kind), \(fault.span)"]?.carriedOut += 1 }
    let operation = operationName(outcome.report.operation)
    operations[operation, default: 0] += 1
    report(
      outcome.complaints,
      "--only \(scene.name):\(fault.kind):\(fault.span):\(fault.number) (\(operation))")
  }

  mutating func report(_ found: [String], _ place: @autoclosure () -> String) {
    if found.isEmpty { return }
    complaints += found.count
    say("! \(place())")
    for complaint in found { say("    \(complaint)") }
  }

  func print() {
    for (name, line) in lines.sorted(by: { $0.key < $1.key }) {
      say(
        """
        \(name): \(line.runs) runs, \(line.errors) calls threw, \(line.overcome) runs got over it, \
        \(line.carriedOut) were carried out after all
        """)
    }
    let counts = operations.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    if !counts.isEmpty { say("failed operations: " + counts.joined(separator: ", ")) }
  }

}

/// Prints a line immediately: the next run may end the process.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
