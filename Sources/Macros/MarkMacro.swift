import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An attribute that only marks a property for `@Persistent`. Its own expansion only checks where
/// it stands.
protocol MarkMacro: PeerMacro {}

extension MarkMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    MarkPlace.check(node, on: declaration, in: context)
    return []
  }
}
