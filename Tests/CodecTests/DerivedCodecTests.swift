import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct DerivedCodecTests {
  enum Level: Int { case low = 1, high = 7 }
  enum Suit: String { case hearts, spades }
  struct Access: OptionSet {
    let rawValue: UInt64
    static let all = Access(rawValue: .max)
  }
  enum Nested: RawRepresentable {
    case only
    init?(rawValue: Level) { if rawValue == .high { self = .only } else { return nil } }
    var rawValue: Level { .high }
  }
  struct Address: Codable, Equatable {
    var street: String
    var city: String
    var since: Date?
    var rooms: [String: Double] = [:]
  }

  @Test func storesRawValues() async throws {
    try await check(
      Level.self, [.low, .high], stored: [.integer(1), .integer(7)], wrong: .integer(2))
    try await check(Suit.self, [.spades], stored: [.text("spades")], wrong: .text("clubs"))
    try await check(
      Access.self, [[], .all], stored: [.integer(0), .text("18446744073709551615")],
      wrong: .integer(-1))
    try await check(Nested.self, [.only], stored: [.integer(7)], wrong: .integer(1))
  }

  @Test func keepsEveryOptionSet() async throws {
    try await verifyCodec(
      RawRepresentableCodec(Access.self, base: UInt64Codec()),
      generator: { Access(rawValue: $0.integer()) })
  }

  @Test func keepsNilApartFromEverythingElse() async throws {
    try await verifyCodec(
      OptionalCodec(StringCodec()), samples: [nil, ""], generator: { $0.bool() ? $0.text() : nil },
      isSame: { $0.map { Array($0.utf8) } == $1.map { Array($0.utf8) } })
    try await verifyCodec(
      OptionalCodec(IntCodec()), samples: [nil, 0], generator: { $0.bool() ? $0.integer() : nil })
  }

  @Test func keepsTheRawValuesNameAndReadsOldVersions() throws {
    let codec = try #require(CodecRegistry.standard.codec(for: Level.self))
    #expect(codec.identifier == IntCodec().identifier)
    #expect(codec.canRead(version: 1) && !codec.canRead(version: 2))
  }

  @Test func mapsACodecToAnotherType() async throws {
    let codec = StringCodec().map(
      CodecIdentifier("suit"), isSearchable: false,
      to: { (text: String) in
        guard let suit = Suit(rawValue: text) else { throw CodecError("no suit") }
        return suit
      }, from: \.rawValue)
    #expect(codec.identifier == CodecIdentifier("suit") && !codec.isSearchable)
    try await verifyCodec(codec, samples: [.hearts, .spades])
  }

  /// A codec can read the version that it writes.
  @Test func aDerivedCodecHasVersionsOfItsOwn() async throws {
    struct LoudText: DerivedColumnCodec {
      let identifier = CodecIdentifier("loud", version: 2)
      let base = StringCodec()
      func baseValue(of value: [UInt8]) -> String { String(decoding: value, as: UTF8.self) }
      func value(of base: String) -> [UInt8] { Array(base.utf8) }
    }
    let codec = LoudText()
    #expect(codec.canRead(version: 2) && !codec.canRead(version: 1))
    #expect(SubstringCodec().canRead(version: 1) && !SubstringCodec().canRead(version: 2))
    try await verifyCodec(codec, samples: [[], [104, 105]])
  }

  @Test func mappedCodecsKeepTheOrderOfTheirBase() async throws {
    struct Meters: Comparable {
      let count: Double
      static func < (left: Meters, right: Meters) -> Bool { left.count < right.count }
    }
    let codec = DoubleCodec().map(
      CodecIdentifier("meters"), to: { Meters(count: $0) }, from: \.count)
    try await verifyCodec(codec, generator: { Meters(count: $0.double()) })
  }

  @Test func writesJSONWithSortedKeys() async throws {
    let home = Address(street: "Main/1", city: "Köln", rooms: ["b": 0.1, "a": -2])
    let json = try JSONCodec<Address>().stored(home)
    #expect(json == .text(#"{"city":"Köln","rooms":{"a":-2,"b":0.1},"street":"Main/1"}"#))
    #expect(try SQLExpression().value("json_extract(?1, '$.city')", of: json) == .text("Köln"))
    try await verifyCodec(JSONCodec(), samples: [home], generator: { Self.address(&$0) })
  }

  @Test(arguments: ["", "{", "[]", "null", #"{"city":1}"#, String(repeating: "[", count: 100_000)])
  func refusesWhatIsNotTheJSON(_ text: String) {
    #expect(throws: CodecError.self) {
      try JSONCodec<Address>().decoded(.text(text))
    }
  }

  @Test func refusesWhatJSONCannotSay() {
    let home = Address(street: "", city: "", rooms: ["a": .nan])
    #expect(throws: (any Error).self) { try JSONCodec<Address>().stored(home) }
  }

  private static func address(_ source: inout ValueSource) -> Address {
    Address(
      street: source.text(), city: source.text(), since: source.bool() ? source.date() : nil,
      rooms: Dictionary(
        source.array { ($0.text(), finite($0.double())) }, uniquingKeysWith: { $1 }))
  }

  private static func finite(_ number: Double) -> Double { number.isFinite ? number : 0 }

  private func check<Value: RawRepresentable>(
    _ type: Value.Type, _ values: [Value], stored: [StoredValue], wrong: StoredValue
  ) async throws where Value.RawValue: Equatable {
    let codec = try #require(CodecRegistry.standard.codec(for: type))
    try await check(codec, values, stored, wrong)
  }

  private func check<Codec: ColumnCodec>(
    _ codec: Codec, _ values: [Codec.Value], _ stored: [StoredValue], _ wrong: StoredValue
  ) async throws where Codec.Value: RawRepresentable, Codec.Value.RawValue: Equatable {
    #expect(try values.map(codec.stored) == stored)
    #expect(throws: CodecError.self) { try codec.decoded(wrong) }
    try await verifyCodec(codec, samples: values, isSame: { $0.rawValue == $1.rawValue })
  }
}

struct StandardRegistryTests {
  @Test func givesEachTypeItsCodec() {
    expect(Int.self, "integer", .integer)
    expect(UInt8.self, "integer", .integer)
    expect(UInt.self, "unsigned", .any)
    expect(Bool.self, "bool", .integer)
    expect(Double.self, "real", .real)
    expect(Float?.self, "real", .real)
    expect(String.self, "text", .text)
    expect(Substring.self, "text", .text)
    expect(Character.self, "character", .text)
    expect(Data?.self, "bytes", .bytes)
    expect([UInt8].self, "bytes", .bytes)
    expect(Date.self, "date-text", .text)
    expect(URL.self, "url", .text)
    expect(UUID.self, "uuid-text", .text)
    expect(Decimal.self, "decimal-text", .text)
    expect(DerivedCodecTests.Suit?.self, "text", .text)
  }

  @Test func archivesOtherCodableTypesAndLeavesCollectionsToTheEngine() {
    let registry = CodecRegistry.standard
    #expect(registry.codec(for: DerivedCodecTests.Address.self)?.isSearchable == false)
    #expect(registry.declaredCodec(for: [String].self) == nil)
    #expect(registry.declaredCodec(for: DerivedCodecTests.Address.self) == nil)
  }

  @Test func statesTheMeaningOfValuesThatDatabasesHaveTypesFor() {
    let registry = CodecRegistry.standard
    #expect(registry.codec(for: Bool?.self)?.meaning == .boolean)
    #expect(registry.codec(for: UInt.self)?.meaning == .unsigned(digits: 20))
    #expect(registry.codec(for: UInt64.self)?.meaning == .unsigned(digits: 20))
    #expect(registry.codec(for: UInt128.self)?.meaning == .unsigned(digits: 39))
    #expect(registry.codec(for: DerivedCodecTests.Access.self)?.meaning == .unsigned(digits: 20))
    #expect(registry.codec(for: Decimal.self)?.meaning == .decimal)
    #expect(registry.codec(for: NSDecimalNumber.self)?.meaning == .decimal)
    #expect(registry.codec(for: Int128.self)?.meaning == .decimal)
    #expect(registry.codec(for: UUID.self)?.meaning == .uuid && UUIDAsBytes().meaning == .uuid)
    #expect(registry.codec(for: Date.self)?.meaning == .instant)
    #expect(DateAsReal().meaning == .instant && DateAsMicroseconds().meaning == .instant)
    #expect(JSONCodec<[Int]>().meaning == .json)
    #expect(CompressedCodec(JSONCodec<[Int]>()).meaning == nil)
    #expect(registry.codec(for: Int.self)?.meaning == nil)
    #expect(registry.codec(for: String.self)?.meaning == nil)
    #expect(registry.codec(for: CalendarDay.self)?.meaning == nil)
  }

  private func expect<Value>(
    _ type: Value.Type, _ name: String, _ storage: StorageClass,
    location: SourceLocation = #_sourceLocation
  ) {
    let codec = CodecRegistry.standard.codec(for: type)
    #expect(codec?.identifier == CodecIdentifier(name), sourceLocation: location)
    #expect(codec?.storage == storage, sourceLocation: location)
  }
}
