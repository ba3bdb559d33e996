import SwiftSyntax
import SwiftSyntaxBuilder

/// Infers the type of a property without annotation from its initial value.
///
/// Only expressions of certain types are recognised: a wrong guess would cause errors inside
/// generated code, where users cannot fix them.
enum TypeInference {
  /// Returns the type of `expression`, or nil if its spelling does not show it.
  static func type(of expression: ExprSyntax) -> TypeSyntax? {
    literalType(of: expression) ?? collectionType(of: expression) ?? operatorType(of: expression)
      ?? initializedType(of: expression)
  }

  private static func literalType(of expression: ExprSyntax) -> TypeSyntax? {
    switch expression.kind {
    case .integerLiteralExpr: "Int"
    case .floatLiteralExpr: "Double"
    case .booleanLiteralExpr: "Bool"
    case .stringLiteralExpr, .simpleStringLiteralExpr: "String"
    default: nil
    }
  }

  /// Returns the type of a collection literal whose elements all have one type.
  private static func collectionType(of expression: ExprSyntax) -> TypeSyntax? {
    if let array = expression.as(ArrayExprSyntax.self) {
      return commonType(of: array.elements.map(\.expression)).map { "[\($0.trimmed)]" }
    }
    guard let dictionary = expression.as(DictionaryExprSyntax.self),
      let elements = dictionary.content.as(DictionaryElementListSyntax.self),
      let key = commonType(of: elements.map(\.key)),
      let value = commonType(of: elements.map(\.value))
    else { return nil }
    return "[\(key.trimmed): \(value.trimmed)]"
  }

  private static func commonType(of expressions: [ExprSyntax]) -> TypeSyntax? {
    let types = expressions.map(type(of:))
    guard let first = types.first ?? nil else { return nil }
    let areSame = types.allSatisfy { $0?.trimmedDescription == first.trimmedDescription }
    return areSame ? first : nil
  }

  /// Returns the type of `-1`, `x as T`, `T()!`, `try T()` and of expressions in parentheses.
  private static func operatorType(of expression: ExprSyntax) -> TypeSyntax? {
    if let prefixed = expression.as(PrefixOperatorExprSyntax.self) {
      return ["-", "+"].contains(prefixed.operator.text)
        ? literalType(of: prefixed.expression) : nil
    }
    if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) {
      return createdType(by: unwrapped.expression)
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first.flatMap { type(of: $0.expression) }
    }
    return castType(of: expression)
  }

  private static func castType(of expression: ExprSyntax) -> TypeSyntax? {
    guard let sequence = expression.as(SequenceExprSyntax.self),
      let target = sequence.elements.last?.as(TypeExprSyntax.self)?.type,
      let cast = sequence.elements.dropLast().last?.as(UnresolvedAsExprSyntax.self)
    else { return nil }
    let isConditional = cast.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
    return isConditional ? "\(target.trimmed)?" : target.trimmed
  }
}
