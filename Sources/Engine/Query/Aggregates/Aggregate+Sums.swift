// Sums and averages. SQL computes them if the codec stores values as those very numbers; otherwise
// the column is read row by row and added up in Swift, exactly.

extension Aggregate {
  /// The sum of values that are not nil; zero without any. SQL: `sum(column)`.
  ///
  /// Throws `invalidQuery` or `databaseFailed` when the sum does not fit, depending on whether the
  /// engine or the database notices.
  ///
  /// - Parameter condition: which of the objects count: `.sum(\.x, where: { $0.isPaid })`, in SQL
  ///   `sum(CASE WHEN is_paid = ?1 THEN x END)`. So with the other aggregates.
  public static func sum<Value: Summable>(
    _ column: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate where Result == Value._Sum {
    total(of: AggregateArgument(column, where: condition), by: Value._sum)
  }

  /// The average of values that are not nil; nil without any. SQL: `avg(column)`.
  public static func average<Value: Summable>(
    _ column: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate where Result == Value._Average? {
    mean(Value.self, of: AggregateArgument(column, where: condition))
  }
}

extension Aggregate where Result: FixedWidthInteger {
  /// The sum of whole numbers as a type that may be wider than the property's: `.sum(\.size, as:
  /// Int128.self)`.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value>, as type: Result.Type
  ) -> Aggregate { total(of: AggregateArgument(column), by: .integers(Value.self)) }

  /// The sum of whole numbers as a type that may be wider; nil values are left out.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value?>, as type: Result.Type
  ) -> Aggregate { total(of: AggregateArgument(column), by: .integers(Value.self)) }
}
