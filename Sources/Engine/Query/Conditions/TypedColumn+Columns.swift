// Comparisons of two properties of an object, or of objects that it refers to. Either may be nil
// where the other cannot. Both must be stored by the same codec, otherwise `invalidQuery`.

extension TypedColumn {
  private func compare<Other>(
    _ comparison: ComparisonOperator, to other: TypedColumn<Root, Other>
  ) -> Condition<Root> {
    Condition(node: .columns(path, comparison, other.path))
  }

  /// Both properties are equal, or both nil. SQL: `column IS other`.
  public static func == (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.equal, to: other) }

  /// The properties differ.
  public static func != (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { !column.compare(.equal, to: other) }

  /// Both properties are equal, or both nil. SQL: `column IS other`.
  public static func == (
    column: TypedColumn, other: TypedColumn<Root, Value?>
  ) -> Condition<Root> { column.compare(.equal, to: other) }

  /// The properties differ.
  public static func != (
    column: TypedColumn, other: TypedColumn<Root, Value?>
  ) -> Condition<Root> { !column.compare(.equal, to: other) }

  /// Both properties are equal, or both nil. SQL: `column IS other`.
  public static func == <Other>(
    column: TypedColumn, other: TypedColumn<Root, Other>
  ) -> Condition<Root> where Value == Other? { column.compare(.equal, to: other) }

  /// The properties differ.
  public static func != <Other>(
    column: TypedColumn, other: TypedColumn<Root, Other>
  ) -> Condition<Root> where Value == Other? { !column.compare(.equal, to: other) }
}

extension TypedColumn where Value: Comparable {
  /// The property comes before the other one. SQL: `column < other`.
  public static func < (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.less, to: other) }

  /// The property comes before the other one or equals it. SQL: `column <= other`.
  public static func <= (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.lessOrEqual, to: other) }

  /// The property comes after the other one. SQL: `column > other`.
  public static func > (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.greater, to: other) }

  /// The property comes after the other one or equals it. SQL: `column >= other`.
  public static func >= (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.greaterOrEqual, to: other) }

  /// The property comes before the other one. SQL: `column < other`.
  public static func < (
    column: TypedColumn, other: TypedColumn<Root, Value?>
  ) -> Condition<Root> { column.compare(.less, to: other) }

  /// The property comes before the other one or equals it. SQL: `column <= other`.
  public static func <= (
    column: TypedColumn, other: TypedColumn<Root, Value?>
  ) -> Condition<Root> { column.compare(.lessOrEqual, to: other) }

  /// The property comes after the other one. SQL: `column > other`.
  public static func > (
    column: TypedColumn, other: TypedColumn<Root, Value?>
  ) -> Condition<Root> { column.compare(.greater, to: other) }

  /// The property comes after the other one or equals it. SQL: `column >= other`.
  public static func >= (
    column: TypedColumn, other: TypedColumn<Root, Value?>
  ) -> Condition<Root> { column.compare(.greaterOrEqual, to: other) }
}

extension TypedColumn where Value: _OptionalColumnValue, Value.Wrapped: Comparable {
  /// The property comes before the other one. SQL: `column < other`.
  public static func < (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.less, to: other) }

  /// The property comes before the other one or equals it. SQL: `column <= other`.
  public static func <= (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.lessOrEqual, to: other) }

  /// The property comes after the other one. SQL: `column > other`.
  public static func > (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.greater, to: other) }

  /// The property comes after the other one or equals it. SQL: `column >= other`.
  public static func >= (
    column: TypedColumn, other: TypedColumn<Root, Value>
  ) -> Condition<Root> { column.compare(.greaterOrEqual, to: other) }

  /// The property comes before the other one. SQL: `column < other`.
  public static func < (
    column: TypedColumn, other: TypedColumn<Root, Value.Wrapped>
  ) -> Condition<Root> { column.compare(.less, to: other) }

  /// The property comes before the other one or equals it. SQL: `column <= other`.
  public static func <= (
    column: TypedColumn, other: TypedColumn<Root, Value.Wrapped>
  ) -> Condition<Root> { column.compare(.lessOrEqual, to: other) }

  /// The property comes after the other one. SQL: `column > other`.
  public static func > (
    column: TypedColumn, other: TypedColumn<Root, Value.Wrapped>
  ) -> Condition<Root> { column.compare(.greater, to: other) }

  /// The property comes after the other one or equals it. SQL: `column >= other`.
  public static func >= (
    column: TypedColumn, other: TypedColumn<Root, Value.Wrapped>
  ) -> Condition<Root> { column.compare(.greaterOrEqual, to: other) }
}
