import Foundation
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsEngine
import Testing

struct DateCodecTests {
  @Test func datesAreExactToTheBitAndOrdered() async throws {
    var random = ValueSource()
    let dates = Self.edges + (0..<60).map { _ in Self.anyDate(&random) }
    let withNeighbours = dates.flatMap { [$0, $0.nextDown, $0.nextUp] }
    try await verifyCodec(
      DateCodec(), samples: withNeighbours.filter { Self.years.contains($0) }.map(Self.date),
      generator: { $0.date() }, isSame: { $0.isSameMoment(as: $1) }, isEqual: ==, isLess: <)
  }

  /// Tests many more dates, in memory: each next to its neighbour, over all magnitudes from 2^-1074
  /// s to the largest.
  @Test func neighboursNeverShareATextOrSwapOrder() throws {
    var random = ValueSource()
    let codec = DateCodec()
    for _ in 0..<100_000 {
      let low = Self.anyDate(&random)
      guard Self.years.contains(low), Self.years.contains(low.nextUp),
        low != 0, low.nextUp != 0
      else { continue }
      let (a, b) = (try codec.stored(Self.date(low)), try codec.stored(Self.date(low.nextUp)))
      guard case .text(let a) = a, case .text(let b) = b, a < b,
        try Self.bits(codec.decoded(.text(a))) == low.bitPattern,
        try Self.bits(codec.decoded(.text(b))) == low.nextUp.bitPattern
      else {
        Issue.record("\(low) and the next are \(a) and \(b)")
        return
      }
    }
  }

  @Test(arguments: [
    (0, "2001-01-01 00:00:00"), (-0.0, "2001-01-01 00:00:00"), (0.5, "2001-01-01 00:00:00.5"),
    (-0.25, "2000-12-31 23:59:59.75"), (-1e-10, "2000-12-31 23:59:59.9999999999"),
    (2.5e-7, "2001-01-01 00:00:00.00000025"), (-978_307_200, "1970-01-01 00:00:00"),
    (-978_307_200.25, "1969-12-31 23:59:59.75"), (721_692_800.123456, "2023-11-14 22:13:20.123456"),
    (5_097_599, "2001-02-28 23:59:59"), (94_607_999, "2003-12-31 23:59:59"),
    (-63_114_076_800, "0000-12-30 00:00:00"), (63_113_904_000, "4001-01-01 00:00:00"),
    (-63_145_526_400, "0000-01-01 00:00:00"), (252_423_993_599.5, "9999-12-31 23:59:59.5"),
  ])
  func storesAReadableText(_ seconds: Double, _ text: String) throws {
    #expect(try DateCodec().stored(Self.date(seconds)) == .text(text))
  }

  /// Compares the calendar with SQLite's own date functions.
  @Test func agreesWithSQLsDateFunctions() throws {
    var random = ValueSource()
    let sql = try SQLExpression()
    for _ in 0..<2000 {
      let unix = Int64.random(in: -62_167_219_200..<253_402_300_800, using: &random)
      let date = Date(timeIntervalSinceReferenceDate: Double(unix - 978_307_200))
      let text = try sql.value("datetime(?1, 'unixepoch')", of: .integer(unix))
      #expect(try DateCodec().stored(date) == text)
      #expect(try DateCodec().decoded(text) == date)
    }
  }

  @Test func readsZerosAtTheEndOfAFraction() throws {
    let half = try DateCodec().decoded(.text("2001-01-01 00:00:00.500"))
    #expect(half == Self.date(0.5))
    #expect(try DateCodec().decoded(.text("2001-01-01 00:00:05.0")) == Self.date(5))
    #expect(
      try DateCodec().decoded(.text("2000-12-31 23:59:59.000000000000000000000000"))
        == Self.date(-1))
  }

  @Test(arguments: [
    "", "0000-00-00", "0000-00-00 00:00:00", "2023-02-30 00:00:00", "1900-02-29 00:00:00",
    "2023-04-31 00:00:00", "2023-13-01 00:00:00", "2023-01-01 24:00:00", "2023-01-01 25:61:61",
    "2023-01-01 23:59:60", "2023-01-01", "2023-01-01 00:00", "2023-01-01T00:00:00",
    "2023-01-01 00:00:00Z", "2023-01-01 00:00:00.", "2023-01-01 00:00:00,5",
    "2023-01-01 00:00:00.5Z", "2023-01-01 00:00:00.1234567890123456789x", "+023-01-01 00:00:00",
    "2023-1-01 00:00:000", "12023-01-01 00:00:00", "2023-01-01 00:00:00 ", "２０２３-01-01 0",
    "9999-12-31 23:59:59.99999", "2023-01-01 00:00:00." + String(repeating: "1", count: 2000),
  ])
  func refusesWhatIsNotADate(_ text: String) {
    #expect(throws: CodecError.self) { try DateCodec().decoded(.text(text)) }
  }

  @Test(arguments: [
    -63_145_526_400.00001, 252_423_993_600, .infinity, -.infinity, .nan, 1e300, -1e300,
  ])
  func refusesDatesOutsideTheCalendar(_ seconds: Double) {
    let error = #expect(throws: CodecError.self) { try DateCodec().stored(Self.date(seconds)) }
    #expect(error?.reason.contains("DateAsReal") == true)
  }

  private static let years = -63_145_526_400..<252_423_993_600.0
  private static let edges: [Double] = [
    0, 1, -1, 0.1, -0.1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-20, 0x1p-6, 0.999,
    63_113_904_000, -63_114_076_800, -978_307_200, -63_145_526_400, 0x1p29, -0x1p29, 0x1p37,
    252_423_993_599, 252_423_993_599.99997, 4.5, 86_399.999999,
  ]

  private static func anyDate(_ random: inout ValueSource) -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: Double.random(in: 7e8..<9e8, using: &random)
    case 1: Double.random(in: years, using: &random)
    case 2: Double(Int64.random(in: -60_000_000_000..<250_000_000_000, using: &random)) / 1000
    default: magnitude(&random) * (Bool.random(using: &random) ? 1 : -1)
    }
  }

  private static func magnitude(_ random: inout ValueSource) -> Double {
    let exponent = random.next() & 1 == 0 ? 1023 - 45..<1023 + 37 : 0..<1023 + 37
    let bits = UInt64(Int.random(in: exponent, using: &random)) << 52
    return Double(bitPattern: bits | random.next() >> 12)
  }

  private static func date(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }
  private static func bits(_ date: Date) -> UInt64 {
    date.timeIntervalSinceReferenceDate.bitPattern
  }
}

struct DateAlternativesTests {
  @Test func realIsExactForEveryDate() async throws {
    try await verifyCodec(
      DateAsReal(),
      generator: { Date(timeIntervalSinceReferenceDate: $0.double(includingNaN: true)) },
      isSame: { $0.isSameMoment(as: $1) }, isEqual: ==, isLess: <,
      mayRefuse: { $0.timeIntervalSinceReferenceDate.isNaN })
    #expect(throws: CodecError.self) {
      try DateAsReal().stored(Date(timeIntervalSinceReferenceDate: .nan))
    }
  }

  @Test func microsecondsAreExactForDatesOnOne() async throws {
    let edges = [0, -978_307_200, 0.000001, -0.000001, 0.5].map(
      Date.init(timeIntervalSinceReferenceDate:))
    try await verifyCodec(
      DateAsMicroseconds(), samples: edges,
      generator: { source in
        let date = Date(timeIntervalSinceReferenceDate: Double(source.integer(in: -10...10)) * 1e9)
        return DateAsMicroseconds.nearest(to: source.bool() ? source.date() : date) ?? date
      }, isSame: { $0.isSameMoment(as: $1) }, isEqual: ==, isLess: <)
  }

  @Test func findsTheNearestMicrosecond() {
    var random = ValueSource()
    for _ in 0..<200 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &random))
      let nearest = DateAsMicroseconds.nearest(to: date)
      #expect(nearest.map { abs(date.timeIntervalSince($0)) <= 1e-6 } == true)
    }
  }

  @Test(arguments: [
    Int64.min, Int64.min + 1, -9_223_372_036_854_774_000, 9_223_372_036_854_774_000, Int64.max - 1,
    Int64.max,
  ])
  func microsecondsThatAreReadCanBeStored(_ count: Int64) throws {
    let codec = DateAsMicroseconds()
    let date = try codec.decoded(.integer(count))
    #expect(try codec.decoded(codec.stored(date)) == date && codec.value(of: count) == date)
  }

  /// Dates around the year 9999 are 31 µs apart. Rows of other programs stay readable all the same.
  @Test func microsecondsBetweenTwoDatesAreReadAsTheNearest() throws {
    let codec = DateAsMicroseconds()
    let last = try codec.decoded(.integer(253_402_300_799_999_999))
    #expect(last == Date(timeIntervalSinceReferenceDate: 252_423_993_600))
    #expect(try codec.stored(last) == .integer(253_402_300_800_000_000))
  }

  @Test func microsecondsCountFrom1970() throws {
    let codec = DateAsMicroseconds()
    #expect(try codec.stored(Date(timeIntervalSince1970: 1.5)) == .integer(1_500_000))
    #expect(
      try codec.decoded(.integer(-1)) == Date(timeIntervalSinceReferenceDate: -978_307_200.000001))
  }

  @Test(arguments: [0.0000005, 721_692_800.1234567, .nan, .infinity, 1e13, -1e300])
  func microsecondsRefuseWhatTheyCannotKeep(_ seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(throws: CodecError.self) { try DateAsMicroseconds().stored(date) }
  }
}

struct TimestampCodecTests {
  @Test func datesOfWholeMicrosecondsComeBack() async throws {
    try await verifyCodec(
      DateAsTimestamp(), samples: [0, -978_307_200, -2.1e11, 9e12].map(Self.rounded),
      generator: { Self.rounded($0.date().timeIntervalSinceReferenceDate) }, isSame: ==,
      isEqual: ==, isLess: <)
  }

  private static func rounded(_ seconds: Double) -> Date {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return DateAsTimestamp.rounded(date) ?? Date(timeIntervalSinceReferenceDate: 0)
  }

  @Test func otherDatesAreRounded() throws {
    let codec = DateAsTimestamp()
    var random = ValueSource()
    for _ in 0..<200 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -1e10...1e10, using: &random))
      let read = try codec.decoded(codec.stored(date))
      #expect(abs(read.timeIntervalSince(date)) <= 1e-6)
      #expect(try codec.stored(read) == codec.stored(date))
      #expect(DateAsTimestamp.rounded(date) == read)
    }
    #expect(try codec.stored(Date(timeIntervalSince1970: 1.5)) == .integer(1_500_000))
  }

  @Test(arguments: [-2.2e11, 9.3e12, .infinity, -.infinity, .nan])
  func datesBeyondWhatATimestampHoldsAreRefused(_ seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(throws: CodecError.self) { try DateAsTimestamp().stored(date) }
    #expect(DateAsTimestamp.rounded(date) == nil)
    #expect(throws: CodecError.self) { try DateAsTimestamp().decoded(.integer(.max)) }
  }
}

extension Date {
  /// Compares the bits, except for the sign of zero, which a moment does not have.
  fileprivate func isSameMoment(as other: Date) -> Bool {
    (timeIntervalSinceReferenceDate + 0).bitPattern
      == (other.timeIntervalSinceReferenceDate + 0).bitPattern
  }
}
