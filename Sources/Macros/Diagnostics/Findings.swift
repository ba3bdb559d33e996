import SwiftDiagnostics
import SwiftSyntax

/// The problems found in a declaration, in the order in which they were found.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []

  var hasErrors: Bool { diagnostics.contains { $0.diagMessage.severity == .error } }

  mutating func report(
    _ problem: Problem, at node: some SyntaxProtocol, repairs: [FixIt] = []
  ) {
    diagnostics.append(Diagnostic(node: node, message: problem, fixIts: repairs))
  }

  mutating func add(_ other: Findings) { diagnostics += other.diagnostics }
}
