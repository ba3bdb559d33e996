import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Persistent`: makes a class persistent.
///
/// Only the member role reports problems.
enum PersistentMacro {
  /// Formatting is disabled: generated code is already formatted, and formatting it again would
  /// take a tenth of the time.
  static var formatMode: FormatMode { .disabled }

  /// Reads a class; returns nil if the declaration is not a class or has an earlier `@Persistent`.
  private static func model(
    of declaration: some DeclGroupSyntax, marked node: AttributeSyntax, inherits: Bool = false,
    in context: some MacroExpansionContext, report: (Diagnostic) -> Void = { _ in }
  ) -> ClassModel? {
    guard let declaration = declaration.as(ClassDeclSyntax.self) else {
      report(notAClass(declaration))
      return nil
    }
    let attributes = declaration.attributes.named(Generated.persistent)
    guard isFirst(node, of: attributes, in: context) else {
      report(duplicate(node))
      return nil
    }
    var parser = ClassParser(declaration, in: context.lexicalContext)
    let isSubclass = inherits && !declaration.declaresConformance
    var model = parser.parse(attributes.first ?? node, inherits: isSubclass)
    parser.findings.diagnostics.forEach(report)
    if model.superclass == nil && !model.isBroken {
      model.superInitLine = SourceLine(of: declaration.inheritanceClause, in: context)
    }
    model.locateCodecs(in: declaration, context)
    return model
  }
}

extension ClassModel {
  /// Notes the lines of the properties with codecs.
  fileprivate mutating func locateCodecs(
    in declaration: ClassDeclSyntax, _ context: some MacroExpansionContext
  ) {
    for index in properties.indices where properties[index].column.codec != nil {
      let name = properties[index].name.text
      let variable = declaration.memberBlock.members.flattened.lazy
        .compactMap { $0.as(VariableDeclSyntax.self) }
        .first { $0.isPersistent && $0.names.contains { Name($0).text == name } }
      properties[index].codecLine = SourceLine(of: variable, in: context)
    }
  }
}

extension PersistentMacro {
  /// Whether the members that a conformance needs are generated.
  private static func mayConform(
    _ declaration: some DeclGroupSyntax, marked node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Bool {
    guard let declaration = declaration.as(ClassDeclSyntax.self),
      isFirst(node, of: declaration.attributes.named(Generated.persistent), in: context)
    else { return false }
    var parser = ClassParser(declaration, in: context.lexicalContext)
    return parser.checkPlace()
  }
}

extension PersistentMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let model = model(
      of: declaration, marked: node, inherits: protocols.isEmpty, in: context,
      report: context.diagnose)
    return model?.members.map(DeclSyntax.init(generated:)) ?? []
  }
}

extension PersistentMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self),
      isFirst(node, of: declaration.attributes.named(Generated.persistent), in: context)
    else { return [] }
    if member.is(DeinitializerDeclSyntax.self) {
      return ["@\(raw: Generated.module).\(raw: Generated.leavesSession)"]
    }
    guard let variable = member.as(VariableDeclSyntax.self),
      let property = declaration.persistentProperty(variable, nested: context.lexicalContext),
      let position = declaration.position(of: variable).map(String.init)
    else { return [] }
    let arguments =
      declaration.leavesInitialization(of: property) ? "\(position), initializes: false" : position
    return ["@\(raw: Generated.module).\(raw: Generated.persisted)(\(raw: arguments))"]
  }
}

extension PersistentMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty, mayConform(declaration, marked: node, in: context) else { return [] }
    let conformances = protocols.map(Generated.conformance).joined(separator: ", ")
    let availability = declaration.attributes.named("available").map(\.trimmedDescription)
    let attributes = availability.map { "\($0)\n" }.joined()
    return [
      try ExtensionDeclSyntax(
        "\(raw: attributes)nonisolated extension \(type.trimmed): \(raw: conformances) {}")
    ]
  }
}
