import Foundation
import PersistentObjects

extension CodecCase {
  /// The codecs of `CodecRegistry.standard`, and the alternatives to them.
  static var standard: [CodecCase] {
    numbers + texts + bytes + dates + foundation + derived
  }

  private static var numbers: [CodecCase] {
    [
      CodecCase("`Int`, any", IntCodec(), Sample.values { Int(truncatingIfNeeded: $0) }),
      CodecCase("`Int`, below 1,000", IntCodec(), Sample.values { Int($0 % 1000) }),
      CodecCase("`UInt64`, below 2⁶³", UInt64Codec(), Sample.values { $0 >> 1 }),
      CodecCase("`UInt64`, above", UInt64Codec(), Sample.values { $0 | 1 << 63 }),
      CodecCase("`Int128`", Int128Codec(), Sample.values { Int128($0) << 60 }),
      CodecCase("`UInt128`", UInt128Codec(), Sample.values { UInt128($0) << 60 }),
      CodecCase("`Double`", DoubleCodec(), Sample.values { Double($0) / 997 }),
      CodecCase("`Double`", DoubleAsBits(), Sample.values { Double($0) / 997 }),
      CodecCase("`Bool`", BoolCodec(), Sample.values { $0 & 1 == 1 }),
      CodecCase("`Decimal`, prices", DecimalCodec(), Sample.values(price)),
      CodecCase("`Decimal`, prices", DecimalAsInteger(scale: 2), Sample.values(price)),
    ]
  }

  private static var texts: [CodecCase] {
    [
      CodecCase("`String`, 8–23 letters", StringCodec(), Sample.names),
      CodecCase("`Character`", CharacterCodec(), Sample.names.compactMap(\.first)),
      CodecCase("`URL`", URLCodec(), Sample.urls),
      CodecCase("`UUID`", UUIDCodec(), Sample.uuids),
      CodecCase("`UUID`", UUIDAsBytes(), Sample.uuids),
    ]
  }

  private static var bytes: [CodecCase] {
    [
      CodecCase("`Data`, 64 bytes", DataCodec(), Sample.blobs),
      CodecCase("`[UInt8]`, 64 bytes", BytesCodec(), Sample.blobs.map(Array.init)),
    ]
  }

  private static var dates: [CodecCase] {
    [
      CodecCase("`Date`, to the last bit", DateCodec(), Sample.dates),
      CodecCase("`Date`, whole seconds", DateCodec(), Sample.dates.map(wholeSecond)),
      CodecCase("`Date`, to the last bit", DateAsReal(), Sample.dates),
      CodecCase(
        "`Date`, microseconds", DateAsMicroseconds(),
        Sample.dates.compactMap(DateAsMicroseconds.nearest)),
      CodecCase("`CalendarDay`", CalendarDayCodec(), Sample.dates.compactMap(day)),
      CodecCase(
        "`Duration`", DurationCodec(),
        Sample.values { Duration(secondsComponent: Int64($0 % 100_000), attosecondsComponent: 0) }),
      CodecCase("`DateComponents`, 6 fields", DateComponentsCodec(), Sample.dates.map(components)),
      CodecCase("`Calendar`", CalendarCodec(), Sample.values { _ in calendar }),
      CodecCase("`TimeZone`", TimeZoneCodec(), Sample.values { _ in zone }),
      CodecCase("`Locale`", LocaleCodec(), Sample.values { _ in Locale(identifier: "de_DE") }),
    ]
  }

  private static var foundation: [CodecCase] {
    [
      CodecCase("`NSString`", NSStringCodec(), Sample.names.map(NSString.init(string:))),
      CodecCase("`NSNumber`", NSNumberCodec(), Sample.values { NSNumber(value: Int($0 % 1000)) }),
      CodecCase("`NSDate`", NSDateCodec(), Sample.dates.map { NSDate(timeInterval: 0, since: $0) }),
      CodecCase(
        "`NSUUID`", NSUUIDCodec(), Sample.uuids.compactMap { NSUUID(uuidString: $0.uuidString) }),
      CodecCase(
        "`NSURL`", NSURLCodec(), Sample.urls.compactMap { NSURL(string: $0.absoluteString) }),
      CodecCase(
        "`NSDecimalNumber`", NSDecimalNumberCodec(),
        Sample.values { NSDecimalNumber(decimal: price($0)) }),
      CodecCase("`NSNull`", NSNullCodec(), Sample.values { _ in NSNull() }),
      CodecCase("`NSData`", NSDataCodec(), Sample.blobs.map(NSData.init(data:))),
    ]
  }

  private static var derived: [CodecCase] {
    [
      CodecCase(
        "`Int?`, half of them nil", OptionalCodec(IntCodec()),
        Sample.values { $0 & 1 == 0 ? nil : Int($0 % 1000) }),
      CodecCase(
        "an enum by its raw value", RawRepresentableCodec(base: StringCodec()),
        Sample.values { Sample.Suit.allCases[Int($0 % 4)] }),
      CodecCase(
        "an enum by the case's name", CaseNameCodec(),
        Sample.values { Sample.Suit.allCases[Int($0 % 4)] }),
      CodecCase(
        "`ClosedRange<Date>`", ClosedRangeCodec(DateCodec()),
        Sample.dates.map { $0...$0.addingTimeInterval(3600) }),
      CodecCase(
        "`Range<Int>`", RangeCodec(IntCodec()), Sample.values { 0..<Int($0 % 1000) }),
      CodecCase(
        "`Measurement<UnitLength>`", MeasurementCodec(),
        Sample.values { Measurement(value: Double($0 % 1000) / 8, unit: UnitLength.kilometers) }),
      CodecCase("a point of two numbers", JSONCodec(), Sample.values(point)),
      CodecCase("a point of two numbers", KeyedArchiveCodec(), Sample.values(point)),
    ]
  }

  // MARK: Values

  private static let calendar = Calendar(identifier: .gregorian)

  private static let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  private static func price(_ bits: UInt64) -> Decimal { Decimal(bits % 100_000) / 100 }

  private static func point(_ bits: UInt64) -> Sample.Point {
    Sample.Point(x: Double(bits % 1000) / 8, y: Double(bits % 997))
  }

  private static func wholeSecond(_ date: Date) -> Date {
    Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
  }

  private static func day(_ date: Date) -> CalendarDay? { CalendarDay(date, in: .gmt) }

  private static func components(_ date: Date) -> DateComponents {
    Calendar(identifier: .gregorian)
      .dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
  }
}
