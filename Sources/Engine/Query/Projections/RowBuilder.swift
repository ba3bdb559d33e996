/// The values selected from a row, and how to read them.
public struct _SelectedRow<Output> {
  let values: [ValueNode]
  let read: (inout ProjectedRow) throws -> Output

  fileprivate init(
    _ values: [ValueNode], read: @escaping (inout ProjectedRow) throws -> Output
  ) { (self.values, self.read) = (values, read) }
}

/// Makes a row of the expressions that a closure names: one, or a tuple of up to eight.
///
/// The compiler checks a builder's expressions before it looks for the function of their number.
/// Overloads of `select`, one per number, would let it check each expression once for each of
/// them, which takes minutes if one expression is wrong. There is one function per number, and not
/// one with a parameter pack, so that reading a row looks up no types at run time.
@resultBuilder
public enum _RowBuilder {
  /// Selects one value.
  public static func buildBlock<A>(_ value: QueryExpression<A>) -> _SelectedRow<A> {
    _SelectedRow([value.node]) { try $0.next() }
  }

  /// Selects two values.
  public static func buildBlock<A, B>(
    _ v: (QueryExpression<A>, QueryExpression<B>)
  ) -> _SelectedRow<(A, B)> {
    _SelectedRow([v.0.node, v.1.node]) {
      (try $0.next(), try $0.next())
    }
  }

  /// Selects three values.
  public static func buildBlock<A, B, C>(
    _ v: (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>)
  ) -> _SelectedRow<(A, B, C)> {
    _SelectedRow([v.0.node, v.1.node, v.2.node]) {
      (try $0.next(), try $0.next(), try $0.next())
    }
  }

  /// Selects four values.
  public static func buildBlock<A, B, C, D>(
    _ v: (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>)
  ) -> _SelectedRow<(A, B, C, D)> {
    _SelectedRow([v.0.node, v.1.node, v.2.node, v.3.node]) {
      (try $0.next(), try $0.next(), try $0.next(), try $0.next())
    }
  }

  /// Selects five values.
  public static func buildBlock<A, B, C, D, E>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    )
  ) -> _SelectedRow<(A, B, C, D, E)> {
    _SelectedRow([v.0.node, v.1.node, v.2.node, v.3.node, v.4.node]) {
      (try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next())
    }
  }

  /// Selects six values.
  public static func buildBlock<A, B, C, D, E, F>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    )
  ) -> _SelectedRow<(A, B, C, D, E, F)> {
    _SelectedRow([v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node]) {
      (try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next())
    }
  }

  /// Selects seven values.
  public static func buildBlock<A, B, C, D, E, F, G>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>
    )
  ) -> _SelectedRow<(A, B, C, D, E, F, G)> {
    _SelectedRow([v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node, v.6.node]) {
      (
        try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(),
        try $0.next()
      )
    }
  }

  /// Selects eight values.
  public static func buildBlock<A, B, C, D, E, F, G, H>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>
    )
  ) -> _SelectedRow<(A, B, C, D, E, F, G, H)> {
    _SelectedRow([v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node, v.6.node, v.7.node]) {
      (
        try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(),
        try $0.next(), try $0.next()
      )
    }
  }
}
