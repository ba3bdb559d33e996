// Comparisons by order. nil is neither less nor greater than any value.

/// Tests whether the value of an expression is less than another. SQL: `column < ?1`.
public func < <Value: Comparable>(
  expression: QueryExpression<Value>, value: Value
) -> Condition { expression.compare(.less, with: value) }

/// Tests whether a value is less than that of an expression.
public func < <Value: Comparable>(
  value: Value, expression: QueryExpression<Value>
) -> Condition { expression.compare(.greater, with: value) }

/// Tests whether the value of an expression is less than another. SQL: `column < ?1`.
public func < <Value: Comparable>(
  expression: QueryExpression<Value?>, value: Value
) -> Condition { expression.compare(.less, with: value) }

/// Tests whether a value is less than that of an expression.
public func < <Value: Comparable>(
  value: Value, expression: QueryExpression<Value?>
) -> Condition { expression.compare(.greater, with: value) }

/// Tests whether the value of one expression is less than that of another. SQL: `column < other`.
public func < <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.less, to: right) }

/// Tests whether the value of one expression is less than that of another. SQL: `column < other`.
public func < <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.less, to: right) }

/// Tests whether the value of one expression is less than that of another. SQL: `column < other`.
public func < <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.less, to: right) }

/// Tests whether the value of one expression is less than that of another. SQL: `column < other`.
public func < <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> Condition { left.compare(.less, to: right) }

/// Tests whether the value of an expression is less than or equal to another. SQL: `column <= ?1`.
public func <= <Value: Comparable>(
  expression: QueryExpression<Value>, value: Value
) -> Condition { expression.compare(.lessOrEqual, with: value) }

/// Tests whether a value is less than or equal to that of an expression.
public func <= <Value: Comparable>(
  value: Value, expression: QueryExpression<Value>
) -> Condition { expression.compare(.greaterOrEqual, with: value) }

/// Tests whether the value of an expression is less than or equal to another. SQL: `column <= ?1`.
public func <= <Value: Comparable>(
  expression: QueryExpression<Value?>, value: Value
) -> Condition { expression.compare(.lessOrEqual, with: value) }

/// Tests whether a value is less than or equal to that of an expression.
public func <= <Value: Comparable>(
  value: Value, expression: QueryExpression<Value?>
) -> Condition { expression.compare(.greaterOrEqual, with: value) }

/// Tests whether the value of one expression is less than or equal to that of another. SQL:
/// `column <= other`.
public func <= <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.lessOrEqual, to: right) }

/// Tests whether the value of one expression is less than or equal to that of another. SQL:
/// `column <= other`.
public func <= <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.lessOrEqual, to: right) }

/// Tests whether the value of one expression is less than or equal to that of another. SQL:
/// `column <= other`.
public func <= <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.lessOrEqual, to: right) }

/// Tests whether the value of one expression is less than or equal to that of another. SQL:
/// `column <= other`.
public func <= <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> Condition { left.compare(.lessOrEqual, to: right) }

/// Tests whether the value of an expression is greater than another. SQL: `column > ?1`.
public func > <Value: Comparable>(
  expression: QueryExpression<Value>, value: Value
) -> Condition { expression.compare(.greater, with: value) }

/// Tests whether a value is greater than that of an expression.
public func > <Value: Comparable>(
  value: Value, expression: QueryExpression<Value>
) -> Condition { expression.compare(.less, with: value) }

/// Tests whether the value of an expression is greater than another. SQL: `column > ?1`.
public func > <Value: Comparable>(
  expression: QueryExpression<Value?>, value: Value
) -> Condition { expression.compare(.greater, with: value) }

/// Tests whether a value is greater than that of an expression.
public func > <Value: Comparable>(
  value: Value, expression: QueryExpression<Value?>
) -> Condition { expression.compare(.less, with: value) }

/// Tests whether the value of one expression is greater than that of another. SQL:
/// `column > other`.
public func > <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.greater, to: right) }

/// Tests whether the value of one expression is greater than that of another. SQL:
/// `column > other`.
public func > <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.greater, to: right) }

/// Tests whether the value of one expression is greater than that of another. SQL:
/// `column > other`.
public func > <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.greater, to: right) }

/// Tests whether the value of one expression is greater than that of another. SQL:
/// `column > other`.
public func > <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> Condition { left.compare(.greater, to: right) }

/// Tests whether the value of an expression is greater than or equal to another. SQL:
/// `column >= ?1`.
public func >= <Value: Comparable>(
  expression: QueryExpression<Value>, value: Value
) -> Condition { expression.compare(.greaterOrEqual, with: value) }

/// Tests whether a value is greater than or equal to that of an expression.
public func >= <Value: Comparable>(
  value: Value, expression: QueryExpression<Value>
) -> Condition { expression.compare(.lessOrEqual, with: value) }

/// Tests whether the value of an expression is greater than or equal to another. SQL:
/// `column >= ?1`.
public func >= <Value: Comparable>(
  expression: QueryExpression<Value?>, value: Value
) -> Condition { expression.compare(.greaterOrEqual, with: value) }

/// Tests whether a value is greater than or equal to that of an expression.
public func >= <Value: Comparable>(
  value: Value, expression: QueryExpression<Value?>
) -> Condition { expression.compare(.lessOrEqual, with: value) }

/// Tests whether the value of one expression is greater than or equal to that of another. SQL:
/// `column >= other`.
public func >= <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.greaterOrEqual, to: right) }

/// Tests whether the value of one expression is greater than or equal to that of another. SQL:
/// `column >= other`.
public func >= <Value: Comparable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.greaterOrEqual, to: right) }

/// Tests whether the value of one expression is greater than or equal to that of another. SQL:
/// `column >= other`.
public func >= <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.greaterOrEqual, to: right) }

/// Tests whether the value of one expression is greater than or equal to that of another. SQL:
/// `column >= other`.
public func >= <Value: Comparable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value?>
) -> Condition { left.compare(.greaterOrEqual, to: right) }

extension QueryExpression where Value: Comparable {
  /// Tests whether the value is in a closed range. SQL: `column BETWEEN ?1 AND ?2`.
  public func isBetween(_ range: ClosedRange<Value>) -> Condition { isWithin(range) }
}

extension QueryExpression where Value: _OptionalColumnValue, Value.Wrapped: Comparable {
  /// Tests whether the value is not nil and in a closed range. SQL: `column BETWEEN ?1 AND ?2`.
  public func isBetween(_ range: ClosedRange<Value.Wrapped>) -> Condition { isWithin(range) }
}

extension QueryExpression {
  private func isWithin<Bound>(_ range: ClosedRange<Bound>) -> Condition {
    Condition(
      .between(node, ConditionArgument(range.lowerBound), ConditionArgument(range.upperBound)))
  }
}
