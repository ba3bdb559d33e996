/// The columns of a class in a predicate closure: `$0.lastName` is the column of that property.
@dynamicMemberLookup
public struct Columns<Root: PersistentObject> {
  init() {}

  /// The column of a property.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Root, Value>) -> TypedColumn<Root, Value> {
    TypedColumn(keyPath: keyPath)
  }
}

/// The column of a property, to be compared with values of the property's type.
///
/// Comparisons follow Swift: nil equals nil, and differs from every value; with `<` and its kin
/// nil compares with nothing.
public struct TypedColumn<Root: PersistentObject, Value> {
  let keyPath: AnyKeyPath

  private func compare(_ comparison: ComparisonOperator, _ value: Value) -> Condition<Root> {
    Condition(node: .comparison(keyPath, comparison, ConditionArgument(value)))
  }

  /// The property equals a value. SQL: `column = ?1`; for nil `column IS NULL`.
  public static func == (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.equal, value)
  }

  /// The property differs from a value.
  public static func != (column: TypedColumn, value: Value) -> Condition<Root> {
    !(column == value)
  }

  /// The property is one of several values. SQL: `column IN (?1, ?2, …)`.
  public func isIn(_ values: some Sequence<Value>) -> Condition<Root> {
    Condition(node: .membership(keyPath, values.map { ConditionArgument($0) }))
  }
}

extension TypedColumn where Value: Comparable {
  /// The property comes before a value. SQL: `column < ?1`.
  public static func < (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.less, value)
  }

  /// The property comes before a value or equals it. SQL: `column <= ?1`.
  public static func <= (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.lessOrEqual, value)
  }

  /// The property comes after a value. SQL: `column > ?1`.
  public static func > (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.greater, value)
  }

  /// The property comes after a value or equals it. SQL: `column >= ?1`.
  public static func >= (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.greaterOrEqual, value)
  }

  /// The property lies in a closed range. SQL: `column BETWEEN ?1 AND ?2`.
  public func isBetween(_ range: ClosedRange<Value>) -> Condition<Root> {
    Condition(
      node: .between(
        keyPath, ConditionArgument(range.lowerBound), ConditionArgument(range.upperBound)))
  }
}

/// `Optional`, for columns that may be nil.
public protocol _OptionalColumnValue: ExpressibleByNilLiteral {
  /// The wrapped type.
  associatedtype Wrapped
  /// An optional that is not nil.
  static func _some(_ value: Wrapped) -> Self
}

extension Optional: _OptionalColumnValue {
  /// An optional that is not nil.
  public static func _some(_ value: Wrapped) -> Wrapped? { value }
}

extension TypedColumn where Value: _OptionalColumnValue, Value.Wrapped: Comparable {
  private func compareWrapped(
    _ comparison: ComparisonOperator, _ value: Value.Wrapped
  ) -> Condition<Root> {
    Condition(
      node: .comparison(keyPath, comparison, ConditionArgument(Value._some(value))))
  }

  /// The property is not nil and comes before a value. SQL: `column < ?1`.
  public static func < (column: TypedColumn, value: Value.Wrapped) -> Condition<Root> {
    column.compareWrapped(.less, value)
  }

  /// The property is not nil and comes before a value or equals it. SQL: `column <= ?1`.
  public static func <= (column: TypedColumn, value: Value.Wrapped) -> Condition<Root> {
    column.compareWrapped(.lessOrEqual, value)
  }

  /// The property is not nil and comes after a value. SQL: `column > ?1`.
  public static func > (column: TypedColumn, value: Value.Wrapped) -> Condition<Root> {
    column.compareWrapped(.greater, value)
  }

  /// The property is not nil and comes after a value or equals it. SQL: `column >= ?1`.
  public static func >= (column: TypedColumn, value: Value.Wrapped) -> Condition<Root> {
    column.compareWrapped(.greaterOrEqual, value)
  }

  /// The property is not nil and lies in a closed range. SQL: `column BETWEEN ?1 AND ?2`.
  public func isBetween(_ range: ClosedRange<Value.Wrapped>) -> Condition<Root> {
    Condition(
      node: .between(
        keyPath, ConditionArgument(Value._some(range.lowerBound)),
        ConditionArgument(Value._some(range.upperBound))))
  }
}

extension TypedColumn where Value: _OptionalColumnValue {
  /// Whether the property is nil. SQL: `column IS NULL`.
  public var isNil: Condition<Root> { Condition(node: .isNull(keyPath)) }
}

extension TypedColumn where Value == String {
  /// The text matches a pattern, in which `%` stands for any text and `_` for any one character;
  /// letters A–Z match without case. SQL: `column LIKE ?1`.
  public func matches(_ pattern: String) -> Condition<Root> {
    Condition(node: .like(keyPath, pattern))
  }
}

extension TypedColumn where Value == String? {
  /// The text is not nil and matches a pattern, in which `%` stands for any text and `_` for any
  /// one character; letters A–Z match without case. SQL: `column LIKE ?1`.
  public func matches(_ pattern: String) -> Condition<Root> {
    Condition(node: .like(keyPath, pattern))
  }
}
