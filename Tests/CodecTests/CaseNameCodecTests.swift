import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct CaseNameCodecTests {
  enum Suit: CaseIterable { case hearts, spades, `default`, größe }
  enum Level: CaseIterable, Comparable { case low, middle, high }
  enum Letter: CaseIterable, Comparable { case alpha, beta, gamma }
  enum Code: Int, CaseIterable { case one = 1, two }
  enum Single: CaseIterable { case only }
  enum Talkative: CaseIterable, CustomStringConvertible {
    case x, y
    var description: String { "talk" }
  }
  enum Debugged: CaseIterable, CustomDebugStringConvertible {
    case x, y
    var debugDescription: String { "debug" }
  }
  enum Loaded: CaseIterable, Hashable {
    case number(Int)
    static let allCases = [Loaded.number(1)]
  }
  struct Plain: CaseIterable, Hashable {
    var number: Int
    static let allCases = [Plain(number: 1)]
  }

  @Test func storesTheNamesOfTheCases() async throws {
    let codec = CaseNameCodec<Suit>()
    #expect(try codec.stored(.spades) == .text("spades"))
    #expect(try codec.stored(.default) == .text("default"))
    #expect(try codec.stored(.größe) == .text("größe"))
    try await verifyCodec(codec, samples: Suit.allCases)
    try await verifyCodec(CaseNameCodec<Code>(), samples: Code.allCases)
    try await verifyCodec(CaseNameCodec<Single>(), samples: [.only])
  }

  @Test(arguments: ["", "Spades", "spades ", "clubs", "gro\u{308}ße"])
  func refusesWhatIsNoName(_ text: String) {
    let error = #expect(throws: CodecError.self) {
      try CaseNameCodec<Suit>().decoded(.text(text))
    }
    #expect(error?.reason.contains("is not the name of a case of Suit") == true)
  }

  /// The database cannot sort in an order other than that of the names.
  @Test func isSearchableOnlyIfTheOrderIsThatOfTheNames() async throws {
    #expect(CaseNameCodec<Suit>().isSearchable)
    #expect(CaseNameCodec<Letter>().isSearchable)
    #expect(!CaseNameCodec<Level>().isSearchable)
    try await verifyCodec(CaseNameCodec<Letter>(), samples: Letter.allCases)
    try await verifyCodec(CaseNameCodec<Level>(), samples: Level.allCases)
    let named = CaseNameCodec<Level> { ["1-low", "2-middle", "3-high"][$0.rank] }
    #expect(named.isSearchable)
    try await verifyCodec(named, samples: Level.allCases)
  }

  @Test func takesGivenNames() async throws {
    let codec = CaseNameCodec<Talkative> { $0 == .x ? "ex" : "why" }
    #expect(try codec.stored(.y) == .text("why"))
    try await verifyCodec(codec, samples: Talkative.allCases)
  }

  @Test func saysWhyNamesCannotBeRead() {
    refuses(CaseNameCodec<Talkative>(), .x, "Talkative has a description of its own")
    refuses(CaseNameCodec<Debugged>(), .x, "Debugged has a description of its own")
    refuses(
      CaseNameCodec<Loaded>(), .number(1),
      "Loaded is not an enum whose cases have no associated values")
    refuses(CaseNameCodec<Plain>(), Plain(number: 1), "Plain is not an enum")
  }

  @Test func saysWhichNameTwoCasesHave() {
    refuses(CaseNameCodec<Suit> { _ in "same" }, .spades, "two cases of Suit have the name same")
  }

  @Test func refusesAValueThatIsNotOneOfTheCases() {
    let codec = CaseNameCodec<Loaded> { "\($0)" }
    #expect(throws: CodecError.self) { try codec.stored(.number(2)) }
  }

  private func refuses<Value: CaseIterable & Hashable & Sendable>(
    _ codec: CaseNameCodec<Value>, _ value: Value, _ reason: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let encoding = #expect(throws: CodecError.self, sourceLocation: location) {
      try codec.stored(value)
    }
    #expect(encoding?.reason.contains(reason) == true, sourceLocation: location)
    let decoding = #expect(throws: CodecError.self, sourceLocation: location) {
      try codec.decoded(.text("x"))
    }
    #expect(decoding?.reason.contains(reason) == true, sourceLocation: location)
  }
}

extension CaseNameCodecTests.Level {
  fileprivate var rank: Int { self == .low ? 0 : self == .middle ? 1 : 2 }
}
