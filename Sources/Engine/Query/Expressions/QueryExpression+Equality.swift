// Equality of expressions with values and with each other. Either may be nil where the other cannot.
// Two columns must be stored by the same codec, otherwise `invalidQuery`.
//
// The operators are declared outside of the type, and there are as few as possible: so the compiler
// checks long conditions fast.

/// The value of an expression equals another. SQL: `column = ?1`; for nil `column IS NULL`.
public func == <Value>(expression: QueryExpression<Value>, value: Value) -> Condition {
  expression.compare(.equal, with: value)
}

/// A value equals that of an expression.
public func == <Value>(value: Value, expression: QueryExpression<Value>) -> Condition {
  expression.compare(.equal, with: value)
}

/// The value of an expression equals one that is not nil.
public func == <Value>(expression: QueryExpression<Value?>, value: Value) -> Condition {
  expression.compare(.equal, with: value)
}

/// A value that is not nil equals that of an expression.
public func == <Value>(value: Value, expression: QueryExpression<Value?>) -> Condition {
  expression.compare(.equal, with: value)
}

/// The values of two expressions are equal, or both nil. SQL: `column IS other`.
public func == <Value>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { left.compare(.equal, to: right) }

/// The values of two expressions are equal, or both nil.
public func == <Value>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { left.compare(.equal, to: right) }

/// The values of two expressions are equal, or both nil.
public func == <Value>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { left.compare(.equal, to: right) }

/// The value of an expression differs from another.
public func != <Value>(expression: QueryExpression<Value>, value: Value) -> Condition {
  !expression.compare(.equal, with: value)
}

/// A value differs from that of an expression.
public func != <Value>(value: Value, expression: QueryExpression<Value>) -> Condition {
  !expression.compare(.equal, with: value)
}

/// The value of an expression differs from one that is not nil.
public func != <Value>(expression: QueryExpression<Value?>, value: Value) -> Condition {
  !expression.compare(.equal, with: value)
}

/// A value that is not nil differs from that of an expression.
public func != <Value>(value: Value, expression: QueryExpression<Value?>) -> Condition {
  !expression.compare(.equal, with: value)
}

/// The values of two expressions differ.
public func != <Value>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> Condition { !left.compare(.equal, to: right) }

/// The values of two expressions differ.
public func != <Value>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> Condition { !left.compare(.equal, to: right) }

/// The values of two expressions differ.
public func != <Value>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> Condition { !left.compare(.equal, to: right) }
