import SwiftSyntax
import SwiftSyntaxMacros

/// `@_Persisted(index)`: adds the accessors and the storage of a persistent property.
///
/// `@Persistent` adds it to each property without errors.
enum PersistedMacro {
  /// Always disabled: generated code is already formatted.
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
