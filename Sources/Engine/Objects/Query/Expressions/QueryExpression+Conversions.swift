public import Foundation

// Conversions between types of numbers, and rounding.

extension QueryExpression where Value: _QueryNumber, Value._Term == Value {
  /// Converts the number to another type, like that type's initializer: an integer or decimal
  /// becomes the nearest double, and a double or decimal is truncated to an integer. A number
  /// beyond 64 bits is an error; one that does not fit a shorter type is an error where it is
  /// selected or written. Converting a double to a decimal is `invalidQuery`, because a double is
  /// rarely an exact decimal. SQL: `CAST(age AS REAL)`.
  public func `as`<Target: _QueryNumber>(_ type: Target.Type) -> QueryExpression<Target> {
    QueryExpression<Target>(node: .number(.converted(Target._form), node, Value._form))
  }
}

extension QueryExpression {
  /// Converts the number to another type; nil for nil.
  public func `as`<Source: _QueryNumber, Target: _QueryNumber>(
    _ type: Target.Type
  ) -> QueryExpression<Target?> where Value == Source? {
    QueryExpression<Target?>(node: .number(.converted(Target._form), node, Value._form))
  }
}

extension QueryExpression where Value: _QueryInteger, Value._Term == Value {
  /// Returns the number as text, in decimal digits. SQL: `CAST(age AS TEXT)`.
  public func text() -> QueryExpression<String> {
    QueryExpression<String>(node: .number(.digits, node, Value._form))
  }
}

// Constrained here rather than in the function: otherwise it would hide properties called `text`.
extension QueryExpression
where Value: _OptionalColumnValue, Value.Wrapped: _QueryInteger, Value: _QueryNumber {
  /// Returns the number as text, in decimal digits; nil for nil.
  public func text() -> QueryExpression<String?> {
    QueryExpression<String?>(node: .number(.digits, node, Value._form))
  }
}

extension QueryExpression where Value: _QueryNumber, Value._Term == Double {
  /// Rounds the number to an integral value, as in Swift.
  public func rounded(
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> QueryExpression {
    QueryExpression(node: .number(.rounded(rule, digits: 0), node, Value._form))
  }

  /// Returns the square root. A number below zero is an error.
  public func squareRoot() -> QueryExpression {
    QueryExpression(node: .number(.squareRoot, node, Value._form))
  }
}

extension QueryExpression where Value: _QueryNumber, Value._Term == Decimal {
  /// Rounds the decimal to at most the given number of digits after the decimal point.
  public func rounded(
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero, digits: Int = 0
  ) -> QueryExpression {
    QueryExpression(node: .number(.rounded(rule, digits: digits), node, Value._form))
  }
}
