// Tests of collections in child tables, and of collections of referring objects. A collection that
// is nil, or whose owner is missing, contains nothing and is not empty either.

extension QueryExpression where Value: _ColumnCollection {
  private func ask(_ test: CollectionTest) -> Condition {
    Condition(node: node.computing { .condition(.collection($0, test)) })
  }

  /// Tests whether an element, or a dictionary's value, equals the given one. Throws
  /// `notSearchable` if the elements' codec is not searchable.
  ///
  /// SQL: `EXISTS (SELECT 1 FROM person_tags AS tags WHERE tags.parent_pk = person.pk AND
  /// tags.value = ?1)`; for objects `person.pk IN (SELECT friends.parent_pk FROM person_friends AS
  /// friends WHERE friends.fk = ?1)`, which uses the index on the references.
  public func contains(_ element: Value._Element) -> Condition {
    node.hasChosenElements
      ? contains { $0 == element } : ask(.contains(ConditionArgument(element)))
  }

  /// Tests whether a condition holds for any element: `$0.scores.contains { $0 > 3 }`,
  /// `$0.friends.contains { $0.age > 30 && $0.home.city == "Bonn" }`.
  ///
  /// SQL: `EXISTS (SELECT 1 FROM person_friends AS friends LEFT JOIN person AS friends_2 ON
  /// friends_2.pk = friends.fk … WHERE friends.parent_pk = person.pk AND friends_2.age > ?1)`.
  public func contains(
    where predicate: (QueryExpression<Value._Element>) -> Condition
  ) -> Condition { self.where(predicate).ask(.isOccupied) }

  /// Tests whether a condition holds for all elements. It holds for an empty collection, but not
  /// for one that is nil. SQL: `NOT EXISTS (SELECT 1 FROM … AND (condition) IS NOT TRUE)`.
  public func allSatisfy(
    _ predicate: (QueryExpression<Value._Element>) -> Condition
  ) -> Condition { self.where { !predicate($0) }.ask(.isEmpty) }

  /// Whether the collection has no elements. SQL: `NOT EXISTS (SELECT 1 FROM person_tags AS tags
  /// WHERE tags.parent_pk = person.pk)`.
  public var isEmpty: Condition { ask(.isEmpty) }

  /// Returns the elements for which a condition holds, for a further test or aggregate:
  /// `$0.orders.where { $0.isPaid }.max(\.date)`. The result is not a value itself.
  public func `where`(
    _ predicate: (QueryExpression<Value._Element>) -> Condition
  ) -> QueryExpression {
    QueryExpression(node: node.computing { .elements($0.filtered(by: predicate)) })
  }

  /// The number of elements; nil if the collection is nil.
  /// SQL: `(SELECT count(*) FROM person_tags AS tags WHERE tags.parent_pk = person.pk)`.
  public var count: QueryExpression<Value._Count> {
    QueryExpression<Value._Count>(
      node: node.hasChosenElements
        ? node.computing { .aggregate(CollectionAggregate(collection: $0, function: .count)) }
        : node.appending(.count))
  }

  /// Returns the number of elements for which a condition holds.
  /// SQL: `(SELECT count(*) FROM person_tags AS tags WHERE tags.parent_pk = person.pk AND …)`.
  public func count(
    where predicate: (QueryExpression<Value._Element>) -> Condition
  ) -> QueryExpression<Value._Count> { self.where(predicate).count }

  /// Returns the sum of a value over the elements, without nil; zero if there are none.
  /// SQL: `(SELECT coalesce(sum(orders.freight), 0) FROM …)`.
  public func sum<Number: _QueryQuantity & Summable>(
    _ value: (QueryExpression<Value._Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Number._Sum> { computed(.sum) { value($0).inItsForm } }

  /// Returns the average of a value over the elements, without nil; nil if there are none.
  /// SQL: `(SELECT avg(orders.freight) FROM …)`.
  public func average<Number: _QueryQuantity & Summable>(
    _ value: (QueryExpression<Value._Element>) -> QueryExpression<Number>
  ) -> QueryExpression<Number._Average?> { computed(.average) { value($0).inItsForm } }

  /// Returns the smallest value of the elements; nil if there are none. SQL:
  /// `(SELECT min(orders.date) FROM …)`.
  public func min<Inner: Comparable>(
    _ value: (QueryExpression<Value._Element>) -> QueryExpression<Inner>
  ) -> QueryExpression<Inner?> { computed(.minimum, of: value) }

  /// Returns the smallest value of the elements that is not nil; nil if there are none.
  public func min<Inner: Comparable>(
    _ value: (QueryExpression<Value._Element>) -> QueryExpression<Inner?>
  ) -> QueryExpression<Inner?> { computed(.minimum, of: value) }

  /// Returns the greatest value of the elements; nil if there are none. SQL:
  /// `(SELECT max(orders.date) FROM …)`.
  public func max<Inner: Comparable>(
    _ value: (QueryExpression<Value._Element>) -> QueryExpression<Inner>
  ) -> QueryExpression<Inner?> { computed(.maximum, of: value) }

  /// Returns the greatest value of the elements that is not nil; nil if there are none.
  public func max<Inner: Comparable>(
    _ value: (QueryExpression<Value._Element>) -> QueryExpression<Inner?>
  ) -> QueryExpression<Inner?> { computed(.maximum, of: value) }

  private func computed<Inner, Result>(
    _ function: AggregateColumn.Function,
    of value: (QueryExpression<Value._Element>) -> QueryExpression<Inner>
  ) -> QueryExpression<Result> {
    QueryExpression<Result>(
      node: node.computing { elements in
        let (collection, inner) = elements.naming(value)
        return .aggregate(
          CollectionAggregate(collection: collection, function: function, value: inner.node))
      })
  }

  /// Returns the first element in an order; nil if there is none. Its properties are reached like
  /// those of a reference: `$0.orders.first(by: \.date).freight`. Ties are resolved by the
  /// collection's own order, for objects by the primary key.
  ///
  /// SQL:
  /// `(SELECT orders.freight FROM "order" AS orders WHERE orders.customer = customer.pk ORDER BY orders.date, orders.pk LIMIT 1)`.
  public func first<Inner>(
    by value: (QueryExpression<Value._Element>) -> QueryExpression<Inner>,
    _ direction: SortDirection = .ascending
  ) -> QueryExpression<Value._Element?> {
    QueryExpression<Value._Element?>(
      node: node.computing { elements in
        let (collection, inner) = elements.naming(value)
        let element = ColumnPath(root: collection.identities[collection.identities.count - 1])
        return .first(
          FirstElement(
            collection: collection, order: Selection.Order(inner.node, direction: direction),
            value: .path(element)))
      })
  }
}

extension QueryExpression where Value: _QueryAddable {
  /// The value in the form in which SQL computes with its type.
  fileprivate var inItsForm: QueryExpression {
    QueryExpression(node: .number(.converted(Value._form), node, Value._form))
  }
}

extension QueryExpression where Value: _ColumnDictionary {
  /// Tests whether the dictionary has a value for a key. SQL: `EXISTS (SELECT 1 FROM person_scores
  /// AS scores WHERE scores.parent_pk = person.pk AND scores.dictionary_key = ?1)`, a lookup in the
  /// table's primary key.
  public func contains(key: Value._Key) -> Condition {
    Condition(
      node: node.hasChosenElements
        ? node.withoutPath
        : node.computing { .condition(.collection($0, .containsKey(ConditionArgument(key)))) })
  }

  /// The value for a key, or nil. In a dictionary of optionals, a stored nil is nil, too;
  /// ``contains(key:)`` tells whether there is one. SQL: `LEFT JOIN person_scores AS scores ON
  /// scores.parent_pk = person.pk AND scores.dictionary_key = ?1`.
  public subscript(key: Value._Key) -> QueryExpression<Value._Element?> {
    QueryExpression<Value._Element?>(node: node.appending(.entry(ConditionArgument(key))))
  }
}
