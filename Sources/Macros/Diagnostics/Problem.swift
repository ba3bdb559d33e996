import SwiftDiagnostics

/// A problem with a declaration, in a message that names the remedy.
///
/// The problems themselves are in extensions, by subject.
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
