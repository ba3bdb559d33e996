import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct LocaleCodecTests {
  @Test func localesComeBackEqualWithTheirIdentifiers() throws {
    let samples = [
      "", "C", "en_US", "en-US", "de_DE@calendar=japanese;currency=EUR", "x", "zh-Hans-CN",
    ]
    let all = Locale.availableIdentifiers.prefix(60) + samples
    try CodecLaws(
      LocaleCodec(), Set(all).map { Locale(identifier: $0) },
      isSame: { $0 == $1 && $0.identifier == $1.identifier }
    ).check(random: CodecRandom())
  }

  @Test func storesTheIdentifierOfComponents() throws {
    var components = Locale.Components(identifier: "en_US")
    components.firstDayOfWeek = .monday
    let locale = Locale(components: components)
    let laws = CodecLaws(LocaleCodec(), [locale])
    #expect(try laws.stored(locale) == .text(locale.identifier))
    try laws.check(random: CodecRandom())
  }

  @Test func refusesTheUsersLocale() {
    for locale in [Locale.current, .autoupdatingCurrent] {
      let error = #expect(throws: CodecError.self) {
        try CodecLaws(LocaleCodec(), []).stored(locale)
      }
      #expect(error?.reason.contains("settings of the user") == true)
    }
  }

  @Test(arguments: ["a\0b", "é", "e\u{301}", "日本", "a\"b", "a\\b", "a\n", "foo bar"])
  func refusesWhatIsNoIdentifier(_ identifier: String) {
    let laws = CodecLaws(LocaleCodec(), [])
    #expect(throws: CodecError.self) { try laws.stored(Locale(identifier: identifier)) }
    #expect(throws: CodecError.self) { try laws.decode(.text(identifier)) }
  }
}

struct TimeZoneCodecTests {
  @Test func timeZonesComeBackEqual() throws {
    let known = TimeZone.knownTimeZoneIdentifiers.compactMap { TimeZone(identifier: $0) }
    let others = ["EST", "EST5EDT", "US/Pacific", "Asia/Calcutta", "Asia/Kolkata", "Etc/GMT+5"]
      .compactMap { TimeZone(identifier: $0) }
    let fixed = [0, 60, -60, 3600, 5400, -12_600, 64_800, -64_800]
      .compactMap { TimeZone(secondsFromGMT: $0) }
    #expect(known.count > 400 && others.count == 6 && fixed.count == 8)
    let laws = CodecLaws(
      TimeZoneCodec(), known + others + fixed + [.current],
      isSame: {
        $0 == $1 && $0.identifier == $1.identifier && $0.secondsFromGMT() == $1.secondsFromGMT()
      })
    try laws.check(random: CodecRandom())
  }

  @Test func storesTheIdentifier() throws {
    let laws = CodecLaws(TimeZoneCodec(), [])
    #expect(try laws.stored(#require(TimeZone(identifier: "UTC"))) == .text("GMT"))
    #expect(try laws.stored(#require(TimeZone(secondsFromGMT: 5400))) == .text("GMT+0130"))
    #expect(
      try laws.stored(#require(TimeZone(identifier: "Europe/Berlin"))) == .text("Europe/Berlin"))
  }

  @Test(arguments: [1, 30, -1, 12_345])
  func refusesAnOffsetOfSeconds(_ seconds: Int) throws {
    let zone = try #require(TimeZone(secondsFromGMT: seconds))
    let error = #expect(throws: CodecError.self) { try CodecLaws(TimeZoneCodec(), []).stored(zone) }
    #expect(error?.reason.contains("\(seconds) s from GMT") == true)
  }

  @Test func refusesTheZoneThatFollowsTheSystem() {
    let error = #expect(throws: CodecError.self) {
      try CodecLaws(TimeZoneCodec(), []).stored(.autoupdatingCurrent)
    }
    #expect(error?.reason.contains("save TimeZone.current") == true)
  }

  @Test(arguments: [
    "", "UTC", "GMT+1", "GMT+01:00", "europe/berlin", "Europe/Nowhere", "../../etc/passwd", "\0",
    "GMT+0000", "Europe/Berlin ", "+01:00",
  ])
  func refusesWhatIsNoStoredForm(_ text: String) {
    #expect(throws: CodecError.self) { try CodecLaws(TimeZoneCodec(), []).decode(.text(text)) }
  }

  @Test func areStandard() {
    #expect(CodecRegistry.standard.codec(for: TimeZone.self) is TimeZoneCodec)
    #expect(CodecRegistry.standard.codec(for: Locale.self) is LocaleCodec)
    #expect(CodecRegistry.standard.codec(for: Calendar.self) is CalendarCodec)
    #expect(CodecRegistry.standard.codec(for: DateComponents.self) is DateComponentsCodec)
  }
}
