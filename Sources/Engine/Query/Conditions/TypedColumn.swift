/// The column of a property, or another value that a predicate closure can compare: a property of a
/// referenced object, a dictionary's value, a collection's count.
///
/// Comparisons follow Swift: nil equals nil, and differs from every value; `<` and its relatives
/// never hold for nil. A property of a referenced object is nil where a reference on the way is
/// nil.
@dynamicMemberLookup
public struct TypedColumn<Root: PersistentObject, Value> {
  let path: ColumnPath

  init(_ path: ColumnPath) { self.path = path }

  func compare(_ comparison: ComparisonOperator, with value: some Any) -> Condition<Root> {
    Condition(node: .comparison(path, comparison, ConditionArgument(value)))
  }

  /// The property equals a value. SQL: `column = ?1`; for nil `column IS NULL`.
  public static func == (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.equal, with: value)
  }

  /// The property differs from a value.
  public static func != (column: TypedColumn, value: Value) -> Condition<Root> {
    !(column == value)
  }

  /// The property is one of several values. SQL: `column IN (?1, ?2, …)`. More than 100 values
  /// are bound as one list, of any length. References that name their class are limited by the number of
  /// parameters of the database; beyond it this is `invalidQuery`.
  public func isIn(_ values: some Sequence<Value>) -> Condition<Root> {
    Condition(node: .membership(path, values.map { ConditionArgument($0) }))
  }
}

extension TypedColumn where Value: PersistentObject {
  /// A property of the referenced object. SQL: `LEFT JOIN address AS home ON home.pk = person.home`,
  /// once in a query for each reference.
  public subscript<Inner>(
    dynamicMember keyPath: KeyPath<Value, Inner>
  ) -> TypedColumn<Root, Inner> {
    TypedColumn<Root, Inner>(path.appending(.property(keyPath)))
  }

  /// The primary key of the referenced object.
  public var pk: TypedColumn<Root, Int64> { TypedColumn<Root, Int64>(path.appending(.key)) }

  /// The referenced object is one of those that a query selects. The query's limit counts; its
  /// order, unless it has a limit, and its loading do not. SQL: `home IN (SELECT pk FROM address
  /// WHERE …)`.
  public func isIn(_ query: Query<Value>) -> Condition<Root> {
    Condition(node: .selection(path, query.selectedKeys))
  }
}

extension TypedColumn {
  /// A property of the referenced object; nil if there is no object.
  public subscript<Target: PersistentObject, Inner>(
    dynamicMember keyPath: KeyPath<Target, Inner>
  ) -> TypedColumn<Root, Inner?> where Value == Target? {
    TypedColumn<Root, Inner?>(path.appending(.property(keyPath)))
  }

  /// A property of the referenced object that may be nil itself.
  public subscript<Target: PersistentObject, Inner>(
    dynamicMember keyPath: KeyPath<Target, Inner?>
  ) -> TypedColumn<Root, Inner?> where Value == Target? {
    TypedColumn<Root, Inner?>(path.appending(.property(keyPath)))
  }

  /// The referenced object is one of those that a query selects.
  /// SQL: `home IN (SELECT pk FROM address WHERE …)`.
  public func isIn<Target: PersistentObject>(
    _ query: Query<Target>
  ) -> Condition<Root> where Value == Target? {
    Condition(node: .selection(path, query.selectedKeys))
  }
}

extension TypedColumn where Value == any PersistentObject {
  /// The object is one of those that a query selects.
  /// SQL: `(owner, owner_class) IN (SELECT pk, 'person' FROM person WHERE …)`.
  public func isIn<Target: PersistentObject>(_ query: Query<Target>) -> Condition<Root> {
    Condition(node: .selection(path, query.selectedKeys))
  }
}

extension TypedColumn where Value == (any PersistentObject)? {
  /// The object is one of those that a query selects.
  /// SQL: `(owner, owner_class) IN (SELECT pk, 'person' FROM person WHERE …)`.
  public func isIn<Target: PersistentObject>(_ query: Query<Target>) -> Condition<Root> {
    Condition(node: .selection(path, query.selectedKeys))
  }
}

extension TypedColumn where Value: _OptionalColumnValue, Value.Wrapped: PersistentObject {
  /// The primary key of the referenced object; nil if there is no object.
  public var pk: TypedColumn<Root, Int64?> { TypedColumn<Root, Int64?>(path.appending(.key)) }
}

extension TypedColumn where Value: _OptionalColumnValue {
  /// Whether the property is nil. SQL: `column IS NULL`.
  public var isNil: Condition<Root> { Condition(node: .isNull(path)) }
}

/// `Optional`, for columns that may be nil.
public protocol _OptionalColumnValue: ExpressibleByNilLiteral {
  /// The wrapped type.
  associatedtype Wrapped
}

extension Optional: _OptionalColumnValue {}
