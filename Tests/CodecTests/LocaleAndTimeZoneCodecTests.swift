import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct LocaleCodecTests {
  @Test func localesComeBackEqualWithTheirIdentifiers() async throws {
    let samples = [
      "", "C", "en_US", "en-US", "de_DE@calendar=japanese;currency=EUR", "x", "zh-Hans-CN",
    ]
    let all = Locale.availableIdentifiers.sorted()
    try await verifyCodec(
      LocaleCodec(), samples: samples.map { Locale(identifier: $0) },
      generator: { Locale(identifier: $0.element(of: all)) },
      isSame: { $0 == $1 && $0.identifier == $1.identifier })
  }

  @Test func storesTheIdentifierOfComponents() async throws {
    var components = Locale.Components(identifier: "en_US")
    components.firstDayOfWeek = .monday
    let locale = Locale(components: components)
    let codec = LocaleCodec()
    #expect(try codec.stored(locale) == .text(locale.identifier))
    try await verifyCodec(codec, samples: [locale])
  }

  @Test func refusesTheUsersLocale() {
    for locale in [Locale.current, .autoupdatingCurrent] {
      let error = #expect(throws: CodecError.self) {
        try LocaleCodec().stored(locale)
      }
      #expect(error?.reason.contains("user settings") == true)
    }
  }

  @Test(arguments: ["a\0b", "é", "e\u{301}", "日本", "a\"b", "a\\b", "a\n", "foo bar"])
  func refusesWhatIsNoIdentifier(_ identifier: String) {
    let codec = LocaleCodec()
    #expect(throws: CodecError.self) { try codec.stored(Locale(identifier: identifier)) }
    #expect(throws: CodecError.self) { try codec.decoded(.text(identifier)) }
  }
}

struct TimeZoneCodecTests {
  @Test func timeZonesComeBackEqual() async throws {
    let known = TimeZone.knownTimeZoneIdentifiers.compactMap { TimeZone(identifier: $0) }
    let others = ["EST", "EST5EDT", "US/Pacific", "Asia/Calcutta", "Asia/Kolkata", "Etc/GMT+5"]
      .compactMap { TimeZone(identifier: $0) }
    let fixed = [0, 60, -60, 3600, 5400, -12_600, 64_800, -64_800]
      .compactMap { TimeZone(secondsFromGMT: $0) }
    #expect(known.count > 400 && others.count == 6 && fixed.count == 8)
    try await verifyCodec(
      TimeZoneCodec(), samples: known + others + fixed + [.current],
      generator: { TimeZone(secondsFromGMT: 60 * $0.integer(in: -1080...1080)) ?? .gmt },
      isSame: {
        $0 == $1 && $0.identifier == $1.identifier && $0.secondsFromGMT() == $1.secondsFromGMT()
      })
  }

  @Test func storesTheIdentifier() throws {
    let codec = TimeZoneCodec()
    #expect(try codec.stored(#require(TimeZone(identifier: "UTC"))) == .text("GMT"))
    #expect(try codec.stored(#require(TimeZone(secondsFromGMT: 5400))) == .text("GMT+0130"))
    #expect(
      try codec.stored(#require(TimeZone(identifier: "Europe/Berlin"))) == .text("Europe/Berlin"))
  }

  @Test(arguments: [1, 30, -1, 12_345])
  func refusesAnOffsetOfSeconds(_ seconds: Int) throws {
    let zone = try #require(TimeZone(secondsFromGMT: seconds))
    let error = #expect(throws: CodecError.self) { try TimeZoneCodec().stored(zone) }
    #expect(error?.reason.contains("\(seconds) s from GMT") == true)
  }

  @Test func refusesTheZoneThatFollowsTheSystem() {
    let error = #expect(throws: CodecError.self) {
      try TimeZoneCodec().stored(.autoupdatingCurrent)
    }
    #expect(error?.reason.contains("save TimeZone.current") == true)
  }

  @Test(arguments: [
    "", "UTC", "GMT+1", "GMT+01:00", "GMT+12:x7", "UTC+5::w6", "europe/berlin", "Europe/Nowhere",
    "../../etc/passwd", "\0",
    "GMT+0000", "Europe/Berlin ", "+01:00",
  ])
  func refusesWhatIsNoStoredForm(_ text: String) {
    #expect(throws: CodecError.self) { try TimeZoneCodec().decoded(.text(text)) }
  }

  @Test func areStandard() {
    #expect(CodecRegistry.standard.codec(for: TimeZone.self) is TimeZoneCodec)
    #expect(CodecRegistry.standard.codec(for: Locale.self) is LocaleCodec)
    #expect(CodecRegistry.standard.codec(for: Calendar.self) is CalendarCodec)
    #expect(CodecRegistry.standard.codec(for: DateComponents.self) is DateComponentsCodec)
  }
}
