// What a projection selects of the elements of collections: `select { ($0.name, $0.orders.select(\.date)) }`.

extension QueryExpression where Value: _ColumnCollection {
  /// The elements in an order, for what is selected of them; of equal ones the collection's own order
  /// decides.
  public func order<Inner>(
    by value: (QueryExpression<Value._Element>) -> QueryExpression<Inner>,
    _ direction: SortDirection = .ascending
  ) -> QueryExpression {
    guard let collection = node.collection else { return QueryExpression(node: node.withoutPath) }
    return QueryExpression(node: .elements(collection.ordered(by: value, direction)))
  }

  /// A value of each element, as an array in each row of a projection; empty for a collection that is nil.
  /// One statement for the elements of all rows.
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

  /// Two values of each element.
  public func select<A, B>(
    _ values: (QueryExpression<Value._Element>) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> QueryExpression<[(A, B)]> {
    rows(values) {
      [$0.0.node, $0.1.node]
    } read: {
      (try $0.next() as A, try $0.next() as B)
    }
  }

  /// Three values of each element.
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

  /// Four values of each element.
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
