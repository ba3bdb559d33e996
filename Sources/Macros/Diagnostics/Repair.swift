import SwiftDiagnostics
import SwiftSyntax

/// The message of a fix-it.
struct Repair: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ message: String) {
    self.message = message
    fixItID = MessageID(domain: Generated.module, id: message)
  }
}

extension FixIt {
  /// Replaces a node with another; the trivia around it stays.
  static func replace(
    _ old: some SyntaxProtocol, by new: some SyntaxProtocol, _ message: String
  ) -> FixIt {
    // Do not use `with(\.leadingTrivia, …)`: writing through a key path of the toolchain's
    // SwiftSyntax crashes (Swift 6.3.1, Linux).
    var replacement = Syntax(new)
    replacement.leadingTrivia = old.leadingTrivia
    replacement.trailingTrivia = old.trailingTrivia
    return FixIt(
      message: Repair(message),
      changes: [.replace(oldNode: Syntax(old), newNode: replacement)])
  }

  /// Removes a modifier or an attribute, with the space after it.
  static func remove(_ element: some SyntaxProtocol, message: String) -> FixIt {
    let nothing = TokenSyntax(
      .identifier(""), leadingTrivia: element.leadingTrivia, presence: .present)
    return FixIt(
      message: Repair(message),
      changes: [.replace(oldNode: Syntax(element), newNode: Syntax(nothing))])
  }
}
