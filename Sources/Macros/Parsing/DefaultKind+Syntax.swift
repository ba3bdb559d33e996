import SwiftParser
import SwiftSyntax

extension DefaultKind {
  /// Determines the kind of an expression from its syntax alone.
  init(_ expression: ExprSyntax) {
    self =
      Self.parts(of: expression).map { $0.map(Self.init).max() ?? .constant }
      ?? Self.ofWhole(expression)
  }

  /// Returns the expressions on whose values alone that of the whole depends; nil if it depends on
  /// more.
  private static func parts(of expression: ExprSyntax) -> [ExprSyntax]? {
    if let array = expression.as(ArrayExprSyntax.self) { return array.elements.map(\.expression) }
    if let dictionary = expression.as(DictionaryExprSyntax.self) {
      return dictionary.content.as(DictionaryElementListSyntax.self)?
        .flatMap { [$0.key, $0.value] } ?? []
    }
    if let tuple = expression.as(TupleExprSyntax.self) { return tuple.elements.map(\.expression) }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return sequence.elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }
    }
    if let prefixed = expression.as(PrefixOperatorExprSyntax.self) { return [prefixed.expression] }
    if let unwrapped = expression.as(ForceUnwrapExprSyntax.self) { return [unwrapped.expression] }
    if let text = expression.as(StringLiteralExprSyntax.self) {
      return text.representedLiteralValue == nil ? nil : []
    }
    return nil
  }

  private static func ofWhole(_ expression: ExprSyntax) -> DefaultKind {
    let literals: [SyntaxKind] = [
      .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr,
    ]
    if literals.contains(expression.kind) { return .constant }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      // The present time, in every type that has it, may be the same twice in a row.
      if member.declName.baseName.text == "now" { return .evaluated }
      return member.base.map { max(.named, Self($0)) } ?? .named
    }
    return expression.is(DeclReferenceExprSyntax.self) ? .named : .evaluated
  }
}

extension DefaultKind: Comparable {
  private var rank: Int { self == .constant ? 0 : self == .named ? 1 : 2 }

  static func < (left: DefaultKind, right: DefaultKind) -> Bool { left.rank < right.rank }
}
