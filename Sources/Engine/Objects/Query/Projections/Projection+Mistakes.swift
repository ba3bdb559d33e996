// Unavailable steps, with what to write instead. Without them the compiler would only say that
// there is no such step.

extension Projection {
  /// An error: conditions choose objects.
  @available(
    *, unavailable,
    message: "put where { } before select; it chooses the objects to select from"
  )
  public func `where`(_ predicate: (Columns<Root>) -> Condition) -> Projection { self }

  /// An error: orders are those of objects.
  @available(
    *, unavailable,
    message: "put order before select; rows of distinct() are ordered by their values"
  )
  public func order<Value>(
    by value: (Columns<Root>) -> QueryExpression<Value>, _ direction: SortDirection = .ascending
  ) -> Projection { self }

  /// An error: queries of objects are sets, rows of values are not.
  @available(
    *, unavailable,
    message: "unite queries of objects before select: first.union(second).select { }"
  )
  public func union<Other>(_ other: Projection<Other, Output>) -> Projection { self }
}

extension QueryExpression where Value: _ColumnCollection {
  /// An error: one statement reads the elements of all rows.
  @available(
    *, unavailable,
    message: "use first(by:), or query the class of the elements: grouped(by:).top(3, by:)"
  )
  public func limit(_ count: Int) -> QueryExpression { self }

  /// An error: one statement reads the elements of all rows.
  @available(
    *, unavailable, message: "make a set of the array in map: select { }.map { Set($0) }"
  )
  public func distinct() -> QueryExpression { self }

  /// An error: elements are grouped by a query of their own.
  @available(
    *, unavailable,
    message: "group a query of the elements' class: Order.query.grouped { $0.customer }"
  )
  public func grouped<Key>(
    by key: (QueryExpression<Value._Element>) -> QueryExpression<Key>
  ) -> QueryExpression { self }
}
