/// A query whose rows can be computed: of objects, or of pairs.
public protocol ProjectableQuery<_Root> {
  /// The class whose order the rows have.
  associatedtype _Root: PersistentObject
  /// The argument of the query's closures.
  associatedtype _Columns
  /// Calls a closure with the columns, and gives the query in which the result has a meaning.
  func _naming<Result>(_ body: (_Columns) -> Result) -> (query: Query<_Root>, result: Result)
}

extension Query: ProjectableQuery {
  /// Calls a closure with the columns of the class.
  public func _naming<Result>(
    _ body: (Columns<Root>) -> Result
  ) -> (query: Query<Root>, result: Result) { naming(body) }
}

// The number of values is spelled out: rows of a parameter pack could not be used in line.
extension ProjectableQuery {
  /// The value of an expression for each row: `select { $0.price * 2 }`. An object is found with its
  /// properties.
  public func select<A>(
    _ values: (_Columns) -> QueryExpression<A>
  ) -> Projection<_Root, A> {
    let (query, value) = _naming(values)
    return Projection(query: query, values: [value.node]) { try $0.next() }
  }

  /// The values of two expressions for each row.
  public func select<A, B>(
    _ values: (_Columns) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> Projection<_Root, (A, B)> {
    let (query, v) = _naming(values)
    return Projection(
      query: query, values: [v.0.node, v.1.node]
    ) { (try $0.next(), try $0.next()) }
  }

  /// The values of three expressions for each row.
  public func select<A, B, C>(
    _ values: (_Columns) -> (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>)
  ) -> Projection<_Root, (A, B, C)> {
    let (query, v) = _naming(values)
    return Projection(
      query: query, values: [v.0.node, v.1.node, v.2.node]
    ) { (try $0.next(), try $0.next(), try $0.next()) }
  }

  /// The values of four expressions for each row.
  public func select<A, B, C, D>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> Projection<_Root, (A, B, C, D)> {
    let (query, v) = _naming(values)
    return Projection(
      query: query, values: [v.0.node, v.1.node, v.2.node, v.3.node]
    ) { (try $0.next(), try $0.next(), try $0.next(), try $0.next()) }
  }

  /// The values of five expressions for each row.
  public func select<A, B, C, D, E>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    )
  ) -> Projection<_Root, (A, B, C, D, E)> {
    let (query, v) = _naming(values)
    return Projection(
      query: query, values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node]
    ) { (try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next()) }
  }

  /// The values of six expressions for each row.
  public func select<A, B, C, D, E, F>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F)> {
    let (query, v) = _naming(values)
    return Projection(
      query: query, values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node]
    ) { (try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next()) }
  }

  /// The values of seven expressions for each row.
  public func select<A, B, C, D, E, F, G>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F, G)> {
    let (query, v) = _naming(values)
    return Projection(
      query: query, values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node, v.6.node]
    ) {
      (
        try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(),
        try $0.next()
      )
    }
  }

  /// The values of eight expressions for each row.
  public func select<A, B, C, D, E, F, G, H>(
    _ values: (_Columns) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>
    )
  ) -> Projection<_Root, (A, B, C, D, E, F, G, H)> {
    let (query, v) = _naming(values)
    return Projection(
      query: query,
      values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node, v.6.node, v.7.node]
    ) {
      (
        try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(),
        try $0.next(), try $0.next()
      )
    }
  }
}
