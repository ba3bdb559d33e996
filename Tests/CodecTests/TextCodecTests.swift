import Foundation
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct TextCodecTests {
  @Test func textComesBackScalarByScalar() throws {
    var random = CodecRandom()
    let samples = Self.edges + random.values(200) { $0.text() }
    try CodecLaws(StringCodec(), samples, isSame: Self.isSame, isLess: Self.isBefore)
      .check(random: random)
  }

  /// For text in NFC the order of the bytes is Swift's own order.
  @Test func normalisedTextSortsAsInSwift() throws {
    var random = CodecRandom()
    let samples = Self.edges + random.values(200) { $0.text() }
    let normalised = samples.map(\.precomposedStringWithCanonicalMapping)
    try CodecLaws(StringCodec(), ordered: normalised).check(random: random)
  }

  @Test func substringsSpanTheWholeText() throws {
    var random = CodecRandom()
    let samples = (Self.edges + random.values(50) { $0.text() }).map { ("<" + $0).dropFirst() }
    try CodecLaws(
      SubstringCodec(), samples, isSame: { Self.isSame(String($0), String($1)) },
      isLess: { Self.isBefore(String($0), String($1)) }
    ).check(random: random)
  }

  @Test func charactersKeepAllTheirScalars() throws {
    let samples: [Character] = ["a", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "\0", "\r\n", "\u{10FFFF}", "한"]
    try CodecLaws(CharacterCodec(), samples, isSame: { Self.isSame(String($0), String($1)) })
      .check(random: CodecRandom())
    for text in ["", "ab", "🇩🇪🇫🇷"] {
      #expect(throws: CodecError.self) {
        try CodecLaws(CharacterCodec(), []).decode(.text(text))
      }
    }
  }

  @Test func refusesTextThatIsNotUTF8() {
    var random = CodecRandom()
    var refused = 0
    for _ in 0..<2000 {
      let cell = MutatedCell(.text("Köln 🏰"), &random)
      if (try? StringCodec().value(in: cell)) == nil { refused += 1 }
    }
    #expect(refused > 100)
  }

  private static let edges = [
    "", "a", "A", "Z", "é", "e\u{301}", "\0", "a\0b", "a\0", "\u{FEFF}", "\u{FFFF}", "\u{10000}",
    "\u{E000}", "\u{10FFFF}", "ﬁ", "Å", "A\u{30A}", "K", "\u{212A}", "日本", "👍🏽", "\r\n",
    "' OR 1=1 --",
    String(repeating: "x", count: 5000),
  ]

  private static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
  private static func isBefore(_ a: String, _ b: String) -> Bool {
    a.unicodeScalars.lexicographicallyPrecedes(b.unicodeScalars)
  }
}

struct BytesCodecTests {
  @Test func bytesAreExactAndOrdered() throws {
    var random = CodecRandom()
    let samples: [[UInt8]] =
      [[], [0], [0, 0], [255], [128], [127], [1, 2], [1, 2, 0]] + random.values(150) { $0.bytes() }
    try CodecLaws(
      BytesCodec(), samples, isSame: ==, isLess: { $0.lexicographicallyPrecedes($1) }
    ).check(random: random)
    try CodecLaws(
      DataCodec(), samples.map { Data($0) }, isSame: ==,
      isLess: { $0.lexicographicallyPrecedes($1) }
    ).check(random: random)
  }

  @Test func storesASliceOfData() throws {
    let slice = Data([1, 2, 3, 4]).dropFirst(2)
    #expect(try CodecLaws(DataCodec(), []).stored(slice) == .blob([3, 4]))
  }
}

struct IdentifierCodecTests {
  @Test func uuidsAreExactAndOrderedInBothForms() throws {
    var random = CodecRandom()
    let samples =
      random.values(100) { Self.uuid($0.next(), $0.next()) }
      + [Self.uuid(0, 0), Self.uuid(.max, .max), Self.uuid(1 << 63, 0), Self.uuid(0, 1 << 63)]
    try CodecLaws(UUIDCodec(), ordered: samples).check(random: random)
    try CodecLaws(UUIDAsBytes(), ordered: samples).check(random: random)
    for uuid in samples {
      #expect(try CodecLaws(UUIDCodec(), []).stored(uuid) == .text(uuid.uuidString))
    }
  }

  @Test(arguments: [
    "", "1B4E28BA-2FA1-11D2-883F-0016D3CCA42", "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
    "1B4E28BA2-FA1-11D2-883F-0016D3CCA427", "{B4E28BA-2FA1-11D2-883F-0016D3CCA42}",
    "1B4E28BA-2FA1-11D2-883F-0016D3CCA427 ", "GB4E28BA-2FA1-11D2-883F-0016D3CCA427",
  ])
  func refusesWhatIsNotAUUID(_ text: String) {
    #expect(throws: CodecError.self) { try CodecLaws(UUIDCodec(), []).decode(.text(text)) }
  }

  @Test func urlsComeBackUnchanged() throws {
    let texts = [
      "https://example.com", "https://example.com/", "http://user:pw@host:8080/a/b;c?q=1&r=%20#f",
      "file:///tmp/a%20b", "mailto:joe@example.com", "data:,Hello%2C%20World", "relative/path",
      "../up", "?q", "#f", "urn:isbn:0451450523", "HTTP://EXAMPLE.com/%7Ejoe", "http://[::1]/",
      "https://例え.jp/", "http://a/b/../c",
    ]
    let urls = texts.compactMap { URL(string: $0) }
    #expect(urls.count == texts.count)
    let paths = ["/tmp/ä b", "/", "/a/b/"].map { URL(fileURLWithPath: $0) }
    try CodecLaws(URLCodec(), urls + paths).check(random: CodecRandom())
  }

  @Test func refusesAURLWithABase() {
    let url = URL(string: "b", relativeTo: URL(string: "http://a/"))
    #expect(throws: CodecError.self) { try url.map(CodecLaws(URLCodec(), []).stored) }
  }

  @Test(arguments: ["", "http://a b", "http://[", "%zz", "\0"])
  func refusesWhatIsNotAURL(_ text: String) {
    #expect(throws: CodecError.self) { try CodecLaws(URLCodec(), []).decode(.text(text)) }
  }

  private static func uuid(_ high: UInt64, _ low: UInt64) -> UUID {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}
