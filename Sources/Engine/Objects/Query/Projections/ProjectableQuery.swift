/// A query that can compute values from its rows: of objects, of tuples of objects, or of groups.
///
/// See ``Projection``.
public protocol ProjectableQuery<_Root> {
  /// The class whose order applies to the rows.
  associatedtype _Root: PersistentObject
  /// The argument of the query's closures.
  associatedtype _Columns
  /// Calls a closure with the columns. Returns the rows from which values are computed, and the
  /// closure's result.
  func _naming<Result>(
    _ body: (_Columns) -> Result
  ) -> (source: _RowSource<_Root>, result: Result)
}

/// The rows from which a projection computes values: those of a query, or groups.
public struct _RowSource<Root: PersistentObject> {
  enum Rows {
    case query(Query<Root>)
    case groups(GroupSelection)
  }

  var rows: Rows

  init(_ query: Query<Root>) { rows = .query(query) }

  init(_ groups: GroupSelection) { rows = .groups(groups) }

  /// Returns the number of levels as a part of another query that selects some values of the rows.
  func nesting(selecting values: [ValueNode]) -> Int {
    switch rows {
    case .query(let query): query.selection.nesting(selecting: values)
    case .groups(let groups): groups.nesting(selecting: values)
    }
  }

  func limited(to count: Int) -> _RowSource {
    switch rows {
    case .query(let query): _RowSource(query.limit(count))
    case .groups(let groups): _RowSource(groups.limited(to: count))
    }
  }

  func leavingOut(_ count: Int) -> _RowSource {
    switch rows {
    case .query(let query): _RowSource(query.offset(count))
    case .groups(let groups): _RowSource(groups.leavingOut(count))
    }
  }
}

extension Query: ProjectableQuery {
  /// Calls a closure with the columns of the class.
  public func _naming<Result>(
    _ body: (Columns<Root>) -> Result
  ) -> (source: _RowSource<Root>, result: Result) {
    let (query, result) = naming(body)
    return (_RowSource(query), result)
  }
}

// There is one overload per number of values: rows of a parameter pack could not be used inline,
// and those of a result builder not in the expression that finds them.
extension ProjectableQuery {
  /// Selects the value of an expression for each row: `select { $0.price * 2 }`. An object is found
  /// with its properties.
  public func select<A>(
    _ values: (_Columns) -> QueryExpression<A>
  ) -> Projection<_Root, A> { selecting { SelectedRow(values($0)) } }

  /// Selects two values for each row.
  public func select<A, B>(
    _ values: (_Columns) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> Projection<_Root, (A, B)> { selecting { SelectedRow(values($0)) } }

  /// Selects three values for each row.
  public func select<A, B, C>(
    _ values: (_Columns) -> (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>)
  ) -> Projection<_Root, (A, B, C)> { selecting { SelectedRow(values($0)) } }

  /// Selects four values for each row.
  public func select<A, B, C, D>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> Projection<_Root, (A, B, C, D)> { selecting { SelectedRow(values($0)) } }

  /// Selects five values for each row.
  public func select<A, B, C, D, E>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    )
  ) -> Projection<_Root, (A, B, C, D, E)> { selecting { SelectedRow(values($0)) } }

  /// Selects six values for each row.
  public func select<A, B, C, D, E, F>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F)> { selecting { SelectedRow(values($0)) } }

  /// Selects seven values for each row.
  public func select<A, B, C, D, E, F, G>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F, G)> { selecting { SelectedRow(values($0)) } }

  /// Selects eight values for each row.
  public func select<A, B, C, D, E, F, G, H>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F, G, H)> { selecting { SelectedRow(values($0)) } }

  private func selecting<Output>(
    _ row: (_Columns) -> SelectedRow<Output>
  ) -> Projection<_Root, Output> {
    let (source, row) = _naming(row)
    return Projection(source: source, values: row.values, read: row.read)
  }

  /// Selects the value at the end of a key path for each row: `select(\.name)`.
  public func select<A>(
    _ value: KeyPath<_Columns, QueryExpression<A>>
  ) -> Projection<_Root, A> { select { $0[keyPath: value] } }
}
