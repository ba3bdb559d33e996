// Computing with numbers, durations and texts. What is computed with nil is nil. A number that its type cannot hold
// and a division by zero are errors when the query is run, and so are doubles beyond their range.

/// The sum, or the two texts one after the other. SQL: `price + ?1`; SQLite has functions of ours, such as
/// `_persistent_add(price, ?1)`.
public func + <Value: _QueryAddable>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { computed(.add, expression.node, value) }

/// The sum, or the two texts one after the other.
public func + <Value: _QueryAddable>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.add, .argument(ComputedArgument(value)), expression.node)
}

/// The sum, or the two texts one after the other.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.add, left.node, right.node) }

/// The sum, or the two texts one after the other; nil if one is nil.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.add, left.node, right.node) }

/// The sum, or the two texts one after the other; nil if one is nil.
public func + <Value: _QueryAddable>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.add, left.node, right.node) }

/// The difference.
public func - <Value: _QueryQuantity>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { computed(.subtract, expression.node, value) }

/// The difference.
public func - <Value: _QueryQuantity>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.subtract, .argument(ComputedArgument(value)), expression.node)
}

/// The difference.
public func - <Value: _QueryQuantity>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.subtract, left.node, right.node) }

/// The difference; nil if one is nil.
public func - <Value: _QueryQuantity>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.subtract, left.node, right.node) }

/// The difference; nil if one is nil.
public func - <Value: _QueryQuantity>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.subtract, left.node, right.node) }

/// The product.
public func * <Value: _QueryQuantity>(
  expression: QueryExpression<Value>, value: Value._Factor
) -> QueryExpression<Value> { computed(.multiply, expression.node, by: value) }

/// The product.
public func * <Value: _QueryQuantity>(
  value: Value._Factor, expression: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.multiply, expression.node, by: value) }

/// The product.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.multiply, left.node, right.node) }

/// The product; nil if one is nil.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.multiply, left.node, right.node) }

/// The product; nil if one is nil.
public func * <Value: _QueryNumber>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.multiply, left.node, right.node) }

/// The quotient; that of whole numbers is one. One of decimals is rounded to 38 digits, one of a duration cut at the
/// attosecond.
public func / <Value: _QueryQuantity>(
  expression: QueryExpression<Value>, value: Value._Factor
) -> QueryExpression<Value> { computed(.divide, expression.node, by: value) }

/// The quotient.
public func / <Value: _QueryNumber>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.divide, .argument(ComputedArgument(value)), expression.node)
}

/// The quotient.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.divide, left.node, right.node) }

/// The quotient; nil if one is nil.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.divide, left.node, right.node) }

/// The quotient; nil if one is nil.
public func / <Value: _QueryNumber>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.divide, left.node, right.node) }

/// The remainder of a division of whole numbers, with the sign of the first.
public func % <Value: _QueryInteger>(
  expression: QueryExpression<Value>, value: Value._Term
) -> QueryExpression<Value> { computed(.remainder, expression.node, value) }

/// The remainder of a division of whole numbers, with the sign of the first.
public func % <Value: _QueryInteger>(
  value: Value._Term, expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.remainder, .argument(ComputedArgument(value)), expression.node)
}

/// The remainder of a division of whole numbers, with the sign of the first.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value>, right: QueryExpression<Value>
) -> QueryExpression<Value> { computed(.remainder, left.node, right.node) }

/// The remainder of a division of whole numbers, with the sign of the first; nil if one is nil.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value>, right: QueryExpression<Value?>
) -> QueryExpression<Value?> { computed(.remainder, left.node, right.node) }

/// The remainder of a division of whole numbers, with the sign of the first; nil if one is nil.
public func % <Value: _QueryInteger>(
  left: QueryExpression<Value?>, right: QueryExpression<Value>
) -> QueryExpression<Value?> { computed(.remainder, left.node, right.node) }

/// The number with the other sign.
public prefix func - <Value: _QueryQuantity>(
  expression: QueryExpression<Value>
) -> QueryExpression<Value> {
  computed(.subtract, .argument(ComputedArgument(Value._zero)), expression.node)
}

/// The magnitude of a number or a duration. SQL: `abs(balance)`.
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
