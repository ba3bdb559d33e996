// Values that a projection selects from the elements of collections: `select { ($0.name,
// $0.orders.select(\.date)) }`.

extension QueryExpression where Value: _ColumnCollection {
  /// Orders the elements, for the values selected from them. Ties are resolved by the collection's
  /// own order.
  public func order<Inner>(
    by value: (QueryExpression<Value._Element>) -> QueryExpression<Inner>,
    _ direction: SortDirection = .ascending
  ) -> QueryExpression {
    guard let collection = node.collection else { return QueryExpression(node: node.withoutPath) }
    return QueryExpression(node: .elements(collection.ordered(by: value, direction)))
  }

  /// Selects a value of each element, as an array in each row of a projection; the array is empty
  /// for a collection that is nil. One statement reads the elements of all rows. It can use
  /// properties of the query's own object only if the collection is one of that object.
  ///
  /// SQL: `SELECT customer.pk AS v0, orders.date AS v1 FROM customer JOIN "order" AS orders ON
  /// orders.customer = customer.pk WHERE customer.pk IN (…) ORDER BY customer.pk, orders.pk`.
  public func select<A>(
    _ value: (QueryExpression<Value._Element>) -> QueryExpression<A>
  ) -> QueryExpression<[A]> {
    rows(value) {
      [$0.node]
    } read: {
      try $0.next() as A
    }
  }

  /// Selects two values of each element.
  public func select<A, B>(
    _ values: (QueryExpression<Value._Element>) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> QueryExpression<[(A, B)]> {
    rows(values) {
      [$0.0.node, $0.1.node]
    } read: {
      (try $0.next() as A, try $0.next() as B)
    }
  }

  /// Selects three values of each element.
  public func select<A, B, C>(
    _ values: (QueryExpression<Value._Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>
    )
  ) -> QueryExpression<[(A, B, C)]> {
    rows(values) {
      [$0.0.node, $0.1.node, $0.2.node]
    } read: {
      (try $0.next() as A, try $0.next() as B, try $0.next() as C)
    }
  }

  /// Selects four values of each element.
  public func select<A, B, C, D>(
    _ values: (QueryExpression<Value._Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> QueryExpression<[(A, B, C, D)]> {
    rows(values) {
      [$0.0.node, $0.1.node, $0.2.node, $0.3.node]
    } read: {
      (try $0.next() as A, try $0.next() as B, try $0.next() as C, try $0.next() as D)
    }
  }

  private func rows<Choice, Element>(
    _ choice: (QueryExpression<Value._Element>) -> Choice, nodes: (Choice) -> [ValueNode],
    read: @escaping (inout ProjectedRow) throws -> Element
  ) -> QueryExpression<[Element]> {
    guard let (collection, values) = node.collection?.naming(choice) else {
      return QueryExpression<[Element]>(node: node.withoutPath)
    }
    return QueryExpression<[Element]>(
      node: .rows(
        ElementSelection(
          collection: collection, values: nodes(values), read: read,
          array: { $0.compactMap { $0 as? Element } })))
  }
}
