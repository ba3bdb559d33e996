/// The SQL by which a database computes. Whatever is given need be no column, and the result is NULL where one of the
/// values is, unless it says otherwise.
public protocol ComputingDialect: Sendable {
  /// The greater of two integers, neither of which is NULL.
  func greatest(_ left: String, _ right: String) -> String
  /// The result of an operation on two numbers of a kind. What the kind cannot hold, a division by zero and a double
  /// that leaves the range of doubles are errors.
  /// Decimals and durations are computed as by ``ExactDecimal/result(of:_:_:)``; a duration is multiplied with a
  /// decimal that is a whole number, and divided by one.
  func arithmetic(
    _ operation: ArithmeticOperator, _ left: String, _ right: String, _ kind: NumberKind
  ) -> String
  /// The magnitude of a number.
  func magnitude(_ number: String, _ kind: NumberKind) -> String
  /// A number of another kind: an integer or a decimal as the nearest double, a double or a decimal as an integer,
  /// cut at the point, an integer as a decimal. A number beyond 64 bits is an error.
  func converted(_ number: String, from kind: NumberKind, to other: NumberKind) -> String
  /// An integer as people write it.
  func digits(ofInteger number: String) -> String
  /// The decimal that an integer of units of 10^−scale means.
  func decimal(ofUnits number: String, scale: Int) -> String
  /// A double, or a decimal with at most `digits` digits behind the point; doubles are rounded to whole numbers.
  func rounded(
    _ number: String, _ rule: FloatingPointRoundingRule, digits: Int, _ kind: NumberKind
  ) -> String
  /// The square root of a double; an error for one below zero.
  func squareRoot(_ number: String) -> String
  /// The result of a function on texts.
  func text(_ function: TextFunction, _ arguments: [String]) -> String
  /// A field of a moment as an integer.
  /// - Parameters:
  ///   - moment: a text in the form of ``Moment``, or a double of seconds since 2001-01-01 00:00:00
  ///     UTC.
  ///   - storage: which of them it is.
  ///   - zone: the time zone's identifier in the tz database.
  func date(_ field: DateField, of moment: String, _ storage: StorageClass, in zone: String)
    -> String
  /// The seconds from 2001-01-01 00:00:00 UTC to a moment, which is a text, as the nearest double.
  func seconds(of moment: String) -> String
  /// The first moment of the day, as seconds since 2001-01-01 00:00:00 UTC.
  func startOfDay(of moment: String, _ storage: StorageClass, in zone: String) -> String
  /// The sum of a column of numbers, as one of the same kind; NULL without any. A sum that the kind cannot hold is
  /// an error.
  func sum(_ expression: String, _ kind: NumberKind) -> String
  /// The least value of a column in its order, as one of its type; NULL without any.
  func minimum(_ expression: String, _ type: ColumnType) -> String
  /// The greatest value of a column in its order, as one of its type; NULL without any.
  func maximum(_ expression: String, _ type: ColumnType) -> String
  /// The average of a column of integers or of doubles, as a double; NULL without any. One that no double can say
  /// is NaN or an error.
  func average(_ expression: String, _ kind: NumberKind) -> String
}
