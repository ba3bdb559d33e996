public import Foundation
import PersistentObjectsDriver

// The fields of dates, in the proleptic Gregorian calendar and a time zone:
// `$0.born.year(in: berlin) == 1971`, and dates moved by an interval. A date must be stored by
// `DateCodec` or `DateAsReal`, otherwise it is `notSearchable`; the zone must be in the tz
// database, and none of CET, EET, MET and WET, otherwise it is `invalidQuery`. SQL on PostgreSQL:
// `extract(year FROM … AT TIME ZONE $1)::bigint`; on SQLite a function of the package.

/// `Date` and `Date?`.
public protocol _ColumnDate {
  /// `Int` or `Int?`.
  associatedtype _Field
  /// `Double` or `Double?`.
  associatedtype _Interval
}

extension Date: _ColumnDate {
  /// A number.
  public typealias _Field = Int
  /// A number of seconds.
  public typealias _Interval = Double
}

extension Optional: _ColumnDate where Wrapped == Date {
  /// A number, or nil for nil.
  public typealias _Field = Int?
  /// A number of seconds, or nil for nil.
  public typealias _Interval = Double?
}

extension QueryExpression where Value: _ColumnDate {
  /// Returns the year of the Gregorian calendar, which is extended into the past: before 15 October
  /// 1582, days and years differ from those of Foundation's `Calendar`.
  public func year(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> { field(.year, zone) }

  /// Returns the quarter of the year, from 1 to 4.
  public func quarter(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.quarter, zone)
  }

  /// Returns the month, from 1 to 12.
  public func month(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.month, zone)
  }

  /// Returns the day of the month, from 1.
  public func day(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> { field(.day, zone) }

  /// Returns the day of the year, from 1.
  public func dayOfYear(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.dayOfYear, zone)
  }

  /// Returns the day of the week, as `Calendar` counts it: 1 is Sunday, 7 is Saturday.
  public func weekday(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.weekday, zone)
  }

  /// Returns the hour, from 0 to 23.
  public func hour(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> { field(.hour, zone) }

  /// Returns the minute, from 0 to 59.
  public func minute(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.minute, zone)
  }

  /// Returns the second, from 0 to 59.
  public func second(in zone: TimeZone = .gmt) -> QueryExpression<Value._Field> {
    field(.second, zone)
  }

  private func field(_ field: DateField, _ zone: TimeZone) -> QueryExpression<Value._Field> {
    QueryExpression<Value._Field>(node: .date(.field(field), node, zone: zone.identifier))
  }
}

extension QueryExpression where Value: _ColumnDate {
  /// Returns the first moment of the day, as `Calendar` defines it.
  public func startOfDay(in zone: TimeZone = .gmt) -> QueryExpression {
    QueryExpression(node: .date(.startOfDay, node, zone: zone.identifier))
  }

  /// Returns the date the given number of seconds later: `$0.ordered.addingTimeInterval(3600) <
  /// $0.shipped`. As in Swift, the result is a double of seconds since 2001. A column of
  /// `DateCodec` cannot be set to it.
  public func addingTimeInterval(_ seconds: TimeInterval) -> QueryExpression {
    adding(.argument(ComputedArgument(seconds)), Double._form)
  }

  /// Returns the date the given number of seconds later.
  public func addingTimeInterval(_ seconds: QueryExpression<Double>) -> QueryExpression {
    adding(seconds.node, Double._form)
  }

  /// Returns the date moved by a duration: `$0.ordered.adding(.seconds(3600))`.
  public func adding(_ time: Duration) -> QueryExpression {
    let (seconds, attoseconds) = time.components
    return addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// Returns the date moved by a duration.
  public func adding(_ time: QueryExpression<Duration>) -> QueryExpression {
    adding(.number(.converted(Double._form), time.node, Duration._form), Double._form)
  }

  private func adding(_ time: ValueNode, _ form: _ComputedForm) -> QueryExpression {
    QueryExpression(
      node: .arithmetic(.add, node, time, ComputedForms(.moment, form, result: .moment)))
  }

  /// Returns the seconds from another date to this one, as a double, as in Swift.
  public func timeIntervalSince(_ date: Date) -> QueryExpression<Value._Interval> {
    since(.argument(ComputedArgument(date)))
  }

  /// Returns the seconds from another date to this one.
  public func timeIntervalSince(
    _ date: QueryExpression<Date>
  ) -> QueryExpression<Value._Interval> { since(date.node) }

  /// Returns the seconds from another date to this one; nil if either is nil.
  public func timeIntervalSince(_ date: QueryExpression<Date?>) -> QueryExpression<Double?> {
    since(date.node)
  }

  private func since<Result>(_ date: ValueNode) -> QueryExpression<Result> {
    QueryExpression<Result>(
      node: .arithmetic(
        .subtract, node, date, ComputedForms(.moment, .moment, result: Double._form)))
  }
}
