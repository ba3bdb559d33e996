import PersistentObjectsNames
import SwiftSyntax

// Determines the form of a type from its syntax.

extension TypeSpelling.Form {
  private static let collections: Set = ["Array", "Dictionary", "Set"]

  init(_ type: TypeSyntax) {
    if let wrapped = Self.wrapped(type) {
      self = .optional(Self(wrapped))
    } else if Self.isBytes(type) || Self.scalarName(type) != nil {
      self = .scalar
    } else if let parts = Self.parts(ofCollection: type) {
      self = .collection(parts.map(Self.init))
    } else if let parenthesized = Self.parenthesized(type) {
      self = Self(parenthesized)
    } else {
      self = .other
    }
  }

  /// Returns the name of a scalar without module and optionals, or nil if the type is not a scalar.
  static func scalarName(_ type: TypeSyntax) -> String? {
    if let wrapped = wrapped(type) ?? parenthesized(type) { return scalarName(wrapped) }
    guard let (module, name) = path(type) else { return nil }
    let isOfFoundation = ScalarNames.foundation.contains(name)
    let isOfModule = module == nil || module == (isOfFoundation ? "Foundation" : "Swift")
    return ScalarNames.all.contains(name) && isOfModule ? name : nil
  }

  /// Returns the type inside an optional.
  static func wrapped(_ type: TypeSyntax) -> TypeSyntax? {
    if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType
    }
    return arguments(of: type, named: ["Optional"])?.first
  }

  /// Returns the type inside an optional, an array or a set.
  static func element(of type: TypeSyntax) -> TypeSyntax? {
    if let wrapped = wrapped(type) { return wrapped }
    guard let parts = parts(ofCollection: type), parts.count == 1 else { return nil }
    return parts[0]
  }

  private static func isBytes(_ type: TypeSyntax) -> Bool {
    let element =
      type.as(ArrayTypeSyntax.self)?.element ?? arguments(of: type, named: ["Array"])?.first
    return element.map(scalarName) == "UInt8" && element.flatMap(wrapped) == nil
  }

  private static func parts(ofCollection type: TypeSyntax) -> [TypeSyntax]? {
    if let array = type.as(ArrayTypeSyntax.self) { return [array.element] }
    if let dictionary = type.as(DictionaryTypeSyntax.self) {
      return [dictionary.key, dictionary.value]
    }
    return arguments(of: type, named: collections)
  }

  static func parenthesized(_ type: TypeSyntax) -> TypeSyntax? {
    guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1 else { return nil }
    return tuple.elements.first?.type
  }

  /// Returns the generic arguments of a standard type that is written with or without its module.
  static func arguments(of type: TypeSyntax, named names: Set<String>) -> [TypeSyntax]? {
    let clause =
      type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
    guard let clause, let (module, name) = path(type), names.contains(name),
      module == nil || module == "Swift"
    else { return nil }
    return clause.arguments.compactMap { $0.argument.as(TypeSyntax.self) }
  }

  private static func path(_ type: TypeSyntax) -> (module: String?, name: String)? {
    if let identifier = type.as(IdentifierTypeSyntax.self) {
      return (nil, identifier.name.text)
    }
    guard let member = type.as(MemberTypeSyntax.self),
      let base = member.baseType.as(IdentifierTypeSyntax.self)
    else { return nil }
    return (base.name.text, member.name.text)
  }
}
