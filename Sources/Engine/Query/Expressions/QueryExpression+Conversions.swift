public import Foundation

// Numbers as numbers of other types, and rounded ones.

extension QueryExpression where Value: _QueryNumber, Value._Term == Value {
  /// The number as another type, as by its initializer: a whole number or a decimal as the nearest double, a double
  /// or a decimal as a whole number, cut at the point. One that does not fit is an error; a double as a decimal is
  /// `invalidQuery`, as it is nearly none. SQL: `CAST(age AS REAL)`.
  public func `as`<Target: _QueryNumber>(_ type: Target.Type) -> QueryExpression<Target> {
    QueryExpression<Target>(node: .number(.converted(Target._form), node, Value._form))
  }
}

extension QueryExpression {
  /// The number as another type; nil for nil.
  public func `as`<Source: _QueryNumber, Target: _QueryNumber>(
    _ type: Target.Type
  ) -> QueryExpression<Target?> where Value == Source? {
    QueryExpression<Target?>(node: .number(.converted(Target._form), node, Value._form))
  }
}

extension QueryExpression where Value: _QueryInteger, Value._Term == Value {
  /// The number as people write it. SQL: `CAST(age AS TEXT)`.
  public func text() -> QueryExpression<String> {
    QueryExpression<String>(node: .number(.digits, node, Value._form))
  }
}

extension QueryExpression {
  /// The number as people write it; nil for nil.
  public func text<Source: _QueryInteger>() -> QueryExpression<String?> where Value == Source? {
    QueryExpression<String?>(node: .number(.digits, node, Value._form))
  }
}

extension QueryExpression where Value: _QueryNumber, Value._Term == Double {
  /// The whole number nearby, as in Swift.
  public func rounded(
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> QueryExpression {
    QueryExpression(node: .number(.rounded(rule, digits: 0), node, Value._form))
  }

  /// The square root; an error for a number below zero.
  public func squareRoot() -> QueryExpression {
    QueryExpression(node: .number(.squareRoot, node, Value._form))
  }
}

extension QueryExpression where Value: _QueryNumber, Value._Term == Decimal {
  /// The decimal with at most so many digits behind the point.
  public func rounded(
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero, digits: Int = 0
  ) -> QueryExpression {
    QueryExpression(node: .number(.rounded(rule, digits: digits), node, Value._form))
  }
}
