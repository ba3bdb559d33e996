public import PersistentObjectsDriver

/// The tuples of a query on several classes, in groups.
///
/// ```swift
/// Customer.query.join(Supplier.self) { $0.city == $1.city }
///   .grouped { customer, supplier in customer.city }
///   .select { ($0.key, $0.count(), $0.max { customer, supplier in supplier.rating }) }
/// // SELECT v0, count(*), max(v1) FROM (SELECT customer.city AS v0, supplier.rating AS v1 FROM customer JOIN
/// // supplier ON …) GROUP BY v0 ORDER BY v0
/// ```
public struct GroupedJoin<Root: PersistentObject, Sources, KeyColumns> {
  private var groups: GroupSelection
  private let sources: Sources
  private let key: KeyColumns

  fileprivate init(_ query: JoinedQuery<Root, Sources>, keys: [ValueNode], _ key: KeyColumns) {
    self.key = key
    groups = GroupSelection(query.query.selection, keys: keys)
    sources = query.sources
  }

  private var group: JoinedGroups<Sources, KeyColumns> {
    JoinedGroups(Groups(sources, key: key))
  }

  private func with(_ groups: GroupSelection) -> GroupedJoin {
    var copy = self
    copy.groups = groups
    return copy
  }

  /// Narrows the groups down to those for which a condition holds.
  public func having(
    _ predicate: (JoinedGroups<Sources, KeyColumns>) -> Condition
  ) -> GroupedJoin { with(groups.narrowed(by: predicate(group).conditionNode)) }

  /// Orders the groups by a value computed from them. The keys break ties.
  public func order<Value>(
    _ direction: SortDirection = .ascending, nulls: NullPlacement? = nil,
    by value: (JoinedGroups<Sources, KeyColumns>) -> QueryExpression<Value>
  ) -> GroupedJoin { with(groups.ordered(by: value(group).node, direction, nulls)) }

  /// Skips the first groups. A negative number, and a `having` or an order after this step, are
  /// `invalidQuery` when the query is run.
  public func offset(_ count: Int) -> GroupedJoin { with(groups.leavingOut(count)) }

  /// Limits the result to its first groups. A negative number, and a `having` or an order after
  /// this step, are `invalidQuery` when the query is run.
  public func limit(_ count: Int) -> GroupedJoin { with(groups.limited(to: count)) }
}

extension GroupedJoin: ProjectableQuery {
  /// Calls a closure with the value that stands for each group.
  public func _naming<Result>(
    _ body: (JoinedGroups<Sources, KeyColumns>) -> Result
  ) -> (source: _RowSource<Root>, result: Result) { (_RowSource(groups), body(group)) }
}

extension JoinedQuery {
  /// Groups the tuples by a value of the objects.
  public func grouped<Key>(
    by key: (Sources) -> QueryExpression<Key>
  ) -> GroupedJoin<Root, Sources, QueryExpression<Key>> {
    GroupedJoin(self, keys: [key(sources).node], groupKeys(Key.self))
  }

  /// Groups the tuples by two values.
  public func grouped<A, B>(
    by keys: (Sources) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> GroupedJoin<Root, Sources, (QueryExpression<A>, QueryExpression<B>)> {
    let keys = keys(sources)
    return GroupedJoin(self, keys: [keys.0.node, keys.1.node], groupKeys(A.self, B.self))
  }

  /// Groups the tuples by three values.
  public func grouped<A, B, C>(
    by keys: (Sources) -> (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>)
  ) -> GroupedJoin<Root, Sources, (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>)> {
    let keys = keys(sources)
    return GroupedJoin(
      self, keys: [keys.0.node, keys.1.node, keys.2.node], groupKeys(A.self, B.self, C.self))
  }
}
