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

extension ProjectableQuery {
  /// Selects values of each row, up to eight: `select { $0.price * 2 }`,
  /// `select { ($0.name, $0.price) }`. An object is found with its properties. The closure may have
  /// constants, but no `return`: its last line names the values.
  public func select<Output>(
    @_RowBuilder _ values: (_Columns) -> _SelectedRow<Output>
  ) -> Projection<_Root, Output> {
    let (source, row) = _naming(values)
    return Projection(source: source, row: row)
  }
}

// Groups have no such function, since Swift 6.3 crashes on a key path through a parameter pack.
extension Query {
  /// Selects the value at the end of a key path for each object: `select(\.name)`.
  public func select<A>(
    _ value: KeyPath<Columns<Root>, QueryExpression<A>>
  ) -> Projection<Root, A> { select { $0[keyPath: value] } }
}

extension JoinedQuery {
  /// Selects the value at the end of a key path for each tuple of objects: `select(\.1.name)`.
  public func select<A>(
    _ value: KeyPath<Sources, QueryExpression<A>>
  ) -> Projection<Root, A> { select { $0[keyPath: value] } }
}
