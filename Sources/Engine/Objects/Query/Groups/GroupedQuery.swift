public import PersistentObjectsDriver

/// The objects of a query in groups, one for each value of a property or of several properties.
///
/// ```swift
/// let cities = try Person.query.grouped(by: \.home.city)
///   .values(.count(), .average(\.age), in: session)
/// for (city, count, age) in cities { … }
/// // SELECT v0, count(*), avg(v1) FROM (SELECT home.city AS v0, person.age AS v1 FROM person
/// //   LEFT JOIN address AS home ON home.pk = person.home) GROUP BY v0 ORDER BY v0
/// ```
public typealias GroupedQuery<Root: PersistentObject, each Key> =
  _GroupedQuery<Root, (repeat QueryExpression<each Key>), repeat each Key>

/// A ``GroupedQuery``, with the columns of its key.
public struct _GroupedQuery<Root: PersistentObject, KeyColumns, each Key> {
  private(set) var groups: GroupSelection
  private let sources = Columns<Root>()
  private let key: KeyColumns

  fileprivate init(_ selection: Selection, keys: [ValueNode], _ key: KeyColumns) {
    self.key = key
    var selection = selection
    selection.answer(to: sources.identity)
    groups = GroupSelection(selection, keys: keys)
  }

  private var group: Groups<Columns<Root>, KeyColumns> {
    Groups(sources, key: key)
  }

  private func with(_ groups: GroupSelection) -> _GroupedQuery {
    var copy = self
    copy.groups = groups
    return copy
  }

  /// Narrows the groups down to those for which a condition on values computed by SQL holds:
  /// `having { $0.count() > 3 }`. A sum that only Swift can compute, such as that of an `Int128`,
  /// throws `invalidQuery` when the query is run.
  public func having(
    _ predicate: (Groups<Columns<Root>, KeyColumns>) -> Condition
  ) -> _GroupedQuery { with(groups.narrowed(by: predicate(group).conditionNode)) }

  /// Orders the groups by a value computed from them, after the orders named before. The keys break
  /// ties: `order(.descending) { $0.count() }`. SQL: `ORDER BY count(*) DESC, v0`. A sum that only
  /// Swift can compute is `invalidQuery`, as in ``having(_:)``.
  public func order<Value>(
    _ direction: SortDirection = .ascending, nulls: NullPlacement? = nil,
    by value: (Groups<Columns<Root>, KeyColumns>) -> QueryExpression<Value>
  ) -> _GroupedQuery { with(groups.ordered(by: value(group).node, direction, nulls)) }

  /// Skips the first groups. A negative number, and a `having` or an order after this step, are
  /// `invalidQuery` when the query is run.
  public func offset(_ count: Int) -> _GroupedQuery { with(groups.leavingOut(count)) }

  /// Limits the result to its first groups. A negative number, and a `having` or an order after
  /// this step, are `invalidQuery` when the query is run.
  public func limit(_ count: Int) -> _GroupedQuery { with(groups.limited(to: count)) }
}

extension _GroupedQuery: ProjectableQuery {
  /// Calls a closure with the value that stands for each group.
  public func _naming<Result>(
    _ body: (Groups<Columns<Root>, KeyColumns>) -> Result
  ) -> (source: _RowSource<Root>, result: Result) { (_RowSource(groups), body(group)) }
}

// There is one overload per number of keys: the compiler takes closures in a parameter pack to be
// non-escaping if the result has a declared type.
extension Query {
  /// Groups the objects by a property: `grouped(by: \.city)`, `grouped { $0.home.city }`. The key
  /// of a reference is the object; its groups are in the order of primary keys.
  ///
  /// Groups are in the order of their keys, each ascending unless the query orders by it. An order
  /// by anything else is `invalidQuery` when the query is run, unless a limit follows it.
  public func grouped<Key>(by key: ColumnChoice<Root, Key>) -> GroupedQuery<Root, Key> {
    let (query, key) = naming(key)
    return _GroupedQuery(query.selection, keys: [key.node], groupKeys(Key.self))
  }

  /// Groups the objects by two properties or expressions: `grouped(by: { $0.home.city }, \.age)`.
  /// The key of a group is the tuple of both values.
  public func grouped<A, B>(
    by a: ColumnChoice<Root, A>, _ b: ColumnChoice<Root, B>
  ) -> GroupedQuery<Root, A, B> {
    let (query, keys) = naming { [a($0).node, b($0).node] }
    return _GroupedQuery(query.selection, keys: keys, groupKeys(A.self, B.self))
  }

  /// Groups the objects by three properties or expressions. The key of a group is a tuple.
  public func grouped<A, B, C>(
    by a: ColumnChoice<Root, A>, _ b: ColumnChoice<Root, B>, _ c: ColumnChoice<Root, C>
  ) -> GroupedQuery<Root, A, B, C> {
    let (query, keys) = naming { [a($0).node, b($0).node, c($0).node] }
    return _GroupedQuery(query.selection, keys: keys, groupKeys(A.self, B.self, C.self))
  }

  /// Groups the objects by four properties or expressions. The key of a group is a tuple.
  public func grouped<A, B, C, D>(
    by a: ColumnChoice<Root, A>, _ b: ColumnChoice<Root, B>, _ c: ColumnChoice<Root, C>,
    _ d: ColumnChoice<Root, D>
  ) -> GroupedQuery<Root, A, B, C, D> {
    let (query, keys) = naming { [a($0).node, b($0).node, c($0).node, d($0).node] }
    return _GroupedQuery(query.selection, keys: keys, groupKeys(A.self, B.self, C.self, D.self))
  }
}
