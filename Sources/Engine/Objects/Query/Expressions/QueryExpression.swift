public import PersistentObjectsCodec
import PersistentObjectsDriver

/// A value that a query computes for each object: a column, a property of a referenced object, a
/// dictionary's value, a collection's count, or the result of operators on these.
///
/// ```swift
/// Line.where { $0.price * 2 > 10 && !$0.discontinued }
/// ```
///
/// Comparisons follow Swift: nil equals nil, and differs from every value; `<` and its relatives
/// never hold for nil. A property of a referenced object is nil if a reference on the path is nil,
/// and so is anything computed from nil.
@dynamicMemberLookup
public struct QueryExpression<Value> {
  let node: ValueNode

  /// Creates an expression. One that is nested too deeply is replaced by an error at once, so that
  /// expressions built on it stay small.
  init(node: ValueNode) { self.node = node.nesting > ConditionNode.deepest ? .tooDeep : node }

  init(_ path: ColumnPath) { node = .path(path) }

  func compare(_ comparison: ComparisonOperator, with value: some Any) -> Condition {
    Condition(.comparison(node, comparison, ConditionArgument(value)))
  }

  func compare<Other>(
    _ comparison: ComparisonOperator, to other: QueryExpression<Other>
  ) -> Condition { Condition(.columns(node, comparison, other.node)) }

  /// Tests whether the value is one of several. SQL: `column IN (?1, ?2, …)`. More than 100 values
  /// are bound as one list, of any length. For references that name their class, and inside other
  /// values, as in `when(…)`, the database's maximum number of parameters is the limit; more values
  /// are `invalidQuery`.
  public func isIn(_ values: some Sequence<Value>) -> Condition {
    Condition(.membership(node, values.map { ConditionArgument($0) }))
  }
}

extension QueryExpression {
  /// The same value as an optional.
  public var optional: QueryExpression<Value?> { QueryExpression<Value?>(node: node) }
}

extension QueryExpression where Value: Embeddable {
  /// A field of a value in several columns. SQL: `home_city`.
  public subscript<Inner>(
    dynamicMember keyPath: KeyPath<Value._Fields, Inner>
  ) -> QueryExpression<Inner> {
    QueryExpression<Inner>(node: node.appending(.field(keyPath)))
  }
}

extension QueryExpression where Value: _OptionalColumnValue, Value.Wrapped: Embeddable {
  /// A field of a value in several columns; nil if there is no value.
  public subscript<Inner>(
    dynamicMember keyPath: KeyPath<Value.Wrapped._Fields, Inner>
  ) -> QueryExpression<Inner?> {
    QueryExpression<Inner?>(node: node.appending(.field(keyPath)))
  }

  /// A field that may itself be nil.
  public subscript<Inner>(
    dynamicMember keyPath: KeyPath<Value.Wrapped._Fields, Inner?>
  ) -> QueryExpression<Inner?> {
    QueryExpression<Inner?>(node: node.appending(.field(keyPath)))
  }
}

extension QueryExpression where Value: _EmbeddableEnum {
  /// Whether the value is a case of the enum, with any associated values: `$0.payment.is(\.card)`.
  /// SQL: `payment = 'card'`.
  public func `is`<Values>(_ name: KeyPath<Value._Fields, Values>) -> Condition {
    isCase(Value.position(of: name))
  }
}

extension QueryExpression where Value: _OptionalColumnValue, Value.Wrapped: _EmbeddableEnum {
  /// Whether there is a value, and it is a case of the enum, with any associated values.
  public func `is`<Values>(_ name: KeyPath<Value.Wrapped._Fields, Values>) -> Condition {
    isCase(Value.Wrapped.position(of: name))
  }
}

extension QueryExpression {
  fileprivate func isCase(_ position: Int?) -> Condition {
    let name: ValueNode =
      position == nil
      ? .refused(PersistenceError(.invalidQuery, "the key path names no case"))
      : node.appending(.named("case"))
    return QueryExpression<Int?>(node: name).compare(.equal, with: position ?? 0)
  }
}

extension QueryExpression where Value: PersistentObject {
  /// A property of the referenced object. SQL: `LEFT JOIN address AS home ON home.pk =
  /// person.home`, once per reference in a query.
  public subscript<Inner>(dynamicMember keyPath: KeyPath<Value, Inner>) -> QueryExpression<Inner> {
    QueryExpression<Inner>(node: node.appending(.property(keyPath)))
  }

  /// The primary key of the referenced object.
  public var pk: QueryExpression<Int64> { QueryExpression<Int64>(node: node.appending(.key)) }

  /// Tests whether the referenced object is one of those that a query selects. The query's limit
  /// counts; its order (unless it has a limit) and its loading do not. SQL: `home IN (SELECT pk
  /// FROM address WHERE …)`.
  public func isIn(_ query: Query<Value>) -> Condition {
    Condition(.selection(node, query.selectedKeys))
  }
}

extension QueryExpression where Value: _OptionalColumnValue, Value.Wrapped: PersistentObject {
  /// A property of the referenced object; nil if there is no object.
  public subscript<Inner>(
    dynamicMember keyPath: KeyPath<Value.Wrapped, Inner>
  ) -> QueryExpression<Inner?> {
    QueryExpression<Inner?>(node: node.appending(.property(keyPath)))
  }

  /// A property of the referenced object that may itself be nil.
  public subscript<Inner>(
    dynamicMember keyPath: KeyPath<Value.Wrapped, Inner?>
  ) -> QueryExpression<Inner?> {
    QueryExpression<Inner?>(node: node.appending(.property(keyPath)))
  }
}

extension QueryExpression {
  /// Tests whether the referenced object is one of those that a query selects.
  /// SQL: `home IN (SELECT pk FROM address WHERE …)`.
  public func isIn<Target: PersistentObject>(
    _ query: Query<Target>
  ) -> Condition where Value == Target? {
    Condition(.selection(node, query.selectedKeys))
  }
}

extension QueryExpression where Value == any PersistentObject {
  /// Tests whether the object is one of those that a query selects.
  /// SQL: `(owner, owner_class) IN (SELECT pk, 'person' FROM person WHERE …)`.
  public func isIn<Target: PersistentObject>(_ query: Query<Target>) -> Condition {
    Condition(.selection(node, query.selectedKeys))
  }
}

extension QueryExpression where Value == (any PersistentObject)? {
  /// Tests whether the object is one of those that a query selects.
  /// SQL: `(owner, owner_class) IN (SELECT pk, 'person' FROM person WHERE …)`.
  public func isIn<Target: PersistentObject>(_ query: Query<Target>) -> Condition {
    Condition(.selection(node, query.selectedKeys))
  }
}

extension QueryExpression where Value: _OptionalColumnValue, Value.Wrapped: PersistentObject {
  /// The primary key of the referenced object; nil if there is no object.
  public var pk: QueryExpression<Int64?> { QueryExpression<Int64?>(node: node.appending(.key)) }
}

extension QueryExpression where Value: _OptionalColumnValue {
  /// Whether the value is nil. SQL: `column IS NULL`.
  public var isNil: Condition { Condition(.isNull(node)) }
}

/// `Optional`, for columns that may be nil.
public protocol _OptionalColumnValue: ExpressibleByNilLiteral {
  /// The wrapped type.
  associatedtype Wrapped
}

extension Optional: _OptionalColumnValue {}
