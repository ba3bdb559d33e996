import SwiftDiagnostics

/// One thing that can be wrong with a declaration, in words that say how to mend it.
///
/// The problems themselves are in extensions, by what they are about.
struct Problem: DiagnosticMessage {
  let message: String
  let severity: DiagnosticSeverity
  let diagnosticID: MessageID

  init(_ identifier: String, _ message: String, severity: DiagnosticSeverity = .error) {
    self.message = message
    self.severity = severity
    diagnosticID = MessageID(domain: Generated.module, id: identifier)
  }
}
