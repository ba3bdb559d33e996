import Foundation
import PersistentObjects
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

  @Test func storesTheNamesOfTheCases() throws {
    let laws = CodecLaws(CaseNameCodec<Suit>(), Suit.allCases)
    #expect(try laws.stored(.spades) == .text("spades"))
    #expect(try laws.stored(.default) == .text("default"))
    #expect(try laws.stored(.größe) == .text("größe"))
    try laws.check(random: CodecRandom())
    try CodecLaws(CaseNameCodec<Code>(), Code.allCases).check(random: CodecRandom())
    try CodecLaws(CaseNameCodec<Single>(), [.only]).check(random: CodecRandom())
  }

  @Test(arguments: ["", "Spades", "spades ", "clubs", "gro\u{308}ße"])
  func refusesWhatIsNoName(_ text: String) {
    let error = #expect(throws: CodecError.self) {
      try CodecLaws(CaseNameCodec<Suit>(), []).decode(.text(text))
    }
    #expect(error?.reason.contains("is not the name of a case of Suit") == true)
  }

  /// An order other than that of the names cannot be had from the database.
  @Test func isSearchableOnlyIfTheOrderIsThatOfTheNames() throws {
    #expect(CaseNameCodec<Suit>().isSearchable)
    #expect(CaseNameCodec<Letter>().isSearchable)
    #expect(!CaseNameCodec<Level>().isSearchable)
    try CodecLaws(CaseNameCodec<Letter>(), ordered: Letter.allCases).check(random: CodecRandom())
    try CodecLaws(CaseNameCodec<Level>(), ordered: Level.allCases).check(random: CodecRandom())
    let named = CaseNameCodec<Level> { ["1-low", "2-middle", "3-high"][$0.rank] }
    #expect(named.isSearchable)
    try CodecLaws(named, ordered: Level.allCases).check(random: CodecRandom())
  }

  @Test func takesGivenNames() throws {
    let codec = CaseNameCodec<Talkative> { $0 == .x ? "ex" : "why" }
    let laws = CodecLaws(codec, Talkative.allCases)
    #expect(try laws.stored(.y) == .text("why"))
    try laws.check(random: CodecRandom())
  }

  @Test func saysWhyNamesCannotBeRead() {
    refuses(CaseNameCodec<Talkative>(), .x, "Talkative describes itself")
    refuses(CaseNameCodec<Debugged>(), .x, "Debugged describes itself")
    refuses(CaseNameCodec<Loaded>(), .number(1), "Loaded is not an enum of cases without values")
    refuses(CaseNameCodec<Plain>(), Plain(number: 1), "Plain is not an enum")
  }

  @Test func saysWhichNameTwoCasesHave() {
    refuses(CaseNameCodec<Suit> { _ in "same" }, .spades, "two cases of Suit have the name same")
  }

  @Test func refusesAValueThatIsNotOneOfTheCases() {
    let codec = CaseNameCodec<Loaded> { "\($0)" }
    #expect(throws: CodecError.self) { try CodecLaws(codec, []).stored(.number(2)) }
  }

  private func refuses<Value: CaseIterable & Hashable & Sendable>(
    _ codec: CaseNameCodec<Value>, _ value: Value, _ reason: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let laws = CodecLaws(codec, [])
    let encoding = #expect(throws: CodecError.self, sourceLocation: location) {
      try laws.stored(value)
    }
    #expect(encoding?.reason.contains(reason) == true, sourceLocation: location)
    let decoding = #expect(throws: CodecError.self, sourceLocation: location) {
      try laws.decode(.text("x"))
    }
    #expect(decoding?.reason.contains(reason) == true, sourceLocation: location)
  }
}

extension CaseNameCodecTests.Level {
  fileprivate var rank: Int { self == .low ? 0 : self == .middle ? 1 : 2 }
}
