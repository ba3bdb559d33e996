import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Embeddable`: makes a codec of several columns for a struct or an enum.
enum EmbeddableMacro: ExtensionMacro {
  /// Formatting is disabled: generated code is already formatted.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard var parser = ValueParser(declaration) else {
      context.diagnose(
        Diagnostic(
          node: declaration.introducer, message: Problem.notAValue(declaration.introducer.text)))
      return []
    }
    let model = parser.parse(as: type.trimmedDescription, in: context.lexicalContext)
    parser.findings.diagnostics.forEach(context.diagnose)
    guard let model, !parser.findings.hasErrors, !protocols.isEmpty else { return [] }
    let availability = declaration.attributes.named("available").map(\.trimmedDescription)
    let attributes = availability.map { "\($0)\n" }.joined()
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: attributes)nonisolated extension \(raw: model.type): \(raw: model.conformance) {
        \(raw: model.members.joined(separator: "\n\n").indented(by: 2))
        }
        """)
    ]
  }
}
