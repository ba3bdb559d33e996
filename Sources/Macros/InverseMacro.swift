import SwiftSyntax
import SwiftSyntaxMacros

/// `@Inverse`: a mark that `@Persistent` reads. Alone it only checks where it stands.
enum InverseMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    MarkPlace.check(node, on: declaration, in: context)
    return []
  }
}
