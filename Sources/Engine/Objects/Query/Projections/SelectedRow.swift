/// The values selected from a row, and how to read them.
struct SelectedRow<Output> {
  let values: [ValueNode]
  let read: (inout ProjectedRow) throws -> Output
}

// There is one initializer per number of values, not one with a parameter pack, so that reading a
// row looks up no types at run time.
extension SelectedRow {
  init(_ value: QueryExpression<Output>) {
    self.init(values: [value.node]) { try $0.next() }
  }

  init<A, B>(_ v: (QueryExpression<A>, QueryExpression<B>))
  where Output == (A, B) {
    self.init(values: [v.0.node, v.1.node]) {
      (try $0.next(), try $0.next())
    }
  }

  init<A, B, C>(_ v: (QueryExpression<A>, QueryExpression<B>, QueryExpression<C>))
  where Output == (A, B, C) {
    self.init(values: [v.0.node, v.1.node, v.2.node]) {
      (try $0.next(), try $0.next(), try $0.next())
    }
  }

  init<A, B, C, D>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) where Output == (A, B, C, D) {
    self.init(values: [v.0.node, v.1.node, v.2.node, v.3.node]) {
      (try $0.next(), try $0.next(), try $0.next(), try $0.next())
    }
  }

  init<A, B, C, D, E>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    )
  ) where Output == (A, B, C, D, E) {
    self.init(values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node]) {
      (try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next())
    }
  }

  init<A, B, C, D, E, F>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    )
  ) where Output == (A, B, C, D, E, F) {
    self.init(values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node]) {
      (try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next())
    }
  }

  init<A, B, C, D, E, F, G>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>
    )
  ) where Output == (A, B, C, D, E, F, G) {
    self.init(values: [v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node, v.6.node]) {
      (
        try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(),
        try $0.next()
      )
    }
  }

  init<A, B, C, D, E, F, G, H>(
    _ v: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>
    )
  ) where Output == (A, B, C, D, E, F, G, H) {
    self.init(values: [
      v.0.node, v.1.node, v.2.node, v.3.node, v.4.node, v.5.node, v.6.node, v.7.node,
    ]) {
      (
        try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(), try $0.next(),
        try $0.next(), try $0.next()
      )
    }
  }
}
