import Foundation
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct JSONCodecTests {
  /// One of each kind of value that JSON writes in its own way.
  struct Everything: Codable, Equatable {
    var text = "a\0\"\\/\u{301}é😀"
    var double = 0.1
    var float = Float(0.1)
    var small = Int64.min
    var large = UInt64.max
    var huge = UInt128.max
    var decimal = Decimal()
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var data = Data()
    var url = URL(string: "http://example.org/a?b=1")
    var uuid = UUID()
    var isOn = true
    var none: Int?
    var list = [1, nil, 3]
    var dictionary = ["b": [1.5], "a": []]
    var numbers = [2: "b", 1: "a"]
  }
  indirect enum Nested: Codable, Equatable {
    case end
    case list([Nested])
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self =
        (try? container.decode(Int.self)) != nil ? .end : .list(try container.decode([Nested].self))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .end: try container.encode(1)
      case .list(let list): try container.encode(list)
      }
    }
    static func depth(_ depth: Int) -> Nested {
      (0..<depth).reduce(.end) { inner, _ in .list([inner]) }
    }
  }

  @Test func everyKindOfValueComesBackExactly() throws {
    var random = CodecRandom()
    let samples = random.values(60) { Self.everything(&$0) }
    try CodecLaws(
      JSONCodec<Everything>(), samples,
      isSame: { $0 == $1 && $0.double.bitPattern == $1.double.bitPattern }
    ).check(random: random)
  }

  @Test func valuesThatAreNoObjectsComeBack() throws {
    let random = CodecRandom()
    try CodecLaws(JSONCodec<String>(), ["", "null", "\"", "\u{FEFF}"]).check(random: random)
    try CodecLaws(JSONCodec<Int?>(), [nil, 1]).check(random: random)
    try CodecLaws(JSONCodec<Bool>(), [true, false]).check(random: random)
    try CodecLaws(
      JSONCodec<Double>(), [-0.0, .leastNonzeroMagnitude, 1e300],
      isSame: { $0.bitPattern == $1.bitPattern }
    )
    .check(random: random)
    try CodecLaws(
      JSONCodec<Date>(),
      [0.1, -1e-10, 1e300, -1e12].map(Date.init(timeIntervalSinceReferenceDate:))
    ).check(random: random)
  }

  @Test func decimalsKeepTheirDigits() throws {
    let texts = [
      "12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678",
      "1e-120", "99999999999999999999999999999999999999e80",
    ]
    try CodecLaws(JSONCodec<[Decimal]>(), [texts.compactMap { Decimal(string: $0) }])
      .check(random: CodecRandom())
  }

  @Test func sqlReadsWhatIsInside() throws {
    struct Event: Codable {
      var start = Date(timeIntervalSinceReferenceDate: 0.25)
      var place: [String: Double] = ["lat": 50.9]
      var tags = ["a", "b"]
    }
    let stored = try CodecLaws(JSONCodec<Event>(), [], isSame: { _, _ in true }).stored(Event())
    #expect(
      stored
        == .text(#"{"place":{"lat":50.9},"start":"2001-01-01 00:00:00.25","tags":["a","b"]}"#))
    let table = try CodecTable(.text)
    #expect(try table.text("strftime('%Y', json_extract(?1, '$.start'))", of: stored) == "2001")
    #expect(
      try table.text("CAST(json_extract(?1, '$.place.lat') + 1 AS TEXT)", of: stored) == "51.9")
    #expect(
      try table.text("(SELECT group_concat(value) FROM json_each(?1, '$.tags'))", of: stored)
        == "a,b")
  }

  @Test func readsDatesAsOtherProgramsWriteThem() throws {
    let laws = CodecLaws(JSONCodec<[Date]>(), [])
    let dates = try laws.decode(.text(#"[0.5,"2001-01-01 00:00:00.5"]"#))
    #expect(dates[0] == dates[1] && dates[0].timeIntervalSinceReferenceDate == 0.5)
    #expect(throws: CodecError.self) { try laws.decode(.text(#"["yesterday"]"#)) }
    #expect(throws: CodecError.self) { try laws.decode(.text("[true]")) }
  }

  @Test func refusesWhatCannotBeReadAgain() throws {
    #expect(throws: CodecError.self) { try stored(Double.nan) }
    #expect(throws: CodecError.self) { try stored(["NaN": Decimal.nan]) }
    #expect(throws: CodecError.self) { try stored(Date(timeIntervalSinceReferenceDate: .nan)) }
    let error = #expect(throws: CodecError.self) { try stored(["a": [1, Float.infinity]]) }
    #expect(error?.reason.contains("a.1") == true)
    #expect(try stored(["NaN", "\"NaN", "\\"]) == .text(#"["NaN","\"NaN","\\"]"#))
  }

  @Test func depthIsBounded() throws {
    #expect(throws: CodecError.self) { try stored(Nested.depth(129)) }
    #expect(throws: CodecError.self) { try stored([[Nested.depth(127)]]) }
    #expect(throws: Never.self) { try stored(Array(repeating: Nested.depth(127), count: 3)) }
    let deep = CodecLaws(JSONCodec<Nested>(maximumDepth: 1000), [])
    #expect(try deep.decode(deep.stored(.depth(511))) == .depth(511))
    let error = #expect(throws: CodecError.self) { try deep.stored(.depth(512)) }
    #expect(error.map { $0.reason.utf8.count < 200 } == true, "it does not show the value")
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"], [512, 513, 3_000_000])
  func hostileDepthIsAnError(_ opening: String, _ depth: Int) {
    #expect(throws: CodecError.self) {
      try CodecLaws(JSONCodec<Nested>(), [])
        .decode(.text(String(repeating: opening, count: depth)))
    }
  }

  @Test(arguments: [
    "[1] x", "[1,]", "[01]", "[1", "[\u{0}1]", "[NaN]", "[1e999999999]", "[1.5]", "[\"1\"]",
    "[null]",
    "[9223372036854775808]", "['1']", "// a\n[1]", "\u{FEFF}\u{FEFF}[1]", "[1]\u{0}",
  ])
  func refusesWhatIsNotTheJSON(_ text: String) {
    #expect(throws: CodecError.self) {
      try CodecLaws(JSONCodec<[Int]>(), []).decode(.text(text))
    }
  }

  @discardableResult
  private func stored<Value: Codable>(_ value: Value) throws -> StoredValue {
    try CodecLaws(JSONCodec<Value>(), [], isSame: { _, _ in true }).stored(value)
  }

  private static func everything(_ random: inout CodecRandom) -> Everything {
    var value = Everything(text: random.text())
    value.double = finite(&random)
    value.float = Float(finite(&random) * 1e-280)
    value.decimal = Decimal(Int64(bitPattern: random.next())) / 1000
    value.date = Date(
      timeIntervalSinceReferenceDate: Double.random(in: -1e13...1e13, using: &random))
    value.data = Data(random.bytes())
    value.none = Bool.random(using: &random) ? nil : Int(truncatingIfNeeded: random.next())
    value.dictionary[random.text()] = [finite(&random)]
    return value
  }

  private static func finite(_ random: inout CodecRandom) -> Double {
    let value = Double(bitPattern: random.next())
    return value.isFinite ? value : -0.0
  }
}
