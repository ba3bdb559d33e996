// Sums and averages. SQL computes them if the codec stores the numbers unchanged; otherwise the
// column is read row by row and added up in Swift, exactly.

extension Aggregate {
  /// Computes the sum of the values that are not nil; zero if there are none. SQL: `sum(column)`.
  ///
  /// SQL adds 64-bit integers, doubles, and what `DecimalCodec` and `DurationCodec` store; Swift
  /// adds all other values row by row. If the sum does not fit, throws `databaseFailed`,
  /// `invalidQuery` or `decodingFailed`, depending on where the overflow is detected.
  ///
  /// - Parameter condition: the condition for an object to count:
  ///   `.sum(\.x, where: { $0.isPaid })`, in SQL `sum(CASE WHEN is_paid = ?1 THEN x END)`. The
  ///   other aggregates take it, too.
  public static func sum<Value: Summable>(
    _ column: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate where Result == Value._Sum {
    total(of: AggregateArgument(column, where: condition), by: Value._sum)
  }

  /// Computes the average of the values that are not nil, like a sum; nil if there are none. SQL:
  /// `avg(column)`.
  public static func average<Value: Summable>(
    _ column: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate where Result == Value._Average? {
    mean(Value.self, of: AggregateArgument(column, where: condition))
  }
}

extension Aggregate where Result: FixedWidthInteger {
  /// Computes the sum of integers as a type that may be wider than the property's:
  /// `.sum(\.size, as: Int128.self)`.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value>, as type: Result.Type
  ) -> Aggregate { total(of: AggregateArgument(column), by: .integers(Value.self)) }

  /// Computes the sum of integers as a type that may be wider; nil values are left out.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value?>, as type: Result.Type
  ) -> Aggregate { total(of: AggregateArgument(column), by: .integers(Value.self)) }
}
