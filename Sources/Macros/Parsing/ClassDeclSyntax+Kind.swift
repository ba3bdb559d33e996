import SwiftSyntax

// The facts about a class, and about the types around it, that matter for persistence.

extension ClassDeclSyntax {
  /// The first attribute of another macro that writes accessors for all stored properties.
  var attributeOfOtherAccessors: AttributeSyntax? {
    let names: Set = ["Model", "Observable", "Perceptible"]
    return attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { names.contains($0.baseName) }
  }

  /// The entries of the inheritance clause.
  var inheritedTypes: [TypeSyntax] { inheritanceClause?.inheritedTypes.map(\.type) ?? [] }

  /// `Sendable` in the inheritance clause. `@unchecked Sendable` is the user's responsibility.
  var sendability: TypeSyntax? { inheritedTypes.first { $0.standardName == "Sendable" } }

  /// The first member that a persistent class cannot have, and the reason.
  var impossibleMember: (problem: Problem, name: TokenSyntax)? {
    memberBlock.members.flattened.lazy.compactMap { problem(with: $0) }.first
  }

  private func problem(with member: DeclSyntax) -> (Problem, TokenSyntax)? {
    if let function = member.as(FunctionDeclSyntax.self) {
      return isOwnEquality(function) ? (.ownEquality, function.name) : nil
    }
    guard let type = member.typeName else { return nil }
    let typeName = Name(type).text
    let hidden = [Name(name).text, "Swift", Generated.module].contains(typeName)
    return hidden ? (.hidingType(typeName), type) : nil
  }

  /// Whether a function is an `==` for two objects of the class. The compiler could not tell it
  /// from the `==` of all persistent objects.
  private func isOwnEquality(_ function: FunctionDeclSyntax) -> Bool {
    function.name.text == "=="
      && function.signature.parameterClause.parameters.allSatisfy {
        [name.text, "Self"].contains($0.type.trimmedDescription)
      }
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

extension TypeSyntax {
  /// The type as it is written, without the module of the standard library.
  var standardName: String {
    let (text, module) = (trimmedDescription, "Swift.")
    return text.hasPrefix(module) ? String(text.dropFirst(module.count)) : text
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
