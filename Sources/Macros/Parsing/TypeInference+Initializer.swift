import SwiftSyntax
import SwiftSyntaxBuilder

// Types of expressions that call an initializer.

extension TypeInference {
  /// Returns the type that a call such as `Date()` makes; nil if the call may return an optional.
  static func initializedType(of expression: ExprSyntax) -> TypeSyntax? {
    guard let call = expression.as(FunctionCallExprSyntax.self), !mayFail(call) else { return nil }
    return createdType(by: expression)
  }

  /// Returns the type that a call makes, whether or not the call returns an optional.
  static func createdType(by expression: ExprSyntax) -> TypeSyntax? {
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
    let callee = call.calledExpression
    if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init"
    {
      return member.base.flatMap(namedType)
    }
    return namedType(callee)
  }

  /// Returns an annotation that is likely to be right, for a fix-it: `Foo` for `Foo.bar`, `URL?`
  /// for `URL(string: "…")`, `Int` for `Int(count)`.
  static func suggestion(for expression: ExprSyntax) -> String? {
    if let created = createdType(by: expression) {
      let first = expression.as(FunctionCallExprSyntax.self)?.arguments.first
      let isText = first?.expression.is(StringLiteralExprSyntax.self) == true
      return first?.label != nil || isText ? "\(created.trimmed)?" : "\(created.trimmed)"
    }
    return expression.as(MemberAccessExprSyntax.self)?.base.flatMap(namedType)?.trimmedDescription
  }

  /// Returns the type that an expression names, such as `[String]`, `Foo.Bar` or `Set<Int>`.
  private static func namedType(_ expression: ExprSyntax) -> TypeSyntax? {
    if let array = expression.as(ArrayExprSyntax.self) {
      return array.elements.count == 1
        ? array.elements.first.flatMap { namedType($0.expression) }.map { "[\($0)]" } : nil
    }
    if let dictionary = expression.as(DictionaryExprSyntax.self) {
      guard let elements = dictionary.content.as(DictionaryElementListSyntax.self),
        elements.count == 1, let pair = elements.first,
        let key = namedType(pair.key), let value = namedType(pair.value)
      else { return nil }
      return "[\(key): \(value)]"
    }
    if let optional = expression.as(OptionalChainingExprSyntax.self) {
      return namedType(optional.expression).map { "\($0)?" }
    }
    return namesType(expression) ? "\(expression.trimmed)" : nil
  }

  /// Whether an expression looks like the name of a type that needs no generic arguments.
  private static func namesType(_ expression: ExprSyntax) -> Bool {
    if let generic = expression.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.is(DeclReferenceExprSyntax.self)
        || generic.expression.is(MemberAccessExprSyntax.self)
    }
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      return isTypeName(reference.baseName)
    }
    guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else {
      return false
    }
    return isTypeName(member.declName.baseName) && namesType(base)
  }

  private static let genericTypes: Set = [
    "Array", "ArraySlice", "ClosedRange", "ContiguousArray", "Dictionary", "KeyValuePairs",
    "Measurement", "Optional", "PartialRangeFrom", "PartialRangeThrough", "PartialRangeUpTo",
    "Range", "Set",
  ]

  private static func isTypeName(_ token: TokenSyntax) -> Bool {
    let name = Name(token).text
    return name.first?.isUppercase == true && !genericTypes.contains(name)
  }

  /// The labels of initializers that are failable in all of the types known here.
  private static let failableLabels: Set = ["exactly", "rawValue", "string", "uuidString"]

  /// The labels of further initializers that are failable in some types.
  private static let failableLabelsOfTypes: [String: Set<String>] = [
    "Data": ["base64Encoded"],
    "String": [
      "bytes", "data", "utf8String", "validating", "validatingCString", "validatingUTF8",
    ],
    "TimeZone": ["abbreviation", "identifier", "secondsFromGMT"],
    "URLComponents": ["url"],
  ]

  /// The types of numbers that are not scalars.
  private static let otherNumbers: Set = ["Float16", "Float80", "Int128", "UInt128"]

  private static func mayFail(_ call: FunctionCallExprSyntax) -> Bool {
    guard let first = call.arguments.first, let type = createdType(by: ExprSyntax(call)) else {
      return false
    }
    let name = type.lastName ?? ""
    if let label = first.label?.text {
      return failableLabels.contains(label) || failableLabelsOfTypes[name]?.contains(label) == true
    }
    // Without a label, it is taken for a conversion from another number unless it is a text.
    guard first.expression.is(StringLiteralExprSyntax.self) else { return false }
    let scalar = TypeSpelling.Form.scalarName(type)
    return scalar != nil && scalar != "String" || otherNumbers.contains(type.standardName)
  }
}
