// Comparisons by order, with values.

extension TypedColumn where Value: Comparable {
  /// The property comes before a value. SQL: `column < ?1`.
  public static func < (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.less, with: value)
  }

  /// The property comes before a value or equals it. SQL: `column <= ?1`.
  public static func <= (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.lessOrEqual, with: value)
  }

  /// The property comes after a value. SQL: `column > ?1`.
  public static func > (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.greater, with: value)
  }

  /// The property comes after a value or equals it. SQL: `column >= ?1`.
  public static func >= (column: TypedColumn, value: Value) -> Condition<Root> {
    column.compare(.greaterOrEqual, with: value)
  }

  /// The property lies in a closed range. SQL: `column BETWEEN ?1 AND ?2`.
  public func isBetween(_ range: ClosedRange<Value>) -> Condition<Root> {
    isWithin(range)
  }
}

extension TypedColumn where Value: _OptionalColumnValue, Value.Wrapped: Comparable {
  /// The property is not nil and comes before a value. SQL: `column < ?1`.
  public static func < (column: TypedColumn, value: Value.Wrapped) -> Condition<Root> {
    column.compare(.less, with: value)
  }

  /// The property is not nil and comes before a value or equals it. SQL: `column <= ?1`.
  public static func <= (column: TypedColumn, value: Value.Wrapped) -> Condition<Root> {
    column.compare(.lessOrEqual, with: value)
  }

  /// The property is not nil and comes after a value. SQL: `column > ?1`.
  public static func > (column: TypedColumn, value: Value.Wrapped) -> Condition<Root> {
    column.compare(.greater, with: value)
  }

  /// The property is not nil and comes after a value or equals it. SQL: `column >= ?1`.
  public static func >= (column: TypedColumn, value: Value.Wrapped) -> Condition<Root> {
    column.compare(.greaterOrEqual, with: value)
  }

  /// The property is not nil and lies in a closed range. SQL: `column BETWEEN ?1 AND ?2`.
  public func isBetween(_ range: ClosedRange<Value.Wrapped>) -> Condition<Root> {
    isWithin(range)
  }
}

extension TypedColumn {
  private func isWithin<Bound>(_ range: ClosedRange<Bound>) -> Condition<Root> {
    Condition(
      node: .between(
        path, ConditionArgument(range.lowerBound), ConditionArgument(range.upperBound)))
  }
}
