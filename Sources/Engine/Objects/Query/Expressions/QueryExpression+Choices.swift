// Values that depend on conditions, or on whether other values are nil.

/// Returns one value if a condition holds, and another otherwise.
///
/// ```swift
/// query.order { when($0.age < 18, then: 0, else: 1) }
/// // ORDER BY CASE WHEN age < ?1 THEN ?2 ELSE ?3 END
/// ```
public func when<Value>(
  _ condition: Condition, then first: QueryExpression<Value>, else second: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .choice(condition.conditionNode, first.node, second.node))
}

/// Returns a value of the program if a condition holds, and that of an expression otherwise.
public func when<Value>(
  _ condition: Condition, then first: Value, else second: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(
    node: .choice(condition.conditionNode, .argument(ComputedArgument(first)), second.node))
}

/// Returns the value of an expression if a condition holds, and one of the program otherwise.
public func when<Value>(
  _ condition: Condition, then first: QueryExpression<Value>, else second: Value
) -> QueryExpression<Value> {
  QueryExpression(
    node: .choice(condition.conditionNode, first.node, .argument(ComputedArgument(second))))
}

/// Returns one value of the program if a condition holds, and another otherwise.
@_disfavoredOverload
public func when<Value>(
  _ condition: Condition, then first: Value, else second: Value
) -> QueryExpression<Value> {
  QueryExpression(
    node: .choice(
      condition.conditionNode, .argument(ComputedArgument(first)),
      .argument(ComputedArgument(second))))
}

/// Returns the value of an expression, or another value if it is nil. SQL: `coalesce("limit", ?1)`.
public func ?? <Value>(
  expression: QueryExpression<Value?>, value: Value
) -> QueryExpression<Value> {
  QueryExpression(node: .coalesced(expression.node, .argument(ComputedArgument(value))))
}

/// Returns the value of an expression, or that of another one if it is nil. SQL:
/// `coalesce(nick, name)`.
public func ?? <Value>(
  expression: QueryExpression<Value?>, other: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .coalesced(expression.node, other.node))
}

/// Returns the value of an expression, or, if it is nil, that of another one, which may also be
/// nil.
public func ?? <Value>(
  expression: QueryExpression<Value?>, other: QueryExpression<Value?>
) -> QueryExpression<Value?> {
  QueryExpression(node: .coalesced(expression.node, other.node))
}
