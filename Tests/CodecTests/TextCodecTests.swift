import Foundation
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsEngine
import Testing

struct TextCodecTests {
  @Test func textComesBackScalarByScalar() async throws {
    try await verifyCodec(
      StringCodec(), samples: Self.edges, generator: { $0.text() }, isSame: Self.isSame,
      isLess: Self.isBefore)
  }

  /// Texts in NFC sort by bytes as they do in Swift.
  @Test func normalisedTextSortsAsInSwift() async throws {
    try await verifyCodec(
      StringCodec(), samples: Self.edges.map(\.precomposedStringWithCanonicalMapping),
      generator: { $0.normalText() })
  }

  @Test func substringsSpanTheWholeText() async throws {
    try await verifyCodec(
      SubstringCodec(), samples: Self.edges.map { ("<" + $0).dropFirst() },
      generator: { ("<" + $0.text()).dropFirst() },
      isSame: { Self.isSame(String($0), String($1)) },
      isLess: { Self.isBefore(String($0), String($1)) })
  }

  @Test func charactersKeepAllTheirScalars() async throws {
    try await verifyCodec(
      CharacterCodec(),
      samples: ["a", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "\0", "\r\n", "\u{10FFFF}", "한"],
      generator: { $0.text().first ?? "a" }, isSame: { Self.isSame(String($0), String($1)) })
    for text in ["", "ab", "🇩🇪🇫🇷"] {
      #expect(throws: CodecError.self) { try CharacterCodec().decoded(.text(text)) }
    }
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
  @Test func bytesAreExactAndOrdered() async throws {
    let samples: [[UInt8]] = [[], [0], [0, 0], [255], [128], [127], [1, 2], [1, 2, 0]]
    try await verifyCodec(
      BytesCodec(), samples: samples, generator: { $0.bytes() }, isSame: ==,
      isLess: { $0.lexicographicallyPrecedes($1) })
    try await verifyCodec(
      DataCodec(), samples: samples.map { Data($0) }, generator: { Data($0.bytes()) }, isSame: ==,
      isLess: { $0.lexicographicallyPrecedes($1) })
  }

  @Test func storesASliceOfData() throws {
    let slice = Data([1, 2, 3, 4]).dropFirst(2)
    #expect(try DataCodec().stored(slice) == .bytes([3, 4]))
  }
}

struct IdentifierCodecTests {
  @Test func uuidsAreExactAndOrderedInBothForms() async throws {
    let samples = [
      Self.uuid(0, 0), Self.uuid(.max, .max), Self.uuid(1 << 63, 0), Self.uuid(0, 1 << 63),
    ]
    try await verifyCodec(
      UUIDCodec(), samples: samples, generator: { Self.uuid($0.integer(), $0.integer()) })
    try await verifyCodec(
      UUIDAsBytes(), samples: samples, generator: { Self.uuid($0.integer(), $0.integer()) })
    for uuid in samples { #expect(try UUIDCodec().stored(uuid) == .text(uuid.uuidString)) }
  }

  @Test(arguments: [
    "", "1B4E28BA-2FA1-11D2-883F-0016D3CCA42", "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
    "1B4E28BA2-FA1-11D2-883F-0016D3CCA427", "{B4E28BA-2FA1-11D2-883F-0016D3CCA42}",
    "1B4E28BA-2FA1-11D2-883F-0016D3CCA427 ", "GB4E28BA-2FA1-11D2-883F-0016D3CCA427",
  ])
  func refusesWhatIsNotAUUID(_ text: String) {
    #expect(throws: CodecError.self) { try UUIDCodec().decoded(.text(text)) }
  }

  @Test func urlsComeBackUnchanged() async throws {
    let texts = [
      "https://example.com", "https://example.com/", "http://user:pw@host:8080/a/b;c?q=1&r=%20#f",
      "file:///tmp/a%20b", "mailto:joe@example.com", "data:,Hello%2C%20World", "relative/path",
      "../up", "?q", "#f", "urn:isbn:0451450523", "HTTP://EXAMPLE.com/%7Ejoe", "http://[::1]/",
      "https://例え.jp/", "http://a/b/../c",
    ]
    let urls = texts.compactMap { URL(string: $0) }
    #expect(urls.count == texts.count)
    let paths = ["/tmp/ä b", "/", "/a/b/"].map { URL(fileURLWithPath: $0) }
    try await verifyCodec(
      URLCodec(), samples: urls + paths,
      generator: { source in
        let path = source.text().addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        return URL(string: source.element(of: texts) + (path ?? "")) ?? urls[0]
      })
  }

  @Test func refusesAURLWithABase() {
    let url = URL(string: "b", relativeTo: URL(string: "http://a/"))
    #expect(throws: CodecError.self) { try url.map(URLCodec().stored) }
  }

  @Test(arguments: ["", "http://a b", "http://[", "%zz", "\0"])
  func refusesWhatIsNotAURL(_ text: String) {
    #expect(throws: CodecError.self) { try URLCodec().decoded(.text(text)) }
  }

  private static func uuid(_ high: UInt64, _ low: UInt64) -> UUID {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}
