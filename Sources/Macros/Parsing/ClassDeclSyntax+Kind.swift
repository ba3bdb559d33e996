import SwiftSyntax

// The facts about a class, and about the types around it, that matter for persistence.

extension ClassDeclSyntax {
  /// The first attribute of another macro that writes accessors for all stored properties.
  var attributeOfOtherAccessors: AttributeSyntax? {
    let names: Set = ["Model", "Observable", "Perceptible"]
    return attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { names.contains($0.baseName) }
  }

  /// `Sendable` in the inheritance clause. `@unchecked Sendable` is the user's responsibility.
  var sendability: TypeSyntax? {
    inheritanceClause?.inheritedTypes.lazy.map(\.type)
      .first { ["Sendable", "Swift.Sendable"].contains($0.trimmedDescription) }
  }

  /// The name of an `==` for two objects of the class. The compiler could not tell it from the `==`
  /// of all persistent objects.
  var ownEquality: TokenSyntax? {
    memberBlock.members.flattened.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }
      .first { function in
        function.name.text == "=="
          && function.signature.parameterClause.parameters.allSatisfy {
            [name.text, "Self"].contains($0.type.trimmedDescription)
          }
      }?.name
  }

  /// The first entry of the inheritance clause.
  var superclassName: String? { inheritanceClause?.inheritedTypes.first?.type.trimmedDescription }

  /// Whether the class itself declares its conformance to `PersistentObject`. Then it is the root
  /// of a hierarchy, although the compiler asks for no conformance.
  var declaresConformance: Bool {
    let names = [
      Generated.persistentObject, "\(Generated.module).\(Generated.persistentObject)",
    ]
    return inheritanceClause?.inheritedTypes.contains {
      names.contains($0.type.trimmedDescription)
    } ?? false
  }
}

extension AttributeListSyntax {
  /// The first attribute that names a global actor, going by the convention for such names.
  var globalActor: AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.baseName.hasSuffix("Actor") }
  }
}

extension Syntax {
  var isFunction: Bool {
    switch kind {
    case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .closureExpr,
      .subscriptDecl, .variableDecl, .patternBinding:
      true
    default: false
    }
  }

  var privateModifier: DeclModifierSyntax? {
    asProtocol((any WithModifiersSyntax).self)?.modifiers
      .first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
  }

  var isGeneric: Bool {
    if let declaration = asProtocol((any WithGenericParametersSyntax).self) {
      return declaration.genericParameterClause != nil
    }
    return self.as(ExtensionDeclSyntax.self)?.genericWhereClause != nil
  }
}
