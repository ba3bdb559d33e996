// Sums and averages. SQL computes them if the codec stores values as those very numbers; otherwise
// the column is read row by row and added up in Swift, exactly.

extension Aggregate where Result == Int {
  /// The sum of whole numbers; 0 without values. Throws `invalidQuery` or `databaseFailed` when it
  /// does not fit, depending on whether the engine or the database notices. SQL: `sum(column)`.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate { total(of: column(Columns()).path, by: .integers(Value.self)) }

  /// The sum of whole numbers; nil values are left out.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate { total(of: column(Columns()).path, by: .integers(Value.self)) }
}

extension Aggregate where Result: FixedWidthInteger {
  /// The sum of whole numbers as a type that may be wider than the property's: `.sum(\.size, as:
  /// Int128.self)`.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value>, as type: Result.Type
  ) -> Aggregate { total(of: column(Columns()).path, by: .integers(Value.self)) }

  /// The sum of whole numbers as a type that may be wider; nil values are left out.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value?>, as type: Result.Type
  ) -> Aggregate { total(of: column(Columns()).path, by: .integers(Value.self)) }
}

extension Aggregate where Result == Double {
  /// The sum; 0 without values. SQL: `sum(column)`.
  public static func sum<Value: BinaryFloatingPoint>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate { total(of: column(Columns()).path, by: .reals(Value.self)) }

  /// The sum; nil values are left out.
  public static func sum<Value: BinaryFloatingPoint>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate { total(of: column(Columns()).path, by: .reals(Value.self)) }
}

extension Aggregate where Result: ExactlySummable {
  /// The exact sum, zero without values. The column is read row by row. Throws `invalidQuery` when
  /// the type cannot hold the sum.
  public static func sum(_ column: ColumnChoice<Root, Result>) -> Aggregate {
    total(of: column(Columns()).path, by: .exact)
  }

  /// The exact sum; nil values are left out.
  public static func sum(_ column: ColumnChoice<Root, Result?>) -> Aggregate {
    total(of: column(Columns()).path, by: .exact)
  }
}

extension Aggregate where Result == Double? {
  /// The average of whole numbers, nil without values. SQL: `avg(column)`.
  public static func average<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate { mean(of: column(Columns()).path, by: .integers(Value.self)) }

  /// The average of whole numbers that are not nil.
  public static func average<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate { mean(of: column(Columns()).path, by: .integers(Value.self)) }

  /// The average, nil without values. SQL: `avg(column)`.
  public static func average<Value: BinaryFloatingPoint>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate { mean(of: column(Columns()).path, by: .reals(Value.self)) }

  /// The average of values that are not nil.
  public static func average<Value: BinaryFloatingPoint>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate { mean(of: column(Columns()).path, by: .reals(Value.self)) }
}

extension Aggregate {
  /// The exact sum divided by the number of values, nil without values. The column is read row by
  /// row.
  public static func average<Value: ExactlySummable>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate where Result == Value? { exactMean(of: column(Columns()).path) }

  /// The exact sum divided by the number of values that are not nil.
  public static func average<Value: ExactlySummable>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate where Result == Value? { exactMean(of: column(Columns()).path) }
}
