// Values that depend on conditions, or on whether others are nil.

/// One value where a condition holds, otherwise another.
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

/// A value of the program's where a condition holds, otherwise that of an expression.
public func when<Value>(
  _ condition: Condition, then first: Value, else second: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(
    node: .choice(condition.conditionNode, .argument(ComputedArgument(first)), second.node))
}

/// The value of an expression where a condition holds, otherwise one of the program's.
public func when<Value>(
  _ condition: Condition, then first: QueryExpression<Value>, else second: Value
) -> QueryExpression<Value> {
  QueryExpression(
    node: .choice(condition.conditionNode, first.node, .argument(ComputedArgument(second))))
}

/// One value of the program's where a condition holds, otherwise another.
@_disfavoredOverload
public func when<Value>(
  _ condition: Condition, then first: Value, else second: Value
) -> QueryExpression<Value> {
  QueryExpression(
    node: .choice(
      condition.conditionNode, .argument(ComputedArgument(first)),
      .argument(ComputedArgument(second))))
}

/// The value of an expression, or another where that is nil. SQL: `coalesce("limit", ?1)`.
public func ?? <Value>(
  expression: QueryExpression<Value?>, value: Value
) -> QueryExpression<Value> {
  QueryExpression(node: .coalesced(expression.node, .argument(ComputedArgument(value))))
}

/// The value of an expression, or that of another where it is nil. SQL: `coalesce(nick, name)`.
public func ?? <Value>(
  expression: QueryExpression<Value?>, other: QueryExpression<Value>
) -> QueryExpression<Value> {
  QueryExpression(node: .coalesced(expression.node, other.node))
}

/// The value of an expression, or that of another where it is nil, which may be nil, too.
public func ?? <Value>(
  expression: QueryExpression<Value?>, other: QueryExpression<Value?>
) -> QueryExpression<Value?> {
  QueryExpression(node: .coalesced(expression.node, other.node))
}
