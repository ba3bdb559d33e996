/// The SQL with which a database computes. Operands can be any expressions, not only columns.
/// Unless a requirement says otherwise, the result is NULL if one of the values is NULL.
///
/// ```swift
/// extension ShopDialect {
///   func magnitude(_ number: SQLText, _ kind: NumberKind) -> SQLText {
///     kind.isText ? "shop_magnitude(\(number))" : "abs(\(number))"
///   }
///   func date(
///     _ field: DateField, of moment: SQLText, _ storage: StorageClass, in zone: String
///   ) -> SQLText { "shop_date_\(field.rawValue)(\(moment), \(.text(zone)))" }
/// }
/// ```
public protocol ComputingDialect: Sendable {
  /// Returns the greater of two integers, neither of which is NULL.
  func greatest(_ left: SQLText, _ right: SQLText) -> SQLText
  /// Returns the result of an operation on two numbers of a kind. A result that the kind cannot
  /// hold, a division by zero, and a double out of the range of doubles are errors. Decimals and
  /// durations are computed as by ``ExactDecimal/result(of:_:_:)``; a duration is multiplied or
  /// divided by a decimal that is a whole number.
  func arithmetic(
    _ operation: ArithmeticOperator, _ left: SQLText, _ right: SQLText, _ kind: NumberKind
  ) -> SQLText
  /// Returns the magnitude of a number.
  func magnitude(_ number: SQLText, _ kind: NumberKind) -> SQLText
  /// Returns a number converted to another kind: an integer or a decimal to the nearest double, a
  /// double or a decimal to an integer by truncation, or an integer to a decimal. An integer beyond
  /// 64 bits is an error.
  func converted(_ number: SQLText, from kind: NumberKind, to other: NumberKind) -> SQLText
  /// Returns an integer in decimal notation, as text.
  func digits(ofInteger number: SQLText) -> SQLText
  /// Returns the decimal that equals an integer times 10^−scale.
  func decimal(ofUnits number: SQLText, scale: Int) -> SQLText
  /// Returns a rounded number: a decimal with at most `digits` digits after the point, or a double
  /// that is a whole number.
  func rounded(
    _ number: SQLText, _ rule: FloatingPointRoundingRule, digits: Int, _ kind: NumberKind
  ) -> SQLText
  /// Returns the square root of a double; a negative one is an error.
  func squareRoot(_ number: SQLText) -> SQLText
  /// Returns the result of a function on texts.
  func text(_ function: TextFunction, _ arguments: [SQLText]) -> SQLText
  /// Returns a field of a moment as an integer.
  /// - Parameters:
  ///   - field: the field, such as the hour.
  ///   - moment: a text in the form of ``Moment``, or a double of seconds since 2001-01-01 00:00:00
  ///     UTC.
  ///   - storage: which of the two it is.
  ///   - zone: the time zone's identifier in the tz database, to be written as the value
  ///     `\(.text(zone))`. It is none of CET, EET, MET and WET, which databases may take for
  ///     abbreviations without summer time.
  func date(_ field: DateField, of moment: SQLText, _ storage: StorageClass, in zone: String)
    -> SQLText
  /// Returns the seconds from 2001-01-01 00:00:00 UTC to a moment, given as a text, as the nearest
  /// double.
  func seconds(of moment: SQLText) -> SQLText
  /// Returns the first moment of the day, as seconds since 2001-01-01 00:00:00 UTC.
  func startOfDay(of moment: SQLText, _ storage: StorageClass, in zone: String) -> SQLText
  /// Returns the sum of a column of numbers, as a number of the same kind; NULL if there are none.
  /// A sum that the kind cannot hold is an error; one of doubles may be infinite instead.
  func sum(_ expression: SQLText, _ kind: NumberKind) -> SQLText
  /// Returns the least value of a column in the column's order, as a value of its type; NULL if
  /// there is none.
  func minimum(_ expression: SQLText, _ type: ColumnType) -> SQLText
  /// Returns the greatest value of a column in the column's order, as a value of its type; NULL if
  /// there is none.
  func maximum(_ expression: SQLText, _ type: ColumnType) -> SQLText
  /// Returns the average of a column of integers or of doubles, as a double; NULL if there are
  /// none. An average that no double can represent is NaN or an error; if the sum is beyond the
  /// range of doubles, it may be infinite.
  func average(_ expression: SQLText, _ kind: NumberKind) -> SQLText
}

extension ComputingDialect {
  /// `greatest(x, y)`.
  public func greatest(_ left: SQLText, _ right: SQLText) -> SQLText {
    "greatest(\(left), \(right))"
  }
  /// `min(x)`.
  public func minimum(_ expression: SQLText, _ type: ColumnType) -> SQLText {
    "min(\(expression))"
  }
  /// `max(x)`.
  public func maximum(_ expression: SQLText, _ type: ColumnType) -> SQLText {
    "max(\(expression))"
  }
}
