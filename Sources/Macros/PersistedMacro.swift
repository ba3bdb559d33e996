import SwiftSyntax
import SwiftSyntaxMacros

/// `@_Persisted`: adds the accessors of a persistent property.
///
/// `@Persistent` adds it to each property without problems, and declares the storage.
enum PersistedMacro: AccessorMacro {
  /// Formatting is disabled, since generated code is already formatted.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    var parser = PropertyParser()
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = parser.parse(variable),
      let owner = context.lexicalContext.first?.as(ClassDeclSyntax.self),
      let arguments = node.arguments?.as(LabeledExprListSyntax.self),
      let position = arguments.first?.expression
    else { return [] }
    let initializes = arguments.last?.expression.trimmedDescription != "false"
    let index =
      owner.inheritanceClause == nil
      ? position.trimmedDescription : property.index(in: Name(owner.name))
    return property.accessors(index, initializes: initializes).map {
      AccessorDeclSyntax(generated: $0.indented(by: 2))
    }
  }
}
