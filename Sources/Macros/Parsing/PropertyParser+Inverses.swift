import SwiftDiagnostics
import SwiftSyntax

// Checks of the other side of a relation.

extension PropertyParser {
  mutating func checkInverse(
    _ attribute: AttributeSyntax, on variable: VariableDeclSyntax
  ) {
    let removal = FixIt.remove(attribute, message: "remove '@\(Generated.inverse)'")
    if let kind = variable.kindWithoutColumn {
      findings.report(.inverseOnOther(kind), at: attribute, repairs: [removal])
    } else if let other = [Generated.column, Generated.transient]
      .first(where: { !variable.attributes.named($0).isEmpty })
    {
      findings.report(.inverseWith(other), at: attribute, repairs: [removal])
    }
  }

  /// Returns the key path of `@Inverse`; checks the type and the default value.
  mutating func inverse(
    of variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ type: TypeSpelling
  ) -> String? {
    guard let attribute = variable.attributes.named(Generated.inverse).first,
      let source = ArgumentParser.arguments(of: attribute).first?.expression
    else { return nil }
    if !type.mayBeInverse {
      findings.report(.inverseType, at: binding.typeAnnotation.map(Syntax.init) ?? Syntax(binding))
    }
    if let value = binding.initializer?.value, !value.isEmptyOrNil {
      findings.report(.inverseWithDefault, at: value)
    }
    checkSource(source, for: type)
    return source.trimmedDescription
  }

  /// Checks that the key path of an inverse begins with the class of the objects in the property.
  private mutating func checkSource(_ source: ExprSyntax, for type: TypeSpelling) {
    guard let owner = source.as(KeyPathExprSyntax.self)?.ownerName,
      let element = type.elementName, owner != element
    else { return }
    findings.report(.inverseOfOther(owner, element: element), at: source)
  }
}

extension KeyPathExprSyntax {
  /// The name before that of the last property. The syntax does not distinguish types from
  /// properties.
  fileprivate var ownerName: String? {
    let names = components.map { $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName }
    guard names.count > 1 else { return root?.lastName }
    return names[names.count - 2]?.baseName.text
  }
}

extension TypeSyntax {
  /// The name of a type without the types around it.
  var lastName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}

extension ExprSyntax {
  /// Whether the expression is `nil` or `[]`.
  fileprivate var isEmptyOrNil: Bool {
    self.is(NilLiteralExprSyntax.self) || self.as(ArrayExprSyntax.self)?.elements.isEmpty == true
  }
}
