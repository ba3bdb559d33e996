// Computing with numbers and texts. What is computed with nil is nil. A whole number that leaves 64 bits,
// a division by zero and a double that leaves its range are errors when the query is run.

/// The sum, or the two texts one after the other. SQL: `price + ?1`; for whole numbers SQLite has a function of its own.
public func + <Value: _QueryAddable>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { expression.computed(.add, with: value) }

/// The sum, or the two texts one after the other.
public func + <Value: _QueryAddable>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(
    node: .arithmetic(
      .add, .argument(ComputedArgument(value)), expression.node, Value._form))
}

/// The sum, or the two texts one after the other.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .arithmetic(.add, left.node, right.node, Value._form))
}

/// The sum, or the two texts one after the other; nil if one is nil.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.add, left.node, right.node, Value._form))
}

/// The sum, or the two texts one after the other; nil if one is nil.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.add, left.node, right.node, Value._form))
}

/// The difference.
public func - <Value: _QueryNumber>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { expression.computed(.subtract, with: value) }

/// The difference.
public func - <Value: _QueryNumber>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(
    node: .arithmetic(
      .subtract, .argument(ComputedArgument(value)), expression.node, Value._form))
}

/// The difference.
public func - <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .arithmetic(.subtract, left.node, right.node, Value._form))
}

/// The difference; nil if one is nil.
public func - <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.subtract, left.node, right.node, Value._form))
}

/// The difference; nil if one is nil.
public func - <Value: _QueryNumber>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.subtract, left.node, right.node, Value._form))
}

/// The product.
public func * <Value: _QueryNumber>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { expression.computed(.multiply, with: value) }

/// The product.
public func * <Value: _QueryNumber>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(
    node: .arithmetic(
      .multiply, .argument(ComputedArgument(value)), expression.node, Value._form))
}

/// The product.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .arithmetic(.multiply, left.node, right.node, Value._form))
}

/// The product; nil if one is nil.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.multiply, left.node, right.node, Value._form))
}

/// The product; nil if one is nil.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.multiply, left.node, right.node, Value._form))
}

/// The quotient; that of whole numbers is one.
public func / <Value: _QueryNumber>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { expression.computed(.divide, with: value) }

/// The quotient; that of whole numbers is one.
public func / <Value: _QueryNumber>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(
    node: .arithmetic(
      .divide, .argument(ComputedArgument(value)), expression.node, Value._form))
}

/// The quotient; that of whole numbers is one.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .arithmetic(.divide, left.node, right.node, Value._form))
}

/// The quotient; that of whole numbers is one; nil if one is nil.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.divide, left.node, right.node, Value._form))
}

/// The quotient; that of whole numbers is one; nil if one is nil.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.divide, left.node, right.node, Value._form))
}

/// The remainder of a division of whole numbers, with the sign of the first.
public func % <Value: _QueryInteger>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { expression.computed(.remainder, with: value) }

/// The remainder of a division of whole numbers, with the sign of the first.
public func % <Value: _QueryInteger>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(
    node: .arithmetic(
      .remainder, .argument(ComputedArgument(value)), expression.node, Value._form))
}

/// The remainder of a division of whole numbers, with the sign of the first.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .arithmetic(.remainder, left.node, right.node, Value._form))
}

/// The remainder of a division of whole numbers, with the sign of the first; nil if one is nil.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.remainder, left.node, right.node, Value._form))
}

/// The remainder of a division of whole numbers, with the sign of the first; nil if one is nil.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> {
  QueryExpression(node: .arithmetic(.remainder, left.node, right.node, Value._form))
}

/// The number with the other sign.
public prefix func - <Value: _QueryNumber>(
  expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(
    node: .arithmetic(
      .subtract, .argument(ComputedArgument(Value._zero)), expression.node, Value._form))
}

/// The magnitude of a number. SQL: `abs(balance)`.
public func abs<Value: _QueryNumber>(
  _ expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .magnitude(expression.node, Value._form))
}

extension QueryExpression where Value: _QueryAddable {
  fileprivate func computed(
    _ operation: ArithmeticOperator, with value: Value._Term
  ) -> QueryExpression {
    QueryExpression(
      node: .arithmetic(operation, node, .argument(ComputedArgument(value)), Value._form))
  }
}
