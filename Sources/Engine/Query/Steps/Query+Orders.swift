// Orders.

extension Query {
  /// Orders by a property, after those named before; the primary key decides last, in the same
  /// direction. nil comes first when ascending, unless `nulls` says otherwise. What a property leads
  /// to can be named, too: `order(by: \.home.city)`, `order(by: \.orders.count)`.
  ///
  /// After a limit the objects that are left are ordered anew; where this order leaves them equal they
  /// stay in the former one.
  public func order<Value>(
    by column: ColumnChoice<Root, Value>, _ direction: SortDirection = .ascending,
    nulls: NullPlacement? = nil
  ) -> Query { ordered(by: column(Columns()).path, direction, nulls) }

  /// Orders by a property that a key path in hand names.
  ///
  /// Disfavoured: a key path that is written out may lead through references and collections, which
  /// only the other form understands.
  @_disfavoredOverload
  public func order<Value>(
    by keyPath: KeyPath<Root, Value>, _ direction: SortDirection = .ascending,
    nulls: NullPlacement? = nil
  ) -> Query {
    let isKey = keyPath == \Root.pk
    return ordered(by: ColumnPath(keyPath, isKey: isKey), direction, nulls)
  }

  /// Orders by what a closure names, in a direction: `order(.descending) { $0.home.city }`.
  public func order<Value>(
    _ direction: SortDirection, nulls: NullPlacement? = nil, by column: ColumnChoice<Root, Value>
  ) -> Query { ordered(by: column(Columns()).path, direction, nulls) }

  /// Orders by what a closure names, upwards, with nil in a place: `order(nulls: .last) { $0.limit }`.
  public func order<Value>(nulls: NullPlacement?, by column: ColumnChoice<Root, Value>) -> Query {
    ordered(by: column(Columns()).path, .ascending, nulls)
  }

  private func ordered(
    by path: ColumnPath, _ direction: SortDirection, _ nulls: NullPlacement?
  ) -> Query {
    afterLimit.changing {
      $0.selection.orders.append(Selection.Order(path, direction, nulls: nulls))
    }
  }
}
