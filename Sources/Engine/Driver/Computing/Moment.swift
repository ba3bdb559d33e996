import Foundation

// A moment in a column, as databases and the engine read it:
//
//   moment = year "-" month "-" day " " hour ":" minute ":" second [ "." digit… ]    in UTC
//
// The year has four digits, from 0000 on, and the other fields have two. Days are those of the
// proleptic Gregorian calendar.

/// A moment with which drivers compute for databases without time zones.
///
/// ```swift
/// let hour = Moment(text: "2026-11-21 22:30:00")?.field(.hour, in: "Europe/Berlin")  // 23
/// ```
public struct Moment: Sendable {
  /// The whole seconds since 1970-01-01 00:00:00 UTC, rounded down.
  private let seconds: Int64
  /// The digits of the second after the point.
  private let fraction: String

  /// The characters between the fields. The last separator is missing if there is no fraction.
  private static let separators: [(position: Int, byte: UInt8)] = [
    (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: " ")),
    (13, UInt8(ascii: ":")), (16, UInt8(ascii: ":")), (19, UInt8(ascii: ".")),
  ]

  /// The seconds from 1970 to 2001.
  private static let reference: Int64 = 978_307_200

  /// Creates a moment from its stored form; nil for any other text.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 19 || bytes.count > 20,
      Self.separators.allSatisfy({ $0.position == bytes.count || bytes[$0.position] == $0.byte })
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      range.reduce(0) { value, index in
        guard let value, 48...57 ~= bytes[index] else { return nil }
        return value * 10 + Int64(bytes[index] - 48)
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60,
      bytes.dropFirst(20).allSatisfy({ 48...57 ~= $0 })
    else { return nil }
    let days = GregorianDay.daysSince1970(year, month, day)
    // A day after the end of its month is counted as one of the next month.
    if day > 28 && GregorianDay(daysSince1970: days).day != day { return nil }
    seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    fraction = String(decoding: bytes.dropFirst(20), as: UTF8.self)
  }

  /// Creates a moment from seconds since 2001-01-01 00:00:00 UTC, rounded down to whole seconds;
  /// nil beyond about 300,000 years.
  public init?(secondsSinceReferenceDate number: Double) {
    guard number.magnitude < 1e13 else { return nil }
    seconds = Int64(number.rounded(.down)) + Self.reference
    fraction = ""
  }

  /// The seconds since 2001-01-01 00:00:00 UTC, as the nearest double.
  public var secondsSinceReferenceDate: Double {
    let whole = seconds - Self.reference
    let digits = fraction.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
    guard whole < 0, !digits.isEmpty else { return Self.number("\(whole)", digits) }
    // −1 second plus 0.75 is −0.25.
    let rest = digits.dropLast().map { 105 - $0 } + [106 - (digits.last ?? 0)]
    return -Self.number("\(-1 - whole)", rest)
  }

  private static func number(_ whole: String, _ digits: some Sequence<UInt8>) -> Double {
    Double("\(whole)." + String(decoding: Array(digits) + [48], as: UTF8.self)) ?? .nan
  }

  /// Returns the first moment of its day, as seconds since 2001-01-01 00:00:00 UTC; nil for an
  /// unknown time zone.
  public func startOfDay(in zone: String) -> Double? {
    guard let zone = Self.timeZone(zone) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.startOfDay(for: date).timeIntervalSinceReferenceDate
  }

  /// Returns a field of the date; nil for an unknown time zone.
  public func field(_ field: DateField, in zone: String) -> Int64? {
    guard let zone = Self.timeZone(zone) else { return nil }
    let local = seconds + Int64(zone.secondsFromGMT(for: date))
    let days = local.quotient(by: 86_400)
    let second = local - days * 86_400
    let day = GregorianDay(daysSince1970: days)
    return switch field {
    case .year: day.year
    case .quarter: (day.month + 2) / 3
    case .month: day.month
    case .day: day.day
    case .dayOfYear: days - GregorianDay.daysSince1970(day.year, 1, 1) + 1
    // 1 January 1970 was a Thursday.
    case .weekday: (days + 4) - (days + 4).quotient(by: 7) * 7 + 1
    case .hour: second / 3600
    case .minute: second / 60 % 60
    case .second: second % 60
    }
  }

  /// Returns a zone of the tz database; nil for another name.
  ///
  /// Foundation also takes offsets, such as `GMT+0100`, which queries refuse. On Linux, it stops
  /// the process for some names that only begin like an offset, and SQL can contain any name.
  private static func timeZone(_ name: String) -> TimeZone? {
    let isOffset = name.hasPrefix("GMT") || name.hasPrefix("UTC")
    if isOffset && !["GMT", "GMT0", "UTC"].contains(name) { return nil }
    return TimeZone(identifier: name)
  }

  private var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}
