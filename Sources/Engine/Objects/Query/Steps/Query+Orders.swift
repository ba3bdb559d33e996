// The order of objects.

public import PersistentObjectsDriver

extension Query {
  /// Orders by a property, after the orders named before. The primary key breaks ties, in the same
  /// direction. nil comes first when ascending, unless `nulls` says otherwise. The path may lead
  /// further: `order(by: \.home.city)`, `order(by: \.orders.count)`. A closure may compute the
  /// value: `order { $0.price * $0.quantity }`.
  ///
  /// After a limit, the remaining objects are ordered anew. Objects that this order leaves equal
  /// keep their former order.
  public func order<Value>(
    by column: ColumnChoice<Root, Value>, _ direction: SortDirection = .ascending,
    nulls: NullPlacement? = nil
  ) -> Query { ordered(by: column, direction: direction, nulls: nulls) }

  /// Orders by a property, given as a key path value.
  ///
  /// This overload is disfavoured: a literal key path may lead through references and collections,
  /// which only the other overload understands.
  @_disfavoredOverload
  public func order<Value>(
    by keyPath: KeyPath<Root, Value>, _ direction: SortDirection = .ascending,
    nulls: NullPlacement? = nil
  ) -> Query {
    let isKey = keyPath == \Root.pk
    return ordered(by: .path(ColumnPath(keyPath, isKey: isKey)), direction: direction, nulls: nulls)
  }

  /// Orders by the column that a closure returns, in the given direction:
  /// `order(.descending) { $0.home.city }`.
  public func order<Value>(
    _ direction: SortDirection, nulls: NullPlacement? = nil, by column: ColumnChoice<Root, Value>
  ) -> Query { ordered(by: column, direction: direction, nulls: nulls) }

  /// Orders by the column that a closure returns, ascending, with the given placement of nil:
  /// `order(nulls: .last) { $0.limit }`.
  public func order<Value>(nulls: NullPlacement?, by column: ColumnChoice<Root, Value>) -> Query {
    ordered(by: column, direction: .ascending, nulls: nulls)
  }

  private func ordered<Value>(
    by column: ColumnChoice<Root, Value>, direction: SortDirection, nulls: NullPlacement?
  ) -> Query {
    let (query, value) = afterLimit.naming(column)
    return query.ordered(by: value.node, direction: direction, nulls: nulls)
  }

  private func ordered(
    by value: ValueNode, direction: SortDirection, nulls: NullPlacement?
  ) -> Query {
    afterLimit.changing {
      $0.selection.orders.append(Selection.Order(value, direction: direction, nulls: nulls))
    }
  }
}
