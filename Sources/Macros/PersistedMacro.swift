import SwiftSyntax
import SwiftSyntaxMacros

/// `@_Persisted(index)`: gives a persistent property its accessors and its storage.
///
/// `@Persistent` puts it on each property that it finds no fault with.
enum PersistedMacro {
  /// What is generated is laid out already.
  static var formatMode: FormatMode { .disabled }

  private static func property(_ declaration: some DeclSyntaxProtocol) -> PropertyModel? {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
    var parser = PropertyParser()
    return parser.parse(variable)
  }
}

extension PersistedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    guard let property = property(declaration),
      let position = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression,
      let owner = context.lexicalContext.first?.as(ClassDeclSyntax.self)
    else { return [] }
    let index = "\(Name(owner.name).source).\(Generated.firstProperty) + \(position.trimmed)"
    return property.accessors(index: index).map { "\(raw: $0.indented(by: 2))" }
  }
}

extension PersistedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    property(declaration).map { ["\(raw: $0.storageDeclaration)"] } ?? []
  }
}
