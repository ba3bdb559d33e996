import PersistentObjectsNames
import SwiftDiagnostics
import SwiftSyntax

/// Reads a class that is marked `@Persistent`, and finds its problems.
struct ClassParser {
  private(set) var findings = Findings()
  private let declaration: ClassDeclSyntax
  private let context: [Syntax]

  /// - Parameters:
  ///   - declaration: the class.
  ///   - context: the declarations around the class, from the inside out. When the compiler asks
  ///     for attributes of members, the first one is the class itself.
  init(_ declaration: ClassDeclSyntax, in context: [Syntax]) {
    self.declaration = declaration
    let isOwn = context.first?.as(ClassDeclSyntax.self)?.name.text == declaration.name.text
    self.context = Array(isOwn ? context.dropFirst() : context[...])
  }

  /// Reads the class. If it cannot be persistent at all, that is its only problem.
  ///
  /// - Parameters:
  ///   - attribute: the class's `@Persistent`.
  ///   - inherits: whether the class inherits from a persistent one.
  mutating func parse(_ attribute: AttributeSyntax?, inherits: Bool) -> ClassModel {
    let isRefused = !checkPlace()
    let refusal = findings
    let arguments = attribute.map { self.arguments(of: $0) } ?? ClassArguments()
    let final = declaration.modifiers.first { $0.name.tokenKind == .keyword(.final) }
    if arguments.isAbstract, let final {
      findings.report(
        .finalAbstractClass, at: final, repairs: [.remove(final, message: "remove 'final'")])
    }
    let name = Name(declaration.name)
    var model = ClassModel(
      name: name,
      qualifiedName: (outerNames + [name.text]).joined(separator: "."),
      access: max(access, .internal),
      isFinal: final != nil,
      isAbstract: arguments.isAbstract,
      superclass: inherits ? declaration.superclassName : nil,
      inheritsSomething: declaration.inheritanceClause != nil,
      table: StoredName(arguments.table, of: name),
      renamedFrom: arguments.renamedFrom,
      properties: properties(),
      declared: DeclaredMembers(declaration))
    model.isRefused = isRefused
    if isRefused { findings = refusal } else { check(&model) }
    model.isBroken = findings.hasErrors
    return model
  }

  private mutating func arguments(of attribute: AttributeSyntax) -> ClassArguments {
    var parser = ArgumentParser()
    defer { findings.add(parser.findings) }
    return parser.table(attribute)
  }

  /// The access level of the class, or that of the extension in which it is declared.
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

  /// Whether the class is of a kind, and in a place, that a persistent class can have.
  mutating func checkPlace() -> Bool {
    if let clause = declaration.genericParameterClause {
      findings.report(.genericClass, at: clause)
    } else if context.contains(where: \.isFunction) {
      findings.report(.localClass, at: declaration.name)
    } else if context.contains(where: \.isGeneric) {
      findings.report(.genericContext, at: declaration.name)
    } else if let actor = declaration.attributes.globalActor {
      let name = actor.attributeName.trimmedDescription
      findings.report(
        .isolated(to: name), at: actor, repairs: [.remove(actor, message: "remove '@\(name)'")])
    } else if let attribute = declaration.attributeOfOtherAccessors {
      let name = attribute.attributeName.trimmedDescription
      findings.report(
        .otherAccessors(name), at: attribute,
        repairs: [.remove(attribute, message: "remove '@\(name)'")])
    } else if !context.isEmpty, let modifier = Syntax(declaration).privateModifier {
      findings.report(.outOfReach, at: modifier, repairs: [.widen(modifier)])
    } else if context.dropLast().contains(where: { $0.privateModifier != nil }) {
      findings.report(.outOfReach, at: declaration.name)
    } else if let type = declaration.sendability {
      findings.report(.sendable, at: type)
    } else if let (problem, name) = declaration.impossibleMember {
      findings.report(problem, at: name)
    } else if isReserved(Name(declaration.name).text) {
      findings.report(.reservedClass(Name(declaration.name).text), at: declaration.name)
    } else if let (type, functions) = declaration.incompleteCoding {
      findings.report(.notDerived(type.trimmedDescription, lacking: functions), at: type)
    }
    return !findings.hasErrors
  }

  /// Whether the name of the class would change the meaning of another type's name in its
  /// properties or in generated code. A nested class with the name of a scalar can be spelled out.
  private func isReserved(_ name: String) -> Bool {
    ReservedNames.classes.contains(name) || context.isEmpty && ScalarNames.all.contains(name)
  }

  private mutating func check(_ model: inout ClassModel) {
    var checks = ClassChecks(declaration)
    checks.run(&model)
    findings.add(checks.findings)
  }
}
