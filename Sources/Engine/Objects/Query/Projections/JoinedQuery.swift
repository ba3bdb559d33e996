public import PersistentObjectsDriver

/// Tuples of objects of two to four classes for which conditions hold.
///
/// ```swift
/// Customer.query.join(Supplier.self) { $0.city == $1.city }.select { ($0.name, $1.name) }
/// // SELECT customer.name AS v0, supplier.name AS v1 FROM customer JOIN supplier ON customer.city =
/// // supplier.city ORDER BY customer.pk, supplier.pk
/// ```
///
/// References need no join: `$0.customer.name` already is one. Closures take the columns of each
/// class, in the order in which the classes were joined; `Sources` is the tuple of these columns.
public struct JoinedQuery<Root: PersistentObject, Sources> {
  private(set) var query: Query<Root>
  let sources: Sources

  fileprivate init(_ query: Query<Root>, _ sources: Sources) {
    (self.query, self.sources) = (query, sources)
  }
}

/// The columns of a class in a query on several classes: `Columns`, or `OptionalColumns` if there
/// may be no object.
public protocol _JoinedColumns<Match> {
  /// The class, or an optional of it.
  associatedtype Match
  /// The object itself.
  var itself: QueryExpression<Match> { get }
}

extension Columns: _JoinedColumns {
  /// The object itself, to be compared or selected.
  public var itself: QueryExpression<Root> { QueryExpression(ColumnPath(root: identity)) }
}

/// The columns of a class in a left join. All of them are nil if there is no object of the class.
///
/// ```swift
/// Customer.query.leftJoin(Supplier.self) { $0.city == $1.city }.select { ($0.name, $1.name) }
/// // SELECT customer.name AS v0, supplier.name AS v1 FROM customer LEFT JOIN supplier
/// //   ON customer.city = supplier.city ORDER BY customer.pk, supplier.pk
/// ```
@dynamicMemberLookup
public struct OptionalColumns<Root: PersistentObject>: _JoinedColumns {
  fileprivate let columns = Columns<Root>()

  /// The column of a property.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Root, Value>
  ) -> QueryExpression<Value?> {
    QueryExpression<Value?>(node: columns[dynamicMember: keyPath].node)
  }

  /// The column of a property that may itself be nil.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Root, Value?>
  ) -> QueryExpression<Value?> { columns[dynamicMember: keyPath] }

  /// The primary key.
  public var pk: QueryExpression<Int64?> { QueryExpression<Int64?>(node: columns.pk.node) }

  /// The object itself; nil if there is none.
  public var itself: QueryExpression<Root?> { QueryExpression<Root?>(node: columns.itself.node) }
}

// MARK: Joining

extension Query {
  /// Pairs each object with the objects of another class for which a condition holds. An object
  /// with several matches is included several times, one without any is left out. SQL: `JOIN
  /// supplier ON customer.city = supplier.city`.
  public func join<Other: PersistentObject>(
    _ type: Other.Type, on condition: (Columns<Root>, Columns<Other>) -> Condition
  ) -> JoinedQuery<Root, (Columns<Root>, Columns<Other>)> {
    let own = Columns<Root>()
    let (query, columns) = afterLimit.joined(type, own) { condition(own, $0) }
    return JoinedQuery(query, (own, columns))
  }

  /// Pairs each object with the objects of another class for which a condition holds, or with nil
  /// if there are none. SQL: `LEFT JOIN supplier ON customer.city = supplier.city`.
  public func leftJoin<Other: PersistentObject>(
    _ type: Other.Type, on condition: (Columns<Root>, OptionalColumns<Other>) -> Condition
  ) -> JoinedQuery<Root, (Columns<Root>, OptionalColumns<Other>)> {
    let own = Columns<Root>()
    let (query, columns) = afterLimit.leftJoined(type, own) { condition(own, $0) }
    return JoinedQuery(query, (own, columns))
  }

  fileprivate func joined<Other: PersistentObject>(
    _ type: Other.Type, _ own: Columns<Root>? = nil, on condition: (Columns<Other>) -> Condition
  ) -> (Query, Columns<Other>) {
    let columns = Columns<Other>()
    return (joined(columns, own, isOptional: false, on: condition(columns)), columns)
  }

  fileprivate func leftJoined<Other: PersistentObject>(
    _ type: Other.Type, _ own: Columns<Root>? = nil,
    on condition: (OptionalColumns<Other>) -> Condition
  ) -> (Query, OptionalColumns<Other>) {
    let columns = OptionalColumns<Other>()
    return (joined(columns.columns, own, isOptional: true, on: condition(columns)), columns)
  }

  private func joined<Other: PersistentObject>(
    _ columns: Columns<Other>, _ own: Columns<Root>?, isOptional: Bool, on condition: Condition
  ) -> Query {
    changing { query in
      query.selection.answer(to: own?.identity)
      query.selection.joins.append(
        Selection.Join(
          entity: Other._entity, identity: columns.identity, isOptional: isOptional,
          condition: condition.conditionNode))
      if selection.includesSubclasses || Other._entity.isAbstract {
        query.selection.refuse(
          PersistenceError(
            .invalidQuery, "a join takes objects of one table each, without subclasses",
            context: Root._entity.place))
      }
      if selection.isLimited { query.selection.refuse(Self.isNotLast) }
    }
  }

  /// The error for a step after the limit of a query on several classes.
  fileprivate static var isNotLast: PersistenceError {
    PersistenceError(
      .invalidQuery,
      "a limit must be the last step of a query of several classes; put the other steps before it",
      context: Root._entity.place)
  }
}

// There is one overload per number of classes: closures that take a parameter pack could not be
// used inline.
extension JoinedQuery {
  /// Adds the objects of a third class for which a condition holds.
  public func join<A, B, Other: PersistentObject>(
    _ type: Other.Type, on condition: (A, B, Columns<Other>) -> Condition
  ) -> JoinedQuery<Root, (A, B, Columns<Other>)> where Sources == (A, B) {
    let (query, other) = query.joined(type) { condition(sources.0, sources.1, $0) }
    return JoinedQuery<Root, (A, B, Columns<Other>)>(query, (sources.0, sources.1, other))
  }

  /// Adds the objects of a third class for which a condition holds, or nil if there are none.
  public func leftJoin<A, B, Other: PersistentObject>(
    _ type: Other.Type, on condition: (A, B, OptionalColumns<Other>) -> Condition
  ) -> JoinedQuery<Root, (A, B, OptionalColumns<Other>)> where Sources == (A, B) {
    let (query, other) = query.leftJoined(type) { condition(sources.0, sources.1, $0) }
    return JoinedQuery<Root, (A, B, OptionalColumns<Other>)>(query, (sources.0, sources.1, other))
  }

  /// Adds the objects of a fourth class for which a condition holds.
  public func join<A, B, C, Other: PersistentObject>(
    _ type: Other.Type, on condition: (A, B, C, Columns<Other>) -> Condition
  ) -> JoinedQuery<Root, (A, B, C, Columns<Other>)> where Sources == (A, B, C) {
    let (a, b, c) = sources
    let (query, other) = query.joined(type) { condition(a, b, c, $0) }
    return JoinedQuery<Root, (A, B, C, Columns<Other>)>(query, (a, b, c, other))
  }

  /// Adds the objects of a fourth class for which a condition holds, or nil if there are none.
  public func leftJoin<A, B, C, Other: PersistentObject>(
    _ type: Other.Type, on condition: (A, B, C, OptionalColumns<Other>) -> Condition
  ) -> JoinedQuery<Root, (A, B, C, OptionalColumns<Other>)> where Sources == (A, B, C) {
    let (a, b, c) = sources
    let (query, other) = query.leftJoined(type) { condition(a, b, c, $0) }
    return JoinedQuery<Root, (A, B, C, OptionalColumns<Other>)>(query, (a, b, c, other))
  }
}

// MARK: Other steps

extension JoinedQuery {
  /// Narrows the query down to the tuples for which a condition also holds.
  public func `where`(_ predicate: (Sources) -> Condition) -> JoinedQuery {
    changing { query in
      let node = predicate(sources).conditionNode
      query.selection.condition =
        query.selection.condition.map { $0.joined(by: .and, with: node) } ?? node
    }
  }

  /// Orders by a value of the objects, after the orders named before. The primary keys break ties.
  public func order<Value>(
    _ direction: SortDirection = .ascending, nulls: NullPlacement? = nil,
    by value: (Sources) -> QueryExpression<Value>
  ) -> JoinedQuery {
    changing { query in
      query.selection.orders.append(
        Selection.Order(value(sources).node, direction: direction, nulls: nulls))
    }
  }

  /// Skips the first tuples.
  public func offset(_ count: Int) -> JoinedQuery {
    var copy = self
    copy.query = query.offset(count)
    return copy
  }

  /// Limits the query to its first tuples. This must be the last step before selecting, grouping or
  /// finding.
  public func limit(_ count: Int) -> JoinedQuery {
    var copy = self
    copy.query = query.limit(count)
    return copy
  }

  private func changing(_ change: (inout Query<Root>) -> Void) -> JoinedQuery {
    var copy = self
    change(&copy.query)
    if query.selection.isLimited { copy.query.selection.refuse(Query<Root>.isNotLast) }
    return copy
  }
}

extension JoinedQuery: ProjectableQuery {
  /// Calls a closure with the columns of all classes.
  public func _naming<Result>(
    _ body: (Sources) -> Result
  ) -> (source: _RowSource<Root>, result: Result) { (_RowSource(query), body(sources)) }
}
