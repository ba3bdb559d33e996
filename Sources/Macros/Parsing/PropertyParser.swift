import PersistentObjectsNames
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

/// Reads one variable declaration of a persistent class or of a value.
struct PropertyParser {
  /// Whether the variable is a field of a value rather than a property of a class.
  var isField = false
  var findings = Findings()

  /// Returns the persistent property that a variable declares, or nil if there is none.
  ///
  /// A property with an error is also returned, marked as not sound, if its name and type are
  /// known.
  mutating func parse(_ variable: VariableDeclSyntax) -> PropertyModel? {
    checkAttributes(of: variable)
    checkOverride(variable)
    let column = column(of: variable)
    guard variable.isPersistent else { return nil }
    let errors = findings.diagnostics.count
    guard let binding = singleBinding(of: variable),
      let token = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return nil }
    checkStorage(of: variable, binding: binding, name: token)
    guard let type = type(of: binding, named: token, in: variable) else { return nil }
    let spelling = TypeSpelling(type)
    if column.codec == nil {
      checkOptionals(in: type)
      if ([column.name].compactMap(\.self) + column.renamedFrom).contains("") {
        checkEmptyNames(of: variable, spelling)
      }
    }
    if column.timestamp != nil && !spelling.isDate {
      findings.report(.timestampWithoutDate, at: token)
    }
    if column.isVersion && !spelling.canCount {
      findings.report(.versionType, at: token)
    }
    if isField {
      checkField(variable, binding, spelling, column)
    } else {
      checkRules(of: variable, spelling)
    }
    let name = Name(token)
    let isSound = findings.diagnostics.count == errors
    return PropertyModel(
      name: name,
      type: spelling,
      access: AccessLevel(variable.modifiers) ?? .internal,
      defaultValue: Self.defaultValue(of: binding),
      isDefaultLiteral: binding.initializer?.value.isLiteral ?? true,
      defaultKind: binding.initializer.map { DefaultKind($0.value) } ?? .constant,
      column: column,
      inverse: inverse(of: variable, binding, spelling),
      isSound: isSound,
      hasStorage: isSound && !ReservedNames.properties.contains(name.text))
  }

  /// Returns an associated value of an enum's case.
  mutating func parse(_ value: EnumCaseParameterSyntax, as name: Name) -> PropertyModel? {
    if let token = value.type.covariantSelf {
      findings.report(.covariantSelf, at: token)
      return nil
    }
    if let kind = Self.unstorableKind(of: value.type) {
      findings.report(.unstorableValue(kind), at: value.type)
      return nil
    }
    checkOptionals(in: value.type)
    let spelling = TypeSpelling(value.type)
    if spelling.isCollection { findings.report(.collectionValue, at: value.type) }
    let expression = value.defaultValue?.value
    return PropertyModel(
      name: name, type: spelling, access: .internal,
      defaultValue: expression?.is(NilLiteralExprSyntax.self) == true
        ? nil : expression?.trimmedDescription,
      isDefaultLiteral: expression?.isLiteral ?? true,
      defaultKind: expression.map { DefaultKind($0) } ?? .constant, column: ColumnArguments())
  }

  private mutating func column(of variable: VariableDeclSyntax) -> ColumnArguments {
    guard let attribute = variable.attributes.named(Generated.column).first else {
      return ColumnArguments()
    }
    var parser = ArgumentParser()
    defer { findings.add(parser.findings) }
    return parser.column(attribute)
  }

  private mutating func singleBinding(of variable: VariableDeclSyntax) -> PatternBindingSyntax? {
    if let tuple = variable.bindings.first(where: { $0.pattern.is(TuplePatternSyntax.self) }) {
      findings.report(.tuplePattern, at: tuple.pattern)
      return nil
    }
    guard variable.bindings.count == 1 else {
      findings.report(
        .severalProperties, at: variable.bindings, repairs: [.split(variable)].compactMap(\.self))
      return nil
    }
    return variable.bindings.first
  }

  /// Returns the type of a property, as written or inferred from its default value.
  private mutating func type(
    of binding: PatternBindingSyntax, named name: TokenSyntax, in variable: VariableDeclSyntax
  ) -> TypeSyntax? {
    if let type = binding.typeAnnotation?.type {
      if let token = type.covariantSelf {
        findings.report(.covariantSelf, at: token)
        return nil
      }
      guard let kind = Self.unstorableKind(of: type) else { return type }
      findings.report(.unstorable(kind), at: type, repairs: [.addTransient(to: variable)])
      return nil
    }
    guard let value = binding.initializer?.value else { return nil }
    if let type = TypeInference.type(of: value) { return type }
    // The initial value of a lazy property, for example, is not the problem.
    if findings.hasErrors { return nil }
    let suggestion = TypeInference.suggestion(for: value)
    findings.report(
      .unknownType(Name(name).text, likely: suggestion), at: name,
      repairs: [.annotate(binding, with: suggestion ?? "<#Type#>")])
    return nil
  }

  private static func unstorableKind(of type: TypeSyntax) -> String? {
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return unstorableKind(of: attributed.baseType)
    }
    if let optional = type.as(OptionalTypeSyntax.self) {
      return unstorableKind(of: optional.wrappedType)
    }
    if let tuple = type.as(TupleTypeSyntax.self) {
      return tuple.elements.count == 1
        ? tuple.elements.first.flatMap { unstorableKind(of: $0.type) } : "a tuple"
    }
    if type.as(SomeOrAnyTypeSyntax.self)?.someOrAnySpecifier.tokenKind == .keyword(.some) {
      return "a value of an opaque type"
    }
    if type.is(MetatypeTypeSyntax.self) { return "a type" }
    return type.is(FunctionTypeSyntax.self) ? "a function" : nil
  }

  private static func defaultValue(of binding: PatternBindingSyntax) -> String? {
    guard let value = binding.initializer?.value, !value.is(NilLiteralExprSyntax.self) else {
      return nil
    }
    // Such an expression may be an initial value, but no argument.
    let isBranching = value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
    return isBranching ? "{ \(value.trimmedDescription) }()" : value.trimmedDescription
  }
}

extension TypeSyntax {
  /// The `Self` in the type, if there is one.
  fileprivate var covariantSelf: TokenSyntax? {
    tokens(viewMode: .sourceAccurate).first { $0.tokenKind == .keyword(.Self) }
  }
}

extension ExprSyntax {
  /// Whether the expression is a literal that names nothing.
  fileprivate var isLiteral: Bool {
    if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
    if let dictionary = self.as(DictionaryExprSyntax.self) {
      return dictionary.content.is(TokenSyntax.self)
    }
    if let negated = self.as(PrefixOperatorExprSyntax.self) {
      return negated.operator.text == "-" && negated.expression.isLiteral
    }
    if let string = self.as(StringLiteralExprSyntax.self) {
      return string.representedLiteralValue != nil
    }
    return [.integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr].contains(kind)
  }
}
