/// A group in the closures of a grouped query: its key, and what is computed of its objects, or of its tuples of
/// objects.
public struct Groups<Sources, each Key> {
  private let sources: Sources

  init(_ sources: Sources) { self.sources = sources }

  /// The key; for several keys the tuple of them.
  public var key: (repeat QueryExpression<each Key>) {
    var index = 0
    func next<One>(_ type: One.Type) -> QueryExpression<One> {
      defer { index += 1 }
      return QueryExpression<One>(ColumnPath().appending(.groupKey(index)))
    }
    return (repeat next((each Key).self))
  }

  /// A value computed of each group: `$0.value(.maximum(\.age))`.
  public func value<Root, Value>(
    _ aggregate: Aggregate<Root, Value>
  ) -> QueryExpression<Value> where Sources == Columns<Root> { value(aggregate.column) }

  /// The number of rows. SQL: `count(*)`.
  public func count() -> QueryExpression<Int> {
    value(AggregateColumn(function: .count, value: nil) { _ in false })
  }

  /// The number of rows for which a condition holds. SQL: `count(CASE WHEN … THEN 1 END)`.
  public func count(where condition: (Sources) -> Condition) -> QueryExpression<Int> {
    let null = ValueNode.argument(ComputedArgument(Int?.none))
    let one = ValueNode.argument(ComputedArgument(1 as Int?))
    return computed(.count, .choice(condition(sources).conditionNode, one, null))
  }

  /// The number of different values, without nil. SQL: `count(DISTINCT v1)`.
  public func countDistinct<Value>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Int> { computed(.countDistinct, value(sources).node) }

  /// The sum of a value, nil left out. SQL: `sum(v1)`. A sum that only Swift can compute is `invalidQuery` when the
  /// query is run.
  public func sum<Value: Summable>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Value._Sum> {
    computed(.sum, value(sources).node) { !Value._sum.isDoneBySQL($0) }
  }

  /// The average of a value, nil left out. SQL: `avg(v1)`.
  public func average<Value: Summable>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Value._Average?> {
    computed(.average, value(sources).node) { !Value._average.isDoneBySQL($0) }
  }

  /// The smallest value. SQL: `min(v1)`.
  public func min<Value>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Value?> { computed(.minimum, value(sources).node) }

  /// The smallest value that is not nil. SQL: `min(v1)`.
  public func min<Value>(
    _ value: (Sources) -> QueryExpression<Value?>
  ) -> QueryExpression<Value?> { computed(.minimum, value(sources).node) }

  /// The greatest value. SQL: `max(v1)`.
  public func max<Value>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Value?> { computed(.maximum, value(sources).node) }

  /// The greatest value that is not nil. SQL: `max(v1)`.
  public func max<Value>(
    _ value: (Sources) -> QueryExpression<Value?>
  ) -> QueryExpression<Value?> { computed(.maximum, value(sources).node) }

  private func computed<Value>(
    _ function: AggregateColumn.Function, _ node: ValueNode,
    isFolded: @escaping (Operand) -> Bool = { _ in false }
  ) -> QueryExpression<Value> {
    value(AggregateColumn(function: function, value: node, isFolded: isFolded))
  }

  private func value<Value>(_ column: AggregateColumn) -> QueryExpression<Value> {
    QueryExpression<Value>(ColumnPath().appending(.aggregate(column)))
  }
}
