// Arithmetic with numbers, durations and texts. Any operation on nil results in nil. An integer
// beyond 64 bits, a double out of range and a division by zero are errors when the query is run;
// an integer that does not fit a shorter type is one only where it is selected or written.

import PersistentObjectsDriver

/// Returns the sum of two numbers, or the concatenation of two texts. SQL: `price + ?1`; on SQLite
/// a function of the package, such as `_persistent_add(price, ?1)`.
public func + <Value: _QueryAddable>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { computed(.add, expression.node, value) }

/// Returns the sum of two numbers, or the concatenation of two texts.
public func + <Value: _QueryAddable>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.add, .argument(ComputedArgument(value)), expression.node)
}

/// Returns the sum of two numbers, or the concatenation of two texts.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.add, left.node, right.node) }

/// Returns the sum of two numbers, or the concatenation of two texts; nil if either is nil.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.add, left.node, right.node) }

/// Returns the sum of two numbers, or the concatenation of two texts; nil if either is nil.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.add, left.node, right.node) }

/// Returns the difference.
public func - <Value: _QueryQuantity>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { computed(.subtract, expression.node, value) }

/// Returns the difference.
public func - <Value: _QueryQuantity>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.subtract, .argument(ComputedArgument(value)), expression.node)
}

/// Returns the difference.
public func - <Value: _QueryQuantity>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.subtract, left.node, right.node) }

/// Returns the difference; nil if either is nil.
public func - <Value: _QueryQuantity>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.subtract, left.node, right.node) }

/// Returns the difference; nil if either is nil.
public func - <Value: _QueryQuantity>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.subtract, left.node, right.node) }

/// Returns the product.
public func * <Value: _QueryQuantity>(
  expression: QueryExpression<Value>, value: Value._Factor
) -> QueryExpression<Value> { computed(.multiply, expression.node, by: value) }

/// Returns the product.
public func * <Value: _QueryQuantity>(
  value: Value._Factor, expression: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.multiply, expression.node, by: value) }

/// Returns the product.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.multiply, left.node, right.node) }

/// Returns the product; nil if either is nil.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.multiply, left.node, right.node) }

/// Returns the product; nil if either is nil.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.multiply, left.node, right.node) }

/// Returns the quotient. For integers it is an integer, for decimals it is truncated to about 38
/// digits, and for durations to attoseconds.
public func / <Value: _QueryQuantity>(
  expression: QueryExpression<Value>, value: Value._Factor
) -> QueryExpression<Value> { computed(.divide, expression.node, by: value) }

/// Returns the quotient.
public func / <Value: _QueryNumber>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.divide, .argument(ComputedArgument(value)), expression.node)
}

/// Returns the quotient.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.divide, left.node, right.node) }

/// Returns the quotient; nil if either is nil.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.divide, left.node, right.node) }

/// Returns the quotient; nil if either is nil.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.divide, left.node, right.node) }

/// Returns the remainder of an integer division, with the sign of the dividend.
public func % <Value: _QueryInteger>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { computed(.remainder, expression.node, value) }

/// Returns the remainder of an integer division, with the sign of the dividend.
public func % <Value: _QueryInteger>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.remainder, .argument(ComputedArgument(value)), expression.node)
}

/// Returns the remainder of an integer division, with the sign of the dividend.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.remainder, left.node, right.node) }

/// Returns the remainder of an integer division, with the sign of the dividend; nil if either is
/// nil.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.remainder, left.node, right.node) }

/// Returns the remainder of an integer division, with the sign of the dividend; nil if either is
/// nil.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.remainder, left.node, right.node) }

/// Returns the number with its sign reversed.
public prefix func - <Value: _QueryQuantity>(
  expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.subtract, .argument(ComputedArgument(Value._zero)), expression.node)
}

/// Returns the magnitude of a number or a duration. SQL: `abs(balance)`.
///
/// ```swift
/// let large = try Person.find(in: session) { abs($0.balance) > 100 }
/// // … FROM person WHERE abs(balance) > ?1 ORDER BY pk
/// ```
public func abs<Value: _QueryQuantity>(
  _ expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .number(.magnitude, expression.node, Value._form))
}

private func computed<Result: _QueryAddable>(
  _ operation: ArithmeticOperator, _ left: ValueNode, _ right: ValueNode
) -> QueryExpression<Result> {
  QueryExpression(node: .arithmetic(operation, left, right, ComputedForms(Result._form)))
}

private func computed<Value: _QueryAddable>(
  _ operation: ArithmeticOperator, _ left: ValueNode, _ right: Value._Term
) -> QueryExpression<Value> {
  computed(operation, left, .argument(ComputedArgument(right)))
}

private func computed<Value: _QueryQuantity>(
  _ operation: ArithmeticOperator, _ left: ValueNode, by factor: Value._Factor
) -> QueryExpression<Value> {
  let forms = ComputedForms(Value._form, Value._factorForm, result: Value._form)
  return QueryExpression(
    node: .arithmetic(operation, left, .argument(ComputedArgument(factor)), forms))
}
