// Values that a projection selects from the elements of collections: `select { ($0.name,
// $0.orders.select(\.date)) }`.

extension QueryExpression where Value: _ColumnCollection {
  /// Orders the elements, for the values selected from them. Ties are resolved by the collection's
  /// own order.
  public func order<Inner>(
    by value: (QueryExpression<Value._Element>) -> QueryExpression<Inner>,
    _ direction: SortDirection = .ascending
  ) -> QueryExpression {
    QueryExpression(node: node.computing { .elements($0.ordered(by: value, direction)) })
  }

  /// Selects a value of each element as an array in each row of a projection; the
  /// array is empty for a collection that is nil. One statement reads the elements of all rows. It
  /// can use properties of the query's own object only if the collection is one of that object.
  ///
  /// SQL: `SELECT customer.pk AS v0, orders.date AS v1 FROM customer JOIN "order" AS orders ON
  /// orders.customer = customer.pk WHERE customer.pk IN (…) ORDER BY customer.pk, orders.pk`.
  public func select<A>(
    _ values: (QueryExpression<Value._Element>) -> QueryExpression<A>
  ) -> QueryExpression<[A]> { selecting { SelectedRow(values($0)) } }

  /// Selects two values of each element.
  public func select<A, B>(
    _ values: (QueryExpression<Value._Element>) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> QueryExpression<[(A, B)]> { selecting { SelectedRow(values($0)) } }

  /// Selects three values of each element.
  public func select<A, B, C>(
    _ values: (QueryExpression<Value._Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>
    )
  ) -> QueryExpression<[(A, B, C)]> { selecting { SelectedRow(values($0)) } }

  /// Selects four values of each element.
  public func select<A, B, C, D>(
    _ values: (QueryExpression<Value._Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> QueryExpression<[(A, B, C, D)]> { selecting { SelectedRow(values($0)) } }

  private func selecting<Output>(
    _ row: (QueryExpression<Value._Element>) -> SelectedRow<Output>
  ) -> QueryExpression<[Output]> {
    QueryExpression<[Output]>(
      node: node.computing { elements in
        let (collection, row) = elements.naming(row)
        return .rows(
          ElementSelection(
            collection: collection, values: row.values, read: row.read,
            array: { $0.compactMap { $0 as? Output } }))
      })
  }

  /// Selects the value at the end of a key path for each element: `$0.orders.select(\.date)`.
  public func select<A>(
    _ value: KeyPath<QueryExpression<Value._Element>, QueryExpression<A>>
  ) -> QueryExpression<[A]> { select { $0[keyPath: value] } }
}
