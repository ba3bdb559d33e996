/// A field of a date in a time zone.
///
/// See ``ComputingDialect``.
public enum DateField: String, Sendable, CaseIterable {
  /// The year.
  case year
  /// The quarter of the year, from 1 to 4.
  case quarter
  /// The month, from 1 to 12.
  case month
  /// The day of the month, from 1.
  case day
  /// The day of the year, from 1.
  case dayOfYear
  /// The day of the week: 1 is Sunday, 7 is Saturday.
  case weekday
  /// The hour, from 0 to 23.
  case hour
  /// The minute, from 0 to 59.
  case minute
  /// The second, from 0 to 59.
  case second
}
