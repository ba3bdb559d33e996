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
    let owner = context.lexicalContext.first
    let isRead =
      owner?.as(ClassDeclSyntax.self)?.attributes.mayHave(Generated.persistent)
      ?? owner?.as(StructDeclSyntax.self)?.attributes.mayHave(Generated.embeddable)
      ?? owner?.as(EnumDeclSyntax.self)?.attributes.mayHave(Generated.embeddable)
    let isOfMember =
      declaration.is(VariableDeclSyntax.self) || declaration.is(EnumCaseDeclSyntax.self)
    guard !isOfMember || isRead != true else { return }
    let name = attribute.attributeName.trimmedDescription
    let removal = FixIt.remove(attribute, message: "remove '@\(name)'")
    context.diagnose(
      Diagnostic(node: attribute, message: Problem.outsideOfClass(name), fixIts: [removal]))
  }
}

extension AttributeListSyntax {
  /// Whether there is an attribute of a name, perhaps inside an `#if`.
  fileprivate func mayHave(_ name: String) -> Bool {
    contains { $0.as(AttributeSyntax.self)?.isNamed(name) ?? true }
  }
}
