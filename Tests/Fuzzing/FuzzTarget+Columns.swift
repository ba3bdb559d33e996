import Foundation
import PersistentObjectsCodecs

extension FuzzTarget {
  /// The codecs of plain values.
  static func columns() throws -> [FuzzTarget] {
    try dates() + times() + numbers() + texts() + foundation() + derived() + json()
  }

  private static func dates() throws -> [FuzzTarget] {
    let dates = [0, 0.25, -978_307_200, 1e9 + 1 / 1024, -62_135_769_600].map {
      Date(timeIntervalSinceReferenceDate: $0)
    }
    return [
      try FuzzTarget("date-text", DateCodec(), dates),
      try FuzzTarget("date-real", DateAsReal(), dates),
      try FuzzTarget("date-timestamp", DateAsTimestamp(), Array(dates.prefix(1))),
      try FuzzTarget("date-microseconds", DateAsMicroseconds(), Array(dates.prefix(2))),
    ]
  }

  private static func times() throws -> [FuzzTarget] {
    let days = [(2026, 11, 21), (-44, 3, 15), (12_026, 2, 28)]
    let zones = ["Europe/Berlin", "GMT+0100"].compactMap { TimeZone(identifier: $0) }
    let calendars = zones.map { zone in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      return calendar
    }
    let components = [
      DateComponents(year: 2026, month: 11), DateComponents(timeZone: zones.first, weekday: 2),
    ]
    return [
      try FuzzTarget(
        "calendar-day", CalendarDayCodec(),
        days.compactMap { CalendarDay(year: $0.0, month: $0.1, day: $0.2) }),
      try FuzzTarget(
        "duration-text", DurationCodec(), [.zero, .milliseconds(-1500), .seconds(1 << 40)]),
      try FuzzTarget("date-components", DateComponentsCodec(), components),
      try FuzzTarget("calendar", CalendarCodec(), calendars),
      try FuzzTarget("time-zone", TimeZoneCodec(), zones),
      try FuzzTarget("locale", LocaleCodec(), ["de_DE", "zh-Hans"].map(Locale.init(identifier:))),
    ]
  }

  private static func numbers() throws -> [FuzzTarget] {
    let decimals = ["0", "1.5", "-12345678901234567890123456789012345678", "1e100", "-1e-100"]
    return [
      try FuzzTarget("integer", IntCodec(), [0, 7, .min, .max]),
      try FuzzTarget("integer-8", Int8Codec(), [0, 7, .min, .max]),
      try FuzzTarget("unsigned", UInt64Codec(), [0, 7, .max, 1 << 63]),
      try FuzzTarget("real", DoubleCodec(), [0, 0.1, -.infinity, .greatestFiniteMagnitude]),
      try FuzzTarget("float", FloatCodec(), [0, 0.5, .infinity]),
      try FuzzTarget("double-bits", DoubleAsBits(), [0.1, .nan]),
      try FuzzTarget("integer-128", Int128Codec(), [0, -7, .min, .max]),
      try FuzzTarget("unsigned-wide", UInt128Codec(), [0, 7, 1 << 63, .max]),
      try FuzzTarget("decimal-scaled", DecimalAsInteger(scale: 2), [0, 12.5, -99]),
      try FuzzTarget("bool", BoolCodec(), [true, false]),
      try FuzzTarget(
        "decimal-text", DecimalCodec(), decimals.compactMap { Decimal(string: $0, locale: nil) }),
    ]
  }

  private static func texts() throws -> [FuzzTarget] {
    let uuids = [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))]
    let urls = ["http://user:pass@a.example:80/b?c=d#e", "mailto:a@b", "relative/%20path"]
    return [
      try FuzzTarget("text", StringCodec(), ["", "a", "é漢👩‍👩‍👧", "a\0b"]),
      try FuzzTarget("character", CharacterCodec(), ["a", "👩‍👩‍👧"]),
      try FuzzTarget("bytes", DataCodec(), [Data(), Data([1, 2, 3])]),
      try FuzzTarget("uuid-text", UUIDCodec(), uuids),
      try FuzzTarget("uuid-bytes", UUIDAsBytes(), uuids),
      try FuzzTarget("url", URLCodec(), urls.compactMap { URL(string: $0) }),
    ]
  }

  private static func foundation() throws -> [FuzzTarget] {
    [
      try FuzzTarget("number", NSNumberCodec(), [1, 1.5, true, NSNumber(value: UInt64.max)]),
      try FuzzTarget("ns-string", NSStringCodec(), ["", "é漢"]),
      try FuzzTarget("null", NSNullCodec(), [NSNull()]),
    ]
  }

  private static func derived() throws -> [FuzzTarget] {
    let lengths = [
      Measurement(value: 12.5, unit: UnitLength.kilometers),
      Measurement(
        value: 3,
        unit: UnitLength(symbol: "smoot", converter: UnitConverterLinear(coefficient: 1.7018))),
    ]
    return [
      try FuzzTarget("range", RangeCodec(IntCodec()), [0..<0, -3..<8]),
      try FuzzTarget("closed-range", ClosedRangeCodec(StringCodec()), ["a"..."b'c"]),
      try FuzzTarget("range-from", PartialRangeFromCodec(DoubleCodec()), [0.5...]),
      try FuzzTarget("measurement", MeasurementCodec<UnitLength>(), lengths),
      try FuzzTarget("case-name", CaseNameCodec<Suit>(), Suit.allCases),
      try FuzzTarget(
        "compressed", CompressedCodec(StringCodec()), ["a", String(repeating: "ab", count: 999)]),
    ]
  }

  private static func json() throws -> [FuzzTarget] {
    [
      try FuzzTarget("json", JSONCodec<Plain>(), [Plain()]),
      try FuzzTarget("jsonb", JSONBCodec<Plain>(), [Plain()]),
      try FuzzTarget("json-lists", JSONCodec<[[Int?]]>(), [[[1, nil], []], []]),
    ]
  }
}

/// An enum without raw values.
enum Suit: CaseIterable, Sendable {
  case clubs, diamonds, hearts, spades
}

/// A value of plain parts.
struct Plain: Codable, Hashable {
  var text = "héllo", number = Int.min, unsigned = UInt64.max, real = 0.1, flag = true
  var nothing: String?
  var date = Date(timeIntervalSinceReferenceDate: 5)
  var data = Data([1, 2, 3])
  var list = [1, 2, 3], table = ["a": [1.5]]
}
