// Unavailable functions for key paths after a join, where a closure takes the columns of several
// classes. Without them the compiler would not say what to write instead.

public import PersistentObjectsDriver

extension JoinedQuery {
  /// An error: a key path does not say which class it means.
  @available(
    *, unavailable,
    message: "after a join, name each class: order { customer, order in order.date }"
  )
  public func order(
    by value: KeyPath<_NoSuchProperty, _NoSuchProperty>,
    _ direction: SortDirection = .ascending, nulls: NullPlacement? = nil
  ) -> JoinedQuery { self }

  /// An error: a key path does not say which class it means.
  @available(
    *, unavailable,
    message: "after a join, name each class: grouped { customer, order in order.date }"
  )
  public func grouped(
    by key: KeyPath<_NoSuchProperty, _NoSuchProperty>
  ) -> GroupedJoin<Root, Sources, QueryExpression<Int>> {
    grouped { _ in QueryExpression<Int>(ColumnPath()) }
  }

  /// An error: a key path does not say which class it means.
  @available(
    *, unavailable,
    message: "after a join, name each class: select { customer, order in order.date }"
  )
  public func select(
    _ value: KeyPath<_NoSuchProperty, _NoSuchProperty>
  ) -> Projection<Root, Int> { select { _ in QueryExpression<Int>(ColumnPath()) } }
}
