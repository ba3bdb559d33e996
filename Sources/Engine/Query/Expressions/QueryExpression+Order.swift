// Comparisons by order. Nothing comes before or after nil.

/// The value of an expression comes before another. SQL: `column < ?1`.
public func < <Value: Comparable>(
  expression: QueryExpression<Value>, value: Value
) -> Condition { expression.compare(.less, with: value) }

/// A value comes before that of an expression.
public func < <Value: Comparable>(
  value: Value, expression: QueryExpression<Value>
) -> Condition { expression.compare(.greater, with: value) }

/// The value of an expression comes before another. SQL: `column < ?1`.
public func < <Value: Comparable>(
  expression: QueryExpression<Value?>, value: Value
) -> Condition { expression.compare(.less, with: value) }

/// A value comes before that of an expression.
public func < <Value: Comparable>(
  value: Value, expression: QueryExpression<Value?>
) -> Condition { expression.compare(.greater, with: value) }

/// The value of one expression comes before that of another. SQL: `column < other`.
public func < <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.less, to: right) }

/// The value of one expression comes before that of another. SQL: `column < other`.
public func < <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.less, to: right) }

/// The value of one expression comes before that of another. SQL: `column < other`.
public func < <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.less, to: right) }

/// The value of one expression comes before that of another. SQL: `column < other`.
public func < <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> Condition { left.compare(.less, to: right) }

/// The value of an expression comes before or equals another. SQL: `column <= ?1`.
public func <= <Value: Comparable>(
  expression: QueryExpression<Value>, value: Value
) -> Condition { expression.compare(.lessOrEqual, with: value) }

/// A value comes before or equals that of an expression.
public func <= <Value: Comparable>(
  value: Value, expression: QueryExpression<Value>
) -> Condition { expression.compare(.greaterOrEqual, with: value) }

/// The value of an expression comes before or equals another. SQL: `column <= ?1`.
public func <= <Value: Comparable>(
  expression: QueryExpression<Value?>, value: Value
) -> Condition { expression.compare(.lessOrEqual, with: value) }

/// A value comes before or equals that of an expression.
public func <= <Value: Comparable>(
  value: Value, expression: QueryExpression<Value?>
) -> Condition { expression.compare(.greaterOrEqual, with: value) }

/// The value of one expression comes before or equals that of another. SQL: `column <= other`.
public func <= <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.lessOrEqual, to: right) }

/// The value of one expression comes before or equals that of another. SQL: `column <= other`.
public func <= <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.lessOrEqual, to: right) }

/// The value of one expression comes before or equals that of another. SQL: `column <= other`.
public func <= <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.lessOrEqual, to: right) }

/// The value of one expression comes before or equals that of another. SQL: `column <= other`.
public func <= <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> Condition { left.compare(.lessOrEqual, to: right) }

/// The value of an expression comes after another. SQL: `column > ?1`.
public func > <Value: Comparable>(
  expression: QueryExpression<Value>, value: Value
) -> Condition { expression.compare(.greater, with: value) }

/// A value comes after that of an expression.
public func > <Value: Comparable>(
  value: Value, expression: QueryExpression<Value>
) -> Condition { expression.compare(.less, with: value) }

/// The value of an expression comes after another. SQL: `column > ?1`.
public func > <Value: Comparable>(
  expression: QueryExpression<Value?>, value: Value
) -> Condition { expression.compare(.greater, with: value) }

/// A value comes after that of an expression.
public func > <Value: Comparable>(
  value: Value, expression: QueryExpression<Value?>
) -> Condition { expression.compare(.less, with: value) }

/// The value of one expression comes after that of another. SQL: `column > other`.
public func > <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.greater, to: right) }

/// The value of one expression comes after that of another. SQL: `column > other`.
public func > <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.greater, to: right) }

/// The value of one expression comes after that of another. SQL: `column > other`.
public func > <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.greater, to: right) }

/// The value of one expression comes after that of another. SQL: `column > other`.
public func > <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> Condition { left.compare(.greater, to: right) }

/// The value of an expression comes after or equals another. SQL: `column >= ?1`.
public func >= <Value: Comparable>(
  expression: QueryExpression<Value>, value: Value
) -> Condition { expression.compare(.greaterOrEqual, with: value) }

/// A value comes after or equals that of an expression.
public func >= <Value: Comparable>(
  value: Value, expression: QueryExpression<Value>
) -> Condition { expression.compare(.lessOrEqual, with: value) }

/// The value of an expression comes after or equals another. SQL: `column >= ?1`.
public func >= <Value: Comparable>(
  expression: QueryExpression<Value?>, value: Value
) -> Condition { expression.compare(.greaterOrEqual, with: value) }

/// A value comes after or equals that of an expression.
public func >= <Value: Comparable>(
  value: Value, expression: QueryExpression<Value?>
) -> Condition { expression.compare(.lessOrEqual, with: value) }

/// The value of one expression comes after or equals that of another. SQL: `column >= other`.
public func >= <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.greaterOrEqual, to: right) }

/// The value of one expression comes after or equals that of another. SQL: `column >= other`.
public func >= <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.greaterOrEqual, to: right) }

/// The value of one expression comes after or equals that of another. SQL: `column >= other`.
public func >= <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.greaterOrEqual, to: right) }

/// The value of one expression comes after or equals that of another. SQL: `column >= other`.
public func >= <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> Condition { left.compare(.greaterOrEqual, to: right) }

extension QueryExpression where Value: Comparable {
  /// The value lies in a closed range. SQL: `column BETWEEN ?1 AND ?2`.
  public func isBetween(_ range: ClosedRange<Value>) -> Condition { isWithin(range) }
}

extension QueryExpression where Value: _OptionalColumnValue, Value.Wrapped: Comparable {
  /// The value is not nil and lies in a closed range. SQL: `column BETWEEN ?1 AND ?2`.
  public func isBetween(_ range: ClosedRange<Value.Wrapped>) -> Condition { isWithin(range) }
}

extension QueryExpression {
  private func isWithin<Bound>(_ range: ClosedRange<Bound>) -> Condition {
    Condition(
      .between(node, ConditionArgument(range.lowerBound), ConditionArgument(range.upperBound)))
  }
}
