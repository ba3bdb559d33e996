import Foundation
import PersistentObjects
import TestSupport

extension Formulas {
  static let dates = [
    0, 0.25, -1, 86_399.999, 1_700_000_000, -1_500_000_000, 1_711_846_800, 951_782_400,
  ]
  .map(Date.init(timeIntervalSince1970:))
  static let zones = [
    "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe",
  ]
  .compactMap { TimeZone(identifier: $0) }

  func date(_ depth: Int) -> Formula<Date> {
    if depth == 0 { return pick(dateLeaves) }
    let next = depth - 1
    let seconds = pick([-86_400, -0.5, 0, 1, 3600, 1e6])
    let zone = pick(Self.zones)
    return choose([
      { self.pick(self.dateLeaves) },
      { self.choice(next, self.date, constant: self.pick(Self.dates)) },
      {
        self.applied(
          "addingTimeInterval(\(seconds))", self.date(next), { $0.addingTimeInterval(seconds) }
        ) { $0.addingTimeInterval(seconds) }
      },
      {
        self.applied("startOfDay(\(zone.identifier))", self.date(next), { $0.startOfDay(in: zone) })
        { calendar(zone).startOfDay(for: $0) }
      },
    ])
  }

  private var dateLeaves: [Formula<Date>] {
    [
      Formula("made", { $0.made.optional }, { $0.made }),
      Formula("sold", { $0.sold }, { $0.sold }),
      Formula("former.sold", { $0.former.sold }, { $0.former?.sold }),
    ]
  }

  /// A component of a date in its calendar.
  func field(_ depth: Int) -> Formula<Int> {
    let (date, zone) = (date(depth), pick(Self.zones))
    func field(
      _ name: String, _ component: Calendar.Component,
      _ expression: @escaping (QueryExpression<Date?>, TimeZone) -> QueryExpression<Int?>
    ) -> Formula<Int> {
      applied("\(name)(\(zone.identifier))", date, { expression($0, zone) }) {
        calendar(zone).component(component, from: $0)
      }
    }
    return choose([
      { field("year", .year) { $0.year(in: $1) } },
      { field("month", .month) { $0.month(in: $1) } },
      { field("day", .day) { $0.day(in: $1) } },
      { field("dayOfYear", .dayOfYear) { $0.dayOfYear(in: $1) } },
      { field("weekday", .weekday) { $0.weekday(in: $1) } },
      { field("hour", .hour) { $0.hour(in: $1) } },
      { field("minute", .minute) { $0.minute(in: $1) } },
      { field("second", .second) { $0.second(in: $1) } },
    ])
  }
}

private func calendar(_ zone: TimeZone) -> Calendar {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = zone
  return calendar
}
