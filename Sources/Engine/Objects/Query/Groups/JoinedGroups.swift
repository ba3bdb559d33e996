/// A group of tuples in the closures of a grouped join: its key, and values computed from the
/// tuples by closures that take the columns of each class.
///
/// See ``GroupedJoin``.
public struct JoinedGroups<Sources, Key>: _GroupValues {
  private let groups: Groups<Sources, Key>

  init(_ groups: Groups<Sources, Key>) { self.groups = groups }

  /// The columns of the classes.
  public var _sources: Sources { groups._sources }

  /// The key; a tuple if there are several keys.
  public var key: Key { groups.key }
}

// Unavailable functions for key paths. Without them the compiler would not say what to write
// instead.
extension JoinedGroups {
  /// An error: a key path does not say which class it means.
  @available(
    *, unavailable,
    message: "after a join, name each class: countDistinct { customer, order in order.freight }"
  )
  public func countDistinct(
    _ value: KeyPath<_NoSuchProperty, _NoSuchProperty>
  ) -> QueryExpression<Int> { QueryExpression<Int>(ColumnPath()) }

  /// An error: a key path does not say which class it means.
  @available(
    *, unavailable,
    message: "after a join, name each class: sum { customer, order in order.freight }"
  )
  public func sum(
    _ value: KeyPath<_NoSuchProperty, _NoSuchProperty>
  ) -> QueryExpression<_NoSuchProperty> { QueryExpression<_NoSuchProperty>(ColumnPath()) }

  /// An error: a key path does not say which class it means.
  @available(
    *, unavailable,
    message: "after a join, name each class: average { customer, order in order.freight }"
  )
  public func average(
    _ value: KeyPath<_NoSuchProperty, _NoSuchProperty>
  ) -> QueryExpression<_NoSuchProperty> { QueryExpression<_NoSuchProperty>(ColumnPath()) }

  /// An error: a key path does not say which class it means.
  @available(
    *, unavailable,
    message: "after a join, name each class: min { customer, order in order.freight }"
  )
  public func min(
    _ value: KeyPath<_NoSuchProperty, _NoSuchProperty>
  ) -> QueryExpression<_NoSuchProperty> { QueryExpression<_NoSuchProperty>(ColumnPath()) }

  /// An error: a key path does not say which class it means.
  @available(
    *, unavailable,
    message: "after a join, name each class: max { customer, order in order.freight }"
  )
  public func max(
    _ value: KeyPath<_NoSuchProperty, _NoSuchProperty>
  ) -> QueryExpression<_NoSuchProperty> { QueryExpression<_NoSuchProperty>(ColumnPath()) }
}
