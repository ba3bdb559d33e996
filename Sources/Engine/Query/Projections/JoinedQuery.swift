/// Pairs of objects of two classes for which a condition holds.
///
/// ```swift
/// Customer.query.join(Supplier.self) { $0.city == $1.city }.select { ($0.name, $1.name) }
/// // SELECT customer.name AS v0, supplier.name AS v1 FROM customer JOIN supplier ON customer.city IS
/// // supplier.city ORDER BY customer.pk, supplier.pk
/// ```
///
/// References need no join: `$0.customer.name` is one already.
public struct JoinedQuery<Left: PersistentObject, Right: _JoinedColumns> {
  private(set) var query: Query<Left>
  private let right: Right

  fileprivate init(_ query: Query<Left>, _ right: Right) {
    (self.query, self.right) = (query, right)
  }
}

/// The columns of a class that is joined: `Columns`, or `OptionalColumns` where there may be no object.
public protocol _JoinedColumns<Match> {
  /// The class.
  associatedtype Target: PersistentObject
  /// The class, or an optional of it.
  associatedtype Match
  /// The object itself.
  var itself: QueryExpression<Match> { get }
}

extension Columns: _JoinedColumns {
  /// The class.
  public typealias Target = Root
  /// The object itself, to be compared or selected.
  public var itself: QueryExpression<Root> { QueryExpression(ColumnPath(root: identity)) }
}

/// The columns of a class that is joined to objects which stay without any: all are nil where there is none.
@dynamicMemberLookup
public struct OptionalColumns<Root: PersistentObject>: _JoinedColumns {
  /// The class.
  public typealias Target = Root
  fileprivate let columns = Columns<Root>()

  /// The column of a property.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Root, Value>
  ) -> QueryExpression<Value?> {
    QueryExpression<Value?>(node: columns[dynamicMember: keyPath].node)
  }

  /// The column of a property that may be nil itself.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Root, Value?>
  ) -> QueryExpression<Value?> { columns[dynamicMember: keyPath] }

  /// The primary key.
  public var pk: QueryExpression<Int64?> { QueryExpression<Int64?>(node: columns.pk.node) }

  /// The object itself; nil where there is none.
  public var itself: QueryExpression<Root?> { QueryExpression<Root?>(node: columns.itself.node) }
}

extension Query {
  /// Pairs each object with the objects of another class for which a condition holds. One that has several
  /// comes several times, one that has none not at all. SQL: `JOIN supplier ON customer.city IS
  /// supplier.city`.
  public func join<Other: PersistentObject>(
    _ type: Other.Type, on condition: (Columns<Root>, Columns<Other>) -> Condition
  ) -> JoinedQuery<Root, Columns<Other>> {
    let right = Columns<Other>()
    return joined(right, right.identity, isOptional: false, on: condition)
  }

  /// Pairs each object with the objects of another class for which a condition holds, or with nil where
  /// there are none. SQL: `LEFT JOIN supplier ON customer.city IS supplier.city`.
  public func leftJoin<Other: PersistentObject>(
    _ type: Other.Type, on condition: (Columns<Root>, OptionalColumns<Other>) -> Condition
  ) -> JoinedQuery<Root, OptionalColumns<Other>> {
    let right = OptionalColumns<Other>()
    return joined(right, right.columns.identity, isOptional: true, on: condition)
  }

  private func joined<Right: _JoinedColumns>(
    _ right: Right, _ identity: ScopeIdentity, isOptional: Bool,
    on condition: (Columns<Root>, Right) -> Condition
  ) -> JoinedQuery<Root, Right> {
    var (query, test) = afterLimit.naming { condition($0, right) }
    query.selection.joins.append(
      Selection.Join(
        entity: Right.Target._entity, identity: identity, isOptional: isOptional,
        condition: test.conditionNode))
    if selection.includesSubclasses || Right.Target._entity.isAbstract {
      query.selection.refuse(
        PersistenceError(
          .invalidQuery, "a join takes objects of one table each, without subclasses",
          context: Root._entity.place))
    }
    return JoinedQuery(query, right)
  }
}

extension JoinedQuery {
  /// Narrows the query down to the pairs for which a condition also holds.
  public func `where`(_ predicate: (Columns<Left>, Right) -> Condition) -> JoinedQuery {
    changing { query, columns in
      let node = predicate(columns, right).conditionNode
      query.selection.condition =
        query.selection.condition.map { $0.joined(by: .and, with: node) } ?? node
    }
  }

  /// Orders by a value of either object, after those named before; the primary keys decide last.
  public func order<Value>(
    _ direction: SortDirection = .ascending, nulls: NullPlacement? = nil,
    by value: (Columns<Left>, Right) -> QueryExpression<Value>
  ) -> JoinedQuery {
    changing { query, columns in
      query.selection.orders.append(
        Selection.Order(value(columns, right).node, direction: direction, nulls: nulls))
    }
  }

  /// Limits the query to its first pairs. It is the last step before what selects or finds.
  public func limit(_ count: Int) -> JoinedQuery {
    var copy = self
    copy.query = query.limit(count)
    return copy
  }

  private func changing(_ change: (inout Query<Left>, Columns<Left>) -> Void) -> JoinedQuery {
    var copy = self
    let columns = Columns<Left>()
    copy.query.selection.answer(to: columns.identity)
    change(&copy.query, columns)
    if query.selection.isLimited {
      copy.query.selection.refuse(
        PersistenceError(
          .invalidQuery,
          "a limit is the last step of a query of pairs; put the other steps before it",
          context: Left._entity.place))
    }
    return copy
  }
}

extension JoinedQuery: ProjectableQuery {
  /// Calls a closure with the columns of both classes.
  public func _naming<Result>(
    _ body: ((Columns<Left>, Right)) -> Result
  ) -> (query: Query<Left>, result: Result) { query.naming { body(($0, right)) } }
}
