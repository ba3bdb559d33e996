// Queries as sets of objects.

extension Query {
  /// Returns a query for the objects that either query selects, each once, in the order of their
  /// keys.
  ///
  /// ```swift
  /// Person.where { $0.age > 90 }.union(Person.query.order(by: \.wealth, .descending).limit(10))
  /// // WHERE (age > ?1 OR pk IN (SELECT pk FROM person ORDER BY wealth DESC, pk DESC LIMIT 10))
  /// ```
  public func union(_ other: Query) -> Query {
    combined(with: other) { $0.joined(by: .or, with: $1) }
  }

  /// Returns a query for the objects that both queries select, in this query's order.
  public func intersection(_ other: Query) -> Query {
    combined(with: other) { $0.joined(by: .and, with: $1) }.inOrder(of: self)
  }

  /// Returns a query for the objects that this query selects and the other does not, in this
  /// query's order.
  public func subtracting(_ other: Query) -> Query {
    combined(with: other) { $0.joined(by: .and, with: .not($1)) }.inOrder(of: self)
  }

  private func combined(
    with other: Query, _ join: (ConditionNode, ConditionNode) -> ConditionNode
  ) -> Query {
    let isOfFamily = selection.includesSubclasses || other.selection.includesSubclasses
    return changing { query in
      let condition = join(
        membership(isOfFamily: isOfFamily), other.membership(isOfFamily: isOfFamily))
      query.selection = Selection(condition, after: [selection, other.selection])
    }
  }

  /// Returns the condition that an object is selected: the query's own condition, if that is all
  /// there is.
  private func membership(isOfFamily: Bool) -> ConditionNode {
    if selection.isCondition && selection.includesSubclasses == isOfFamily {
      return selection.condition ?? .constant(true)
    }
    // With the class if there are several classes, since their keys may be equal.
    let keys = selectedKeys
    return .isAmong(
      SelectedKeys(isOfFamily: isOfFamily, nesting: keys.nesting, write: keys.write))
  }

  private func inOrder(of other: Query) -> Query {
    changing { $0.selection.formerOrders = other.selection.writtenOrders }
  }
}

extension Selection {
  /// Whether the condition, or its absence, alone determines which objects are selected.
  fileprivate var isCondition: Bool {
    criteria == nil && !isLimited && lastKey == nil && start == nil
  }
}
