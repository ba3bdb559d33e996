import SwiftDiagnostics
import SwiftSyntax

/// Reads a struct or enum that is marked `@Embeddable`, and finds its problems.
struct ValueParser {
  var findings = Findings()
  private let declaration: any DeclGroupSyntax & NamedDeclSyntax & WithGenericParametersSyntax

  /// Makes the parser of a struct or enum; nil for any other declaration.
  init?(_ declaration: some DeclGroupSyntax) {
    if let declaration = declaration.as(StructDeclSyntax.self) {
      self.declaration = declaration
    } else if let declaration = declaration.as(EnumDeclSyntax.self) {
      self.declaration = declaration
    } else {
      return nil
    }
  }

  /// Reads the type; returns nil if it cannot be stored.
  mutating func parse(as type: String, in context: [Syntax]) -> ValueModel? {
    if let clause = declaration.genericParameterClause {
      findings.report(.genericValue, at: clause)
    } else if context.contains(where: \.isFunction) {
      findings.report(.localValue, at: declaration.name)
    } else if context.contains(where: \.isGeneric) {
      findings.report(.genericValue, at: declaration.name)
    } else if !isOfFile(context), let modifier = Syntax(declaration).privateModifier {
      findings.report(.outOfReach, at: modifier, repairs: [.widen(modifier)])
    }
    let content = content()
    if findings.hasErrors { return nil }
    return ValueModel(
      type: type, name: Name(declaration.name).text, access: access(in: context),
      content: content)
  }

  private mutating func content() -> ValueModel.Content {
    if let declaration = declaration as? EnumDeclSyntax { return .cases(cases(of: declaration)) }
    let fields = fields()
    if fields.isEmpty && !findings.hasErrors {
      findings.report(.valueWithoutFields, at: declaration.name)
    }
    return .fields(fields)
  }

  /// The access level of generated members, which are in an extension: that of the type, or
  /// narrower if a type around it is private.
  private func access(in context: [Syntax]) -> AccessLevel {
    let enclosing = context.first?.as(ExtensionDeclSyntax.self)
    let own =
      AccessLevel(declaration.modifiers) ?? enclosing.flatMap { AccessLevel($0.modifiers) }
      ?? .internal
    let around = context.compactMap { node in
      node.asProtocol((any WithModifiersSyntax).self).flatMap { AccessLevel($0.modifiers) }
    }
    return ([own] + around).contains { $0 < .internal } ? .fileprivate : own
  }

  /// Whether the type is at the top of its file. The context may begin with the type itself.
  private func isOfFile(_ context: [Syntax]) -> Bool {
    context.isEmpty
      || context.count == 1
        && (context[0].is(StructDeclSyntax.self) || context[0].is(EnumDeclSyntax.self))
  }

  private mutating func fields() -> [PropertyModel] {
    var fields: [PropertyModel] = []
    for member in declaration.memberBlock.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        var parser = PropertyParser(isField: true)
        if let field = parser.parse(variable) { fields.append(field) }
        findings.add(parser.findings)
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for name in condition.persistentNames {
          findings.report(.conditional(Name(name).text), at: name)
        }
      }
    }
    return fields
  }
}

extension PropertyParser {
  /// Checks what a field of a value cannot be, although a property of a class can.
  mutating func checkField(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ spelling: TypeSpelling,
    _ column: ColumnArguments
  ) {
    if variable.bindingSpecifier.tokenKind == .keyword(.let), let value = binding.initializer {
      findings.report(.constantField, at: value)
    }
    if spelling.isCollection && column.codec == nil {
      findings.report(
        .collectionField, at: binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(binding))
    }
    let attribute = variable.attributes.named(Generated.column).first
    for argument in attribute.map(ArgumentParser.arguments(of:)) ?? [] {
      let isOfObjects = ["onDelete", "deletesTargets"].contains(argument.label?.text)
      let isOfRows =
        argument.label == nil
        && (TimestampRole(argument.expression) != nil || argument.expression.namesVersion)
      if isOfObjects || isOfRows {
        findings.report(.argumentOfField(argument.trimmedDescription), at: argument)
      }
    }
    if let inverse = variable.attributes.named(Generated.inverse).first {
      findings.report(.inverseField, at: inverse)
    }
  }
}
