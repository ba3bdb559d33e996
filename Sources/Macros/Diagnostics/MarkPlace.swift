import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A check of where an attribute that `@Persistent` reads stands.
enum MarkPlace {
  /// Reports an attribute that `@Persistent` does not read there.
  static func check(
    _ attribute: AttributeSyntax, on declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    let owner = context.lexicalContext.first?.as(ClassDeclSyntax.self)
    guard !declaration.is(VariableDeclSyntax.self) || owner?.mayBePersistent != true else { return }
    let name = attribute.attributeName.trimmedDescription
    let removal = FixIt.remove(attribute, message: "remove '@\(name)'")
    context.diagnose(
      Diagnostic(node: attribute, message: Problem.outsideOfClass(name), fixIts: [removal]))
  }
}

extension ClassDeclSyntax {
  /// Whether the class is marked `@Persistent`, perhaps inside an `#if`.
  fileprivate var mayBePersistent: Bool {
    attributes.contains { $0.as(AttributeSyntax.self)?.isNamed(Generated.persistent) ?? true }
  }
}
