// Sums and averages. SQL computes them if the codec stores values as those very numbers; otherwise
// the column is read row by row and added up in Swift, exactly.

extension Aggregate where Result == Int {
  /// The sum of whole numbers; 0 without values. Throws `invalidQuery` or `databaseFailed` when it
  /// does not fit, depending on whether the engine or the database notices. SQL: `sum(column)`.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate { integers(column(Columns()).path, as: Value.self) }

  /// The sum of whole numbers; nil values are left out.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate { integers(column(Columns()).path, as: Value.self) }
}

extension Aggregate where Result: FixedWidthInteger {
  /// The sum of whole numbers as a type that may be wider than the property's: `.sum(\.size, as:
  /// Int128.self)`.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value>, as type: Result.Type
  ) -> Aggregate { integers(column(Columns()).path, as: Value.self) }

  /// The sum of whole numbers as a type that may be wider; nil values are left out.
  public static func sum<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value?>, as type: Result.Type
  ) -> Aggregate { integers(column(Columns()).path, as: Value.self) }

  static func integers<Value: FixedWidthInteger>(
    _ path: ColumnPath, as type: Value.Type
  ) -> Aggregate {
    Aggregate(AggregateColumn(function: .sum, path: path)) { operand, row, index in
      guard !row.isNull(at: index) else { return 0 }
      guard let sum = row.storedInteger(at: index).flatMap({ Result(exactly: $0) }) else {
        throw operand.sumOverflow(Result.self)
      }
      return sum
    } fold: { operand in
      // SQLite's sums have 64 bits.
      if operand.storesNumbers(of: Value.self) && Result.bitWidth <= 64 { return nil }
      return integerFold(operand, as: Value.self)
    }
  }

  private static func integerFold<Value: FixedWidthInteger>(
    _ operand: Operand, as type: Value.Type
  ) -> Fold<Result> {
    var sum: Result = 0
    return Fold { row, index in
      let value = try operand.value(Value.self, in: row, at: index)
      guard let addend = Result(exactly: value),
        case let (next, overflow) = sum.addingReportingOverflow(addend), !overflow
      else { throw operand.sumOverflow(Result.self) }
      sum = next
    } result: {
      sum
    }
  }
}

extension Aggregate where Result == Double {
  /// The sum; 0 without values. SQL: `sum(column)`.
  public static func sum<Value: BinaryFloatingPoint>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate { reals(column(Columns()).path, as: Value.self) }

  /// The sum; nil values are left out.
  public static func sum<Value: BinaryFloatingPoint>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate { reals(column(Columns()).path, as: Value.self) }

  static func reals<Value: BinaryFloatingPoint>(
    _ path: ColumnPath, as type: Value.Type
  ) -> Aggregate {
    Aggregate(AggregateColumn(function: .sum, path: path)) { operand, row, index in
      row.isNull(at: index) ? 0 : try RealCoding().decodeResult(from: row, at: index)
    } fold: { operand in
      if operand.stores(Value(2.5), as: .real(2.5)) { return nil }
      var sum = 0.0
      return Fold { row, index in
        sum += Double(try operand.value(Value.self, in: row, at: index))
      } result: {
        sum
      }
    }
  }
}

extension Aggregate where Result: ExactlySummable {
  /// The exact sum, zero without values. The column is read row by row. Throws `invalidQuery` when
  /// the type cannot hold the sum.
  public static func sum(_ column: ColumnChoice<Root, Result>) -> Aggregate {
    exactSum(column(Columns()).path)
  }

  /// The exact sum; nil values are left out.
  public static func sum(_ column: ColumnChoice<Root, Result?>) -> Aggregate {
    exactSum(column(Columns()).path)
  }

  static func exactSum(_ path: ColumnPath) -> Aggregate {
    Aggregate(AggregateColumn(function: .sum, path: path)) { _, _, _ in
      .zero
    } fold: { operand in
      var sum = ExactSum<Result>()
      return Fold { row, index in
        try sum.add(operand, row: row, index: index)
      } result: {
        sum.total
      }
    }
  }
}

extension Aggregate where Result == Double? {
  /// The average of whole numbers, nil without values. SQL: `avg(column)`.
  public static func average<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate { mean(column(Columns()).path, of: AveragedNumber(integer: Value.self)) }

  /// The average of whole numbers that are not nil.
  public static func average<Value: FixedWidthInteger>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate { mean(column(Columns()).path, of: AveragedNumber(integer: Value.self)) }

  /// The average, nil without values. SQL: `avg(column)`.
  public static func average<Value: BinaryFloatingPoint>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate { mean(column(Columns()).path, of: AveragedNumber(real: Value.self)) }

  /// The average of values that are not nil.
  public static func average<Value: BinaryFloatingPoint>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate { mean(column(Columns()).path, of: AveragedNumber(real: Value.self)) }
}

extension Aggregate {
  /// The exact sum divided by the number of values, nil without values. The column is read row by
  /// row.
  public static func average<Value: ExactlySummable>(
    _ column: ColumnChoice<Root, Value>
  ) -> Aggregate where Result == Value? { exactMean(column(Columns()).path) }

  /// The exact sum divided by the number of values that are not nil.
  public static func average<Value: ExactlySummable>(
    _ column: ColumnChoice<Root, Value?>
  ) -> Aggregate where Result == Value? { exactMean(column(Columns()).path) }

  static func mean(
    _ path: ColumnPath, of number: AveragedNumber
  ) -> Aggregate where Result == Double? {
    Aggregate(AggregateColumn(function: .average, path: path)) { operand, row, index in
      row.isNull(at: index) ? nil : try RealCoding().decodeResult(from: row, at: index)
    } fold: { operand in
      if number.isStoredAsItself(operand) { return nil }
      var (sum, count) = (0.0, 0)
      return Fold { row, index in
        sum += try number.read(operand, row, index)
        count += 1
      } result: {
        count == 0 ? nil : sum / Double(count)
      }
    }
  }

  static func exactMean<Value: ExactlySummable>(
    _ path: ColumnPath
  ) -> Aggregate where Result == Value? {
    Aggregate(AggregateColumn(function: .average, path: path)) { _, _, _ in
      nil
    } fold: { operand in
      var sum = ExactSum<Value>()
      return Fold { row, index in
        try sum.add(operand, row: row, index: index)
      } result: {
        sum.count == 0 ? nil : sum.total.divided(by: sum.count)
      }
    }
  }
}

private struct ExactSum<Value: ExactlySummable> {
  private(set) var total = Value.zero
  private(set) var count = 0

  mutating func add(_ operand: Operand, row: Row, index: Int) throws {
    let value = try operand.value(Value.self, in: row, at: index)
    guard let next = total.addingExactly(value) else { throw operand.sumOverflow(Value.self) }
    total = next
    count += 1
  }
}

/// A number of some type as a double.
struct AveragedNumber {
  let isStoredAsItself: (Operand) -> Bool
  let read: (Operand, Row, Int) throws -> Double

  init<Value: FixedWidthInteger>(integer: Value.Type) {
    isStoredAsItself = { $0.storesNumbers(of: Value.self) }
    read = { Double(try $0.value(Value.self, in: $1, at: $2)) }
  }

  init<Value: BinaryFloatingPoint>(real: Value.Type) {
    isStoredAsItself = { $0.stores(Value(2.5), as: .real(2.5)) }
    read = { Double(try $0.value(Value.self, in: $1, at: $2)) }
  }
}

extension Operand {
  /// Whether SQL can add the numbers up: all numbers of the type are stored as those very integers.
  fileprivate func storesNumbers<Value: FixedWidthInteger>(of type: Value.Type) -> Bool {
    Int64(exactly: Value.max) != nil && stores(Value(7), as: .integer(7))
  }

  fileprivate func sumOverflow(_ type: Any.Type) -> PersistenceError {
    invalidQuery("the sum does not fit into \(type)")
  }
}
