public import Foundation

// The fields of dates, in the Gregorian calendar and a time zone: `$0.born.year(in: berlin) == 1971`. A date
// must be stored by `DateCodec`, else it is `notSearchable`; the zone must be one of the tz database, else it
// is `invalidQuery`. SQL on PostgreSQL: `extract(year FROM … AT TIME ZONE $1)::bigint`; in SQLite a function
// of ours.

/// `Date` and `Date?`.
public protocol _ColumnDate {
  /// `Int` or `Int?`.
  associatedtype _Field
}

extension Date: _ColumnDate {
  /// A number.
  public typealias _Field = Int
}

extension Optional: _ColumnDate where Wrapped == Date {
  /// A number, or nil for nil.
  public typealias _Field = Int?
}

extension QueryExpression where Value: _ColumnDate {
  /// The year.
  public func year(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> { field(.year, zone) }

  /// The quarter of the year, from 1 to 4.
  public func quarter(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.quarter, zone)
  }

  /// The month, from 1 to 12.
  public func month(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.month, zone)
  }

  /// The day of the month, from 1.
  public func day(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> { field(.day, zone) }

  /// The day of the year, from 1.
  public func dayOfYear(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.dayOfYear, zone)
  }

  /// The day of the week, as `Calendar` counts it: 1 is Sunday, 7 is Saturday.
  public func weekday(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.weekday, zone)
  }

  /// The hour, from 0 to 23.
  public func hour(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> { field(.hour, zone) }

  /// The minute, from 0 to 59.
  public func minute(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.minute, zone)
  }

  /// The second, from 0 to 59.
  public func second(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.second, zone)
  }

  private func field(_ field: DateField, _ zone: TimeZone) -> QueryExpression<Value._Field> {
    QueryExpression<Value._Field>(node: .date(field, node, zone: zone.identifier))
  }
}
