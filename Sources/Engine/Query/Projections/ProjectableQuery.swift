/// A query that can compute values from its rows: of objects, of tuples of objects, or of groups.
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

// There is one overload per number of values: rows of a parameter pack could not be used inline.
extension ProjectableQuery {
  /// Selects the value of an expression for each row: `select { $0.price * 2 }`. An object is found
  /// with its properties.
  public func select<A>(
    _ values: (_Columns) -> QueryExpression<A>
  ) -> Projection<_Root, A> {
    let (source, value) = _naming(values)
    return Projection(source: source, values: [value.node]) { try $0.next() }
  }

  /// Selects the values of two expressions for each row.
  public func select<A, B>(
    _ values: (_Columns) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> Projection<_Root, (A, B)> {
    let (source, v) = _naming(values)
    return Projection(
      source: source, values: [v.0.node, v.1.node]
    ) { (try $0.next(), try $0.next()) }
  }

  /// Selects the values of three expressions for each row.
  public func select<A, B, C>(
    _ values: (_Columns) -> (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>)
  ) -> Projection<_Root, (A, B, C)> {
    let (source, v) = _naming(values)
    return Projection(
      source: source, values: [v.0.node, v.1.node, v.2.node]
    ) { (try $0.next(), try $0.next(), try $0.next()) }
  }

  /// Selects the values of four expressions for each row.
  public func select<A, B, C, D>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> Projection<_Root, (A, B, C, D)> {
    let (source, v) = _naming(values)
    return Projection(
      source: source, values: [v.0.node, v.1.node, v.2.node, v.3.node]
    ) { (try $0.next(), try $0.next(), try $0.next(), try $0.next()) }
  }

  /// Selects the values of five expressions for each row.
  public func select<A, B, C, D, E>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    )
  ) -> Projection<_Root, (A, B, C, D, E)> {
    let (source, v) = _naming(values)
    return Projection(
      source: source, values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node]
    ) { (try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next()) }
  }

  /// Selects the values of six expressions for each row.
  public func select<A, B, C, D, E, F>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F)> {
    let (source, v) = _naming(values)
    return Projection(
      source: source, values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node]
    ) { (try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next()) }
  }

  /// Selects the values of seven expressions for each row.
  public func select<A, B, C, D, E, F, G>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F, G)> {
    let (source, v) = _naming(values)
    return Projection(
      source: source,
      values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node, v.6.node]
    ) {
      (
        try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(),
        try $0.next()
      )
    }
  }

  /// Selects the values of eight expressions for each row.
  public func select<A, B, C, D, E, F, G, H>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F, G, H)> {
    let (source, v) = _naming(values)
    return Projection(
      source: source,
      values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node, v.6.node, v.7.node]
    ) {
      (
        try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(),
        try $0.next(), try $0.next()
      )
    }
  }
}
