import SwiftSyntax

// The kinds of variables, as far as they matter for persistence.

extension VariableDeclSyntax {
  var isStatic: Bool { has(.static) || has(.class) }

  /// Whether everything declared here is in the superclass; a subclass cannot override with
  /// storage.
  var isOverride: Bool { has(.override) }

  /// Whether getters compute the value. A property with observers is not computed.
  var isComputed: Bool { bindings.contains(where: \.isComputed) }

  /// Whether objects of the class hold the value.
  var isStoredInInstance: Bool { !isStatic && !isOverride && !isComputed }

  func has(_ keyword: Keyword) -> Bool { modifier(keyword) != nil }

  func modifier(_ keyword: Keyword) -> DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(keyword) && $0.detail?.detail.text != "set" }
  }

  /// The declared names, without those in tuples.
  var names: [TokenSyntax] {
    bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
  }
}

extension PatternBindingSyntax {
  var isComputed: Bool {
    guard case .accessors(let list) = accessorBlock?.accessors else { return accessorBlock != nil }
    return !list.contains(where: \.isObserver)
  }

  /// The first observer, if the property is observed.
  var observer: AccessorDeclSyntax? {
    guard case .accessors(let list) = accessorBlock?.accessors else { return nil }
    return list.first(where: \.isObserver)
  }
}

extension AccessorDeclSyntax {
  var isObserver: Bool {
    [.keyword(.willSet), .keyword(.didSet)].contains(accessorSpecifier.tokenKind)
  }
}

extension AttributeListSyntax {
  /// Returns the attributes with a name, written with or without this package's module.
  func named(_ name: String) -> [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }.filter { $0.isNamed(name) }
  }
}

extension AttributeSyntax {
  func isNamed(_ name: String) -> Bool {
    [name, "\(Generated.module).\(name)"].contains(attributeName.trimmedDescription)
  }

  /// The last part of the name, without module and generic arguments.
  var baseName: String {
    attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.as(MemberTypeSyntax.self)?.name.text ?? ""
  }
}
