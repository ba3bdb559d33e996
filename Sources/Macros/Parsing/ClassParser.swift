import SwiftDiagnostics
import SwiftSyntax

/// Reads a class that is marked `@Persistent`, and finds what is wrong with it.
struct ClassParser {
  private(set) var findings = Findings()
  private let declaration: ClassDeclSyntax
  private let context: [Syntax]

  /// - Parameters:
  ///   - declaration: the class.
  ///   - context: what it is nested in, from the inside out.
  init(_ declaration: ClassDeclSyntax, in context: [Syntax]) {
    self.declaration = declaration
    self.context = context
  }

  /// Reads the class, or gives nil if it can have no table.
  ///
  /// - Parameters:
  ///   - attribute: the class's `@Persistent`.
  ///   - inherits: whether the class inherits from a persistent one.
  mutating func parse(_ attribute: AttributeSyntax?, inherits: Bool) -> ClassModel? {
    guard checkPlace() else { return nil }
    let table = attribute.map { arguments(of: $0) }
    let name = Name(declaration.name)
    var model = ClassModel(
      name: name,
      qualifiedName: (outerNames + [name.text]).joined(separator: "."),
      access: max(access, .internal),
      isFinal: declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) },
      superclass: inherits ? declaration.superclassName : nil,
      inheritsSomething: declaration.inheritanceClause != nil,
      table: StoredName(table?.name, of: name),
      renamedFrom: table?.renamedFrom,
      properties: properties(),
      declared: DeclaredMembers(declaration))
    check(&model)
    model.isBroken = findings.hasErrors
    return model
  }

  private mutating func arguments(
    of attribute: AttributeSyntax
  ) -> (name: String?, renamedFrom: String?) {
    var parser = ArgumentParser()
    defer { findings.add(parser.findings) }
    return parser.table(attribute)
  }

  /// The class's own level, or that of the extension it is declared in.
  private var access: AccessLevel {
    let enclosing = context.first?.as(ExtensionDeclSyntax.self)
    return AccessLevel(declaration.modifiers) ?? enclosing.flatMap { AccessLevel($0.modifiers) }
      ?? .internal
  }

  /// The names of the types around the class, from the outside.
  private var outerNames: [String] {
    context.reversed().compactMap { node in
      let extended = node.as(ExtensionDeclSyntax.self)?.extendedType
      return extended?.trimmedDescription
        ?? node.asProtocol((any NamedDeclSyntax).self).map { Name($0.name).text }
    }
  }

  private mutating func properties() -> [PropertyModel] {
    var properties: [PropertyModel] = []
    for member in declaration.memberBlock.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        var parser = PropertyParser()
        if let property = parser.parse(variable) { properties.append(property) }
        findings.add(parser.findings)
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for name in condition.persistentNames {
          findings.report(.conditional(Name(name).text), at: name)
        }
      }
    }
    return properties
  }

  /// Whether the class is where and what a persistent one can be.
  mutating func checkPlace() -> Bool {
    if let clause = declaration.genericParameterClause {
      findings.report(.genericClass, at: clause)
    } else if context.contains(where: \.isFunction) {
      findings.report(.localClass, at: declaration.name)
    } else if context.contains(where: \.isGeneric) {
      findings.report(.genericContext, at: declaration.name)
    } else if let actor = declaration.globalActor {
      let name = actor.attributeName.trimmedDescription
      findings.report(
        .isolated(to: name), at: actor, repairs: [.remove(actor, "remove '@\(name)'")])
    } else if isReserved(Name(declaration.name).text) {
      findings.report(.reservedClass(Name(declaration.name).text), at: declaration.name)
    }
    return !findings.hasErrors
  }

  /// Whether properties of the class, or generated code, would mean another type by its name. One that
  /// is nested and has the name of a scalar can be spelled out.
  private func isReserved(_ name: String) -> Bool {
    Generated.reservedClasses.contains(name)
      || context.isEmpty && TypeSpelling.Form.scalars.contains(name)
  }

  private mutating func check(_ model: inout ClassModel) {
    var checks = ClassChecks(declaration)
    checks.run(&model)
    findings.add(checks.findings)
  }
}

extension ClassDeclSyntax {
  /// The first attribute that names a global actor, by the custom of such names.
  fileprivate var globalActor: AttributeSyntax? {
    attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.baseName.hasSuffix("Actor") }
  }

  /// The first entry of the inheritance clause.
  var superclassName: String? { inheritanceClause?.inheritedTypes.first?.type.trimmedDescription }

  /// Whether the class says itself that it conforms to `PersistentObject`; then it is the root of
  /// a hierarchy, though the compiler asks for no conformance.
  var declaresConformance: Bool {
    let names = [
      Generated.persistentObject, "\(Generated.module).\(Generated.persistentObject)",
    ]
    return inheritanceClause?.inheritedTypes.contains {
      names.contains($0.type.trimmedDescription)
    } ?? false
  }
}

extension Syntax {
  fileprivate var isFunction: Bool {
    switch kind {
    case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .closureExpr,
      .subscriptDecl, .variableDecl, .patternBinding:
      true
    default: false
    }
  }

  fileprivate var isGeneric: Bool {
    if let declaration = asProtocol((any WithGenericParametersSyntax).self) {
      return declaration.genericParameterClause != nil
    }
    return self.as(ExtensionDeclSyntax.self)?.genericWhereClause != nil
  }
}
