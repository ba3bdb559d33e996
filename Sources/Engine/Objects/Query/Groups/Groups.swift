/// A group in the closures of a grouped query: its key, and values computed from its objects or
/// tuples of objects.
///
/// ```swift
/// Person.query.grouped(by: \.lastName).having { $0.count() > 1 }.select { ($0.key, $0.count()) }
/// // SELECT v0, count(*) FROM (SELECT last_name AS v0 FROM person) GROUP BY v0
/// //   HAVING count(*) > ?1 ORDER BY v0
/// ```
public struct Groups<Sources, Key>: _GroupValues {
  /// The columns of the classes whose objects are grouped.
  public let _sources: Sources

  /// The key; a tuple if there are several keys.
  public let key: Key

  init(_ sources: Sources, key: Key) { (_sources, self.key) = (sources, key) }

  /// Returns a value computed from each group: `$0.value(.maximum(\.age))`.
  public func value<Root, Value>(
    _ aggregate: Aggregate<Root, Value>
  ) -> QueryExpression<Value> where Sources == Columns<Root> { value(aggregate.column) }
}

/// Returns the keys of groups. They are no member of the groups: of a member whose type is a
/// parameter pack, Swift 6.3 finds no type in `print(try groups.select { $0.key }.find().count)`.
func groupKeys<each Key>(_ types: repeat (each Key).Type) -> (repeat QueryExpression<each Key>) {
  var index = 0
  func next<One>(_ type: One.Type) -> QueryExpression<One> {
    defer { index += 1 }
    return QueryExpression<One>(ColumnPath().appending(.groupKey(index)))
  }
  return (repeat next(each types))
}

/// Values that are computed from the objects, or the tuples of objects, of a group.
public protocol _GroupValues<Sources> {
  /// The argument of closures: the columns of one class, or a tuple of those of several classes.
  associatedtype Sources
  /// The columns of the classes whose objects are grouped.
  var _sources: Sources { get }
}

extension _GroupValues {
  /// Returns the number of rows. SQL: `count(*)`.
  public func count() -> QueryExpression<Int> {
    value(AggregateColumn(function: .count, value: nil) { _ in false })
  }

  /// Returns the number of rows for which a condition holds. SQL: `count(CASE WHEN … THEN 1 END)`.
  public func count(where condition: (Sources) -> Condition) -> QueryExpression<Int> {
    let null = ValueNode.argument(ComputedArgument(Int?.none))
    let one = ValueNode.argument(ComputedArgument(1 as Int?))
    return computed(.count, .choice(condition(_sources).conditionNode, one, null))
  }

  /// Returns the number of distinct values that are not nil. SQL: `count(DISTINCT v1)`.
  public func countDistinct<Value>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Int> { computed(.countDistinct, value(_sources).node) }

  /// Returns the sum of a value, leaving out nil. SQL: `sum(v1)`. A sum that only Swift can compute
  /// is `invalidQuery` when the query is run.
  public func sum<Value: Summable>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Value._Sum> {
    computed(.sum, value(_sources).node) { !Value._sum.isDoneBySQL($0) }
  }

  /// Returns the average of a value, leaving out nil. SQL: `avg(v1)`.
  public func average<Value: Summable>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Value._Average?> {
    computed(.average, value(_sources).node) { !Value._average.isDoneBySQL($0) }
  }

  /// Returns the smallest value. SQL: `min(v1)`.
  public func min<Value>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Value?> { computed(.minimum, value(_sources).node) }

  /// Returns the smallest value that is not nil. SQL: `min(v1)`.
  public func min<Value>(
    _ value: (Sources) -> QueryExpression<Value?>
  ) -> QueryExpression<Value?> { computed(.minimum, value(_sources).node) }

  /// Returns the greatest value. SQL: `max(v1)`.
  public func max<Value>(
    _ value: (Sources) -> QueryExpression<Value>
  ) -> QueryExpression<Value?> { computed(.maximum, value(_sources).node) }

  /// Returns the greatest value that is not nil. SQL: `max(v1)`.
  public func max<Value>(
    _ value: (Sources) -> QueryExpression<Value?>
  ) -> QueryExpression<Value?> { computed(.maximum, value(_sources).node) }

  private func computed<Value>(
    _ function: AggregateColumn.Function, _ node: ValueNode,
    isFolded: @escaping (Operand) -> Bool = { _ in false }
  ) -> QueryExpression<Value> {
    value(AggregateColumn(function: function, value: node, isFolded: isFolded))
  }

  fileprivate func value<Value>(_ column: AggregateColumn) -> QueryExpression<Value> {
    QueryExpression<Value>(ColumnPath().appending(.aggregate(column)))
  }
}
