import Foundation
import PersistentObjects
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

  @Test func storesRawValues() throws {
    try check(Level.self, [.low, .high], stored: [.integer(1), .integer(7)], wrong: .integer(2))
    try check(Suit.self, [.spades], stored: [.text("spades")], wrong: .text("clubs"))
    try check(
      Access.self, [[], .all], stored: [.integer(0), .text("18446744073709551615")],
      wrong: .integer(-1))
    try check(Nested.self, [.only], stored: [.integer(7)], wrong: .integer(1))
  }

  @Test func keepsTheRawValuesNameAndReadsOldVersions() throws {
    let codec = try #require(CodecRegistry.standard.codec(for: Level.self))
    #expect(codec.identifier == IntCodec().identifier)
    #expect(codec.canRead(version: 1) && !codec.canRead(version: 2))
  }

  @Test func mapsACodecToAnotherType() throws {
    let codec = StringCodec().map(
      CodecIdentifier("suit"), isSearchable: false,
      to: { (text: String) in
        guard let suit = Suit(rawValue: text) else { throw CodecError("no suit") }
        return suit
      }, from: \.rawValue)
    #expect(codec.identifier == CodecIdentifier("suit") && !codec.isSearchable)
    try CodecLaws(codec, [.hearts, .spades]).check(random: CodecRandom())
  }

  @Test func writesJSONWithSortedKeys() throws {
    let home = Address(street: "Main/1", city: "Köln", rooms: ["b": 0.1, "a": -2])
    let laws = CodecLaws(JSONCodec<Address>(), [home])
    #expect(
      try laws.stored(home)
        == .text(#"{"city":"Köln","rooms":{"a":-2,"b":0.1},"street":"Main/1"}"#))
    try laws.check(random: CodecRandom())
    let table = try CodecTable(.text)
    #expect(try table.text("json_extract(?1, '$.city')", of: laws.stored(home)) == "Köln")
  }

  @Test(arguments: ["", "{", "[]", "null", #"{"city":1}"#, String(repeating: "[", count: 100_000)])
  func refusesWhatIsNotTheJSON(_ text: String) {
    #expect(throws: CodecError.self) {
      try CodecLaws(JSONCodec<Address>(), []).decode(.text(text))
    }
  }

  @Test func refusesWhatJSONCannotSay() {
    let home = Address(street: "", city: "", rooms: ["a": .nan])
    #expect(throws: (any Error).self) { try CodecLaws(JSONCodec<Address>(), []).stored(home) }
  }

  private func check<Value: RawRepresentable>(
    _ type: Value.Type, _ values: [Value], stored: [StoredValue], wrong: StoredValue
  ) throws where Value.RawValue: Equatable {
    let codec = try #require(CodecRegistry.standard.codec(for: type))
    try check(codec, values, stored, wrong)
  }

  private func check<Codec: ColumnCodec>(
    _ codec: Codec, _ values: [Codec.Value], _ stored: [StoredValue], _ wrong: StoredValue
  ) throws where Codec.Value: RawRepresentable, Codec.Value.RawValue: Equatable {
    let laws = CodecLaws(codec, values, isSame: { $0.rawValue == $1.rawValue })
    for (value, form) in zip(values, stored) {
      #expect(try laws.stored(value) == form)
      #expect(try laws.decode(form).rawValue == value.rawValue)
    }
    #expect(throws: CodecError.self) { try laws.decode(wrong) }
    #expect(throws: CodecError.self) { try laws.decode(.null) }
  }
}

struct StandardRegistryTests {
  @Test func givesEachTypeItsCodec() {
    expect(Int.self, "integer", .integer)
    expect(UInt8.self, "integer", .integer)
    expect(UInt.self, "unsigned", .any)
    expect(Bool.self, "bool", .integer)
    expect(Double.self, "real", .any)
    expect(Float?.self, "real", .any)
    expect(String.self, "text", .text)
    expect(Substring.self, "text", .text)
    expect(Character.self, "character", .text)
    expect(Data?.self, "bytes", .blob)
    expect([UInt8].self, "bytes", .blob)
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

  private func expect<Value>(
    _ type: Value.Type, _ name: String, _ storage: StorageClass,
    location: SourceLocation = #_sourceLocation
  ) {
    let codec = CodecRegistry.standard.codec(for: type)
    #expect(codec?.identifier == CodecIdentifier(name), sourceLocation: location)
    #expect(codec?.storage == storage, sourceLocation: location)
  }
}
