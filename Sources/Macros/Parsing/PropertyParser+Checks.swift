import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

// Checks of the declaration of a property that is to be persistent.

extension PropertyParser {
  /// Checks this package's own attributes, which may also be on properties that are not persistent.
  mutating func checkAttributes(of variable: VariableDeclSyntax) {
    for name in [Generated.column, Generated.transient, Generated.inverse] {
      for attribute in variable.attributes.named(name).dropFirst() {
        findings.report(
          .duplicateAttribute(name), at: attribute,
          repairs: [.remove(attribute, message: "remove the second '@\(name)'")])
      }
    }
    if let attribute = variable.attributes.named(Generated.column).first {
      checkColumn(attribute, on: variable)
    }
    if let attribute = variable.attributes.named(Generated.transient).first {
      checkTransient(attribute, on: variable)
    }
    if let attribute = variable.attributes.named(Generated.inverse).first {
      checkInverse(attribute, on: variable)
    }
  }

  /// Checks that a subclass does not declare storage again. The compiler would report it elsewhere.
  mutating func checkOverride(_ variable: VariableDeclSyntax) {
    guard let modifier = variable.modifier(.override), !variable.isStatic,
      variable.bindings.allSatisfy({ $0.accessorBlock == nil })
    else { return }
    findings.report(
      .storedOverride, at: modifier, repairs: [.remove(variable, message: "remove the declaration")]
    )
  }

  private mutating func checkColumn(_ attribute: AttributeSyntax, on variable: VariableDeclSyntax) {
    let removal = FixIt.remove(attribute, message: "remove '@\(Generated.column)'")
    if let kind = variable.kindWithoutColumn {
      findings.report(.columnOnOther(kind), at: attribute, repairs: [removal])
    } else if variable.isTransient {
      findings.report(.columnOnTransient, at: attribute, repairs: [removal])
    }
  }

  /// Checks the rules for deletions, as far as the spelling of the type allows.
  mutating func checkRules(of variable: VariableDeclSyntax, _ type: TypeSpelling) {
    let attribute = variable.attributes.named(Generated.column).first
    for argument in attribute.map(ArgumentParser.arguments(of:)) ?? [] {
      guard let label = argument.label, ["onDelete", "deletesTargets"].contains(label.text) else {
        continue
      }
      if type.isPlain { findings.report(.ruleOfValue(label.text), at: label) }
      let rule = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if rule == "nullify" && !type.isOptional && !type.isCollection {
        findings.report(.nullifyRequired, at: argument.expression)
      } else if rule == "cascade" && type.isCollection {
        findings.report(.cascadingCollection, at: argument.expression)
      }
    }
  }

  /// Checks that a column without a name is that of a type that may have several.
  mutating func checkEmptyNames(of variable: VariableDeclSyntax, _ type: TypeSpelling) {
    guard type.isPlain || type.isCollection,
      let attribute = variable.attributes.named(Generated.column).first
    else { return }
    for argument in ArgumentParser.arguments(of: attribute)
    where argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue == "" {
      findings.report(.emptyName(.column), at: argument.expression)
    }
  }

  private mutating func checkTransient(
    _ attribute: AttributeSyntax, on variable: VariableDeclSyntax
  ) {
    var parser = ArgumentParser()
    parser.none(attribute)
    findings.add(parser.findings)
    if let kind = variable.kindWithoutColumn {
      findings.report(
        .uselessTransient(kind), at: attribute,
        repairs: [.remove(attribute, message: "remove '@\(Generated.transient)'")])
      return
    }
    guard variable.foreignAttribute == nil else { return }
    for binding in variable.bindings where !binding.hasValueWithoutInit(in: variable) {
      findings.report(
        .transientWithoutDefault(binding.pattern.trimmedDescription), at: binding.pattern,
        repairs: [.addDefault(to: binding)])
    }
  }

  /// Checks that nothing in a type is optional where only one kind of nil, or none, can be stored.
  mutating func checkOptionals(in type: TypeSyntax) {
    typealias Form = TypeSpelling.Form
    func isOptional(_ type: TypeSyntax) -> Bool {
      Form.wrapped(Form.parenthesized(type) ?? type) != nil
    }
    if let wrapped = Form.wrapped(Form.parenthesized(type) ?? type) {
      if isOptional(wrapped) { return findings.report(.nestedOptional, at: type) }
      return checkOptionals(in: wrapped)
    }
    let key = type.as(DictionaryTypeSyntax.self)?.key
    if let key = key ?? Form.arguments(of: type, named: ["Dictionary"])?.first, isOptional(key) {
      findings.report(.optionalKey("the key of a dictionary"), at: key)
    }
    if let element = Form.arguments(of: type, named: ["Set"])?.first, isOptional(element) {
      findings.report(.optionalKey("the element of a set"), at: element)
    }
  }

  /// Checks that accessors and storage can be generated for a property.
  mutating func checkStorage(
    of variable: VariableDeclSyntax, binding: PatternBindingSyntax, name: TokenSyntax
  ) {
    if variable.bindingSpecifier.tokenKind == .keyword(.let), !isField {
      let repairs = [
        FixIt.makeVariable(variable), binding.initializer.map { _ in .addTransient(to: variable) },
      ]
      findings.report(
        .constant(Name(name).text), at: variable.bindingSpecifier,
        repairs: repairs.compactMap(\.self))
    }
    for keyword in [Keyword.lazy, .weak, .unowned] {
      guard let modifier = variable.modifier(keyword) else { continue }
      findings.report(
        .modified(by: modifier.name.text), at: modifier,
        repairs: [
          .remove(modifier, message: "remove '\(modifier.name.text)'"), .addTransient(to: variable),
        ])
    }
    if let attribute = variable.attributes.named("available").first(where: \.saysUnavailable) {
      findings.report(.unavailable, at: attribute, repairs: [.addTransient(to: variable)])
    }
    if let observer = binding.observer, !isField {
      findings.report(
        .observed(by: observer.accessorSpecifier.text), at: observer.accessorSpecifier,
        repairs: [.addTransient(to: variable)])
    }
    if let attribute = variable.foreignAttribute {
      let spelling = attribute.attributeName.trimmedDescription
      findings.report(
        .wrapped(by: spelling), at: attribute,
        repairs: [
          .remove(attribute, message: "remove '@\(spelling)'"), .addTransient(to: variable),
        ])
    }
  }
}

extension VariableDeclSyntax {
  var isTransient: Bool { !attributes.named(Generated.transient).isEmpty }

  var isPersistent: Bool { isStoredInInstance && !isTransient }

  /// The reason why a property has no column, as a word; nil if it has one.
  var kindWithoutColumn: String? {
    if isStatic { return "static" }
    if isOverride { return "an override" }
    return isComputed ? "computed" : nil
  }

  /// The first attribute whose capital letter shows that it is a property wrapper, a global actor
  /// or another package's macro.
  fileprivate var foreignAttribute: AttributeSyntax? {
    let own = [
      Generated.column, Generated.transient, Generated.inverse, Generated.persisted,
    ]
    return attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
      attribute.baseName.first?.isUppercase == true && !own.contains(where: attribute.isNamed)
    }
  }
}

extension PatternBindingSyntax {
  /// Whether the property has a value before an initializer sets it.
  fileprivate func hasValueWithoutInit(in variable: VariableDeclSyntax) -> Bool {
    if initializer != nil { return true }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else { return false }
    return typeAnnotation?.type.isImplicitlyNil ?? variable.has(.weak)
  }
}

extension TypeSyntax {
  /// Whether a variable of the type is nil without a value. One of type `Optional<T>` has no value.
  fileprivate var isImplicitlyNil: Bool {
    if let type = TypeSpelling.Form.parenthesized(self) { return type.isImplicitlyNil }
    return self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}

extension AttributeSyntax {
  /// Whether an `@available` makes its declaration unavailable everywhere.
  fileprivate var saysUnavailable: Bool {
    arguments?.tokens(viewMode: .sourceAccurate)
      .contains { $0.tokenKind == .keyword(.unavailable) } ?? false
  }
}
