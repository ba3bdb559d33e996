// Equality of expressions with values and with each other. Either side may be optional when the
// other is not. Two columns must be stored by the same codec; otherwise the query throws
// `invalidQuery`.
//
// The operators are declared outside the type, and there are as few as possible. This keeps type
// checking of long conditions fast.

/// Tests whether the value of an expression equals another. SQL: `column = ?1`; for nil
/// `column IS NULL`.
public func == <Value>(expression: QueryExpression<Value>, value: Value) -> Condition {
  expression.compare(.equal, with: value)
}

/// Tests whether a value equals that of an expression.
public func == <Value>(value: Value, expression: QueryExpression<Value>) -> Condition {
  expression.compare(.equal, with: value)
}

/// Tests whether the value of an expression equals one that is not nil.
public func == <Value>(expression: QueryExpression<Value?>, value: Value) -> Condition {
  expression.compare(.equal, with: value)
}

/// Tests whether a value that is not nil equals that of an expression.
public func == <Value>(value: Value, expression: QueryExpression<Value?>) -> Condition {
  expression.compare(.equal, with: value)
}

/// Tests whether the values of two expressions are equal or both nil. SQL: `column = other`, or
/// `column IS other` if both may be nil.
public func == <Value>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.equal, to: right) }

/// Tests whether the values of two expressions are equal or both nil.
public func == <Value>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.equal, to: right) }

/// Tests whether the values of two expressions are equal or both nil.
public func == <Value>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.equal, to: right) }

/// Tests whether the value of an expression differs from another.
public func != <Value>(expression: QueryExpression<Value>, value: Value) -> Condition {
  !expression.compare(.equal, with: value)
}

/// Tests whether a value differs from that of an expression.
public func != <Value>(value: Value, expression: QueryExpression<Value>) -> Condition {
  !expression.compare(.equal, with: value)
}

/// Tests whether the value of an expression differs from one that is not nil.
public func != <Value>(expression: QueryExpression<Value?>, value: Value) -> Condition {
  !expression.compare(.equal, with: value)
}

/// Tests whether a value that is not nil differs from that of an expression.
public func != <Value>(value: Value, expression: QueryExpression<Value?>) -> Condition {
  !expression.compare(.equal, with: value)
}

/// Tests whether the values of two expressions differ.
public func != <Value>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { !left.compare(.equal, to: right) }

/// Tests whether the values of two expressions differ.
public func != <Value>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { !left.compare(.equal, to: right) }

/// Tests whether the values of two expressions differ.
public func != <Value>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { !left.compare(.equal, to: right) }
