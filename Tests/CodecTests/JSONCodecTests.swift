import Foundation
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsEngine
import Testing

struct JSONCodecTests {
  /// One value of each kind that JSON writes in a special way.
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

  /// An object that may contain itself.
  final class Ring: Codable {
    var next: Ring?
  }
  /// Opens containers in each other, and encodes nothing that could throw.
  struct Ladder: Codable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 0..<100_000 { container = container.nestedUnkeyedContainer() }
    }
    init() {}
    init(from decoder: any Decoder) throws {}
  }

  /// Encodes itself inside an object if it is the outermost value.
  struct SelfWrapping: Codable {
    enum CodingKeys: CodingKey { case value, number }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if container.codingPath.isEmpty {
        try container.encode(self, forKey: .value)
      } else {
        try container.encode(encoder.codingPath.count, forKey: .number)
      }
    }
    init() {}
    init(from decoder: any Decoder) throws {}
  }
  /// Refuses to be encoded.
  struct Refusing: Codable {
    func encode(to encoder: any Encoder) throws {
      let context = EncodingError.Context(
        codingPath: encoder.codingPath, debugDescription: "not ready")
      throw EncodingError.invalidValue(self, context)
    }
    init() {}
    init(from decoder: any Decoder) throws {}
  }

  @Test func everyKindOfValueComesBackExactly() async throws {
    try await verifyCodec(
      JSONCodec<Everything>(), samples: [Everything()], generator: { Self.everything(&$0) },
      isSame: { $0 == $1 && $0.double.bitPattern == $1.double.bitPattern })
  }

  @Test func valuesThatAreNoObjectsComeBack() async throws {
    try await verifyCodec(
      JSONCodec<String>(), samples: ["", "null", "\"", "\u{FEFF}"], generator: { $0.text() })
    try await verifyCodec(JSONCodec<Int?>(), samples: [nil, 1])
    try await verifyCodec(JSONCodec<Bool>(), samples: [true, false])
    try await verifyCodec(
      JSONCodec<Double>(), samples: [-0.0, .leastNonzeroMagnitude, 1e300],
      generator: { Self.finite(&$0) }, isSame: { $0.bitPattern == $1.bitPattern })
    try await verifyCodec(
      JSONCodec<Date>(),
      samples: [0.1, -1e-10, 1e300, -1e12].map(Date.init(timeIntervalSinceReferenceDate:)),
      generator: { $0.date() })
  }

  @Test func decimalsKeepTheirDigits() async throws {
    let texts = [
      "12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678",
      "1e-120", "99999999999999999999999999999999999999e80",
    ]
    try await verifyCodec(
      JSONCodec<[Decimal]>(), samples: [texts.compactMap { Decimal(string: $0) }])
  }

  @Test func sqlReadsWhatIsInside() throws {
    struct Event: Codable {
      var start = Date(timeIntervalSinceReferenceDate: 0.25)
      var place: [String: Double] = ["lat": 50.9]
      var tags = ["a", "b"]
    }
    let stored = try JSONCodec<Event>().stored(Event())
    #expect(
      stored
        == .text(#"{"place":{"lat":50.9},"start":"2001-01-01 00:00:00.25","tags":["a","b"]}"#))
    let sql = try SQLExpression()
    #expect(
      try sql.value("strftime('%Y', json_extract(?1, '$.start'))", of: stored) == .text("2001"))
    #expect(
      try sql.value("CAST(json_extract(?1, '$.place.lat') + 1 AS TEXT)", of: stored)
        == .text("51.9"))
    #expect(
      try sql.value("(SELECT group_concat(value) FROM json_each(?1, '$.tags'))", of: stored)
        == .text("a,b"))
  }

  @Test func readsDatesAsOtherProgramsWriteThem() throws {
    let codec = JSONCodec<[Date]>()
    let dates = try codec.decoded(.text(#"[0.5,"2001-01-01 00:00:00.5"]"#))
    #expect(dates[0] == dates[1] && dates[0].timeIntervalSinceReferenceDate == 0.5)
    #expect(throws: CodecError.self) { try codec.decoded(.text(#"["yesterday"]"#)) }
    #expect(throws: CodecError.self) { try codec.decoded(.text("[true]")) }
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
    let deep = JSONCodec<Nested>(maximumDepth: 1000)
    #expect(try deep.decoded(deep.stored(.depth(511))) == .depth(511))
    let error = #expect(throws: CodecError.self) { try deep.stored(.depth(512)) }
    #expect(error.map { $0.reason.utf8.count < 200 } == true, "it does not show the value")
  }

  /// Foundation's encoder would use up the stack.
  @Test func aValueWithoutEndIsAnError() throws {
    let ring = Ring()
    ring.next = ring
    for (codec, value) in [(JSONCodec<Ring>(), ring), (JSONCodec<Ring>(maximumDepth: 511), ring)] {
      let error = #expect(throws: CodecError.self) { try codec.stored(value) }
      #expect(error?.reason.contains("contains itself") == true)
    }
    #expect(throws: CodecError.self) { try JSONBCodec<Ring>().stored(ring) }
    #expect(throws: CodecError.self) { try stored(Nested.depth(3000)) }
    #expect(throws: CodecError.self) { try stored(Ladder()) }
    ring.next = Ring()
    #expect(try stored(ring) == .text(#"{"next":{}}"#))
  }

  @Test func aValueMayAskWhetherItIsTheOutermostOne() throws {
    #expect(try stored(SelfWrapping()) == .text(#"{"value":{"number":1}}"#))
    #expect(try stored(Optional(SelfWrapping())) == .text(#"{"value":{"number":1}}"#))
    #expect(try stored(["a": [SelfWrapping()]]) == .text(#"{"a":[{"number":2}]}"#))
  }

  @Test func anErrorOfTheValueKeepsItsPath() throws {
    let error = #expect(throws: CodecError.self) { try stored(["a": [Refusing()]]) }
    #expect(error?.reason.contains("a.0") == true)
    #expect(error?.reason.hasSuffix(": not ready") == true)
  }

  /// Values that are encoded as others are no levels of JSON.
  @Test func optionalsAreNoLevels() throws {
    let codec = JSONCodec<[[[[Int?]?]?]?]>(maximumDepth: 4)
    #expect(try codec.stored([[[[1]]]]) == .text("[[[[1]]]]"))
    #expect(throws: CodecError.self) {
      try JSONCodec<[[[[Int?]?]?]?]>(maximumDepth: 3).stored([[[[1]]]])
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":"], [512, 513, 3_000_000])
  func hostileDepthIsAnError(_ opening: String, _ depth: Int) {
    #expect(throws: CodecError.self) {
      try JSONCodec<Nested>()
        .decoded(.text(String(repeating: opening, count: depth)))
    }
  }

  @Test(arguments: [
    "[1] x", "[1,]", "[01]", "[1", "[\u{0}1]", "[NaN]", "[1e999999999]", "[1.5]", "[\"1\"]",
    "[null]",
    "[9223372036854775808]", "['1']", "// a\n[1]", "\u{FEFF}\u{FEFF}[1]", "[1]\u{0}",
  ])
  func refusesWhatIsNotTheJSON(_ text: String) {
    #expect(throws: CodecError.self) {
      try JSONCodec<[Int]>().decoded(.text(text))
    }
  }

  @discardableResult
  private func stored<Value: Codable>(_ value: Value) throws -> StoredValue {
    try JSONCodec<Value>().stored(value)
  }

  private static func everything(_ source: inout ValueSource) -> Everything {
    var value = Everything(text: source.text())
    value.double = finite(&source)
    value.float = Float(finite(&source) * 1e-280)
    value.decimal = Decimal(source.integer(Int64.self)) / 1000
    value.date = Date(timeIntervalSinceReferenceDate: finite(&source))
    value.data = Data(source.bytes())
    value.uuid = UUID(uuid: (source.integer(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255))
    value.none = source.bool() ? source.integer() : nil
    value.dictionary[source.text()] = [finite(&source)]
    return value
  }

  /// A value that `jsonb` preserves: without NUL and negative zeros.
  private static func plain(_ source: inout ValueSource) -> Everything {
    var value = everything(&source)
    value.text = value.text.replacing("\0", with: "")
    value.double += 0
    value.float += 0
    value.dictionary = value.dictionary.reduce(into: [:]) {
      $0[$1.key.replacing("\0", with: "")] = $1.value.map { $0 + 0 }
    }
    return value
  }

  @Test func everythingButNULComesBackFromJSONB() async throws {
    var everything = Everything()
    everything.text = "\u{1}\u{8}\u{c}\n\r\t\u{1f}\u{7f}\"\\/é😀"
    try await verifyCodec(
      JSONBCodec<Everything>(), samples: [everything], generator: { Self.plain(&$0) },
      isSame: { $0 == $1 && $0.double.bitPattern == $1.double.bitPattern })
    try await verifyCodec(JSONBCodec<Int?>(), samples: [nil, 1])
    try await verifyCodec(
      JSONBCodec<[Double]>(), samples: [[0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]])
  }

  @Test func jsonbHasOneTextForEqualValues() throws {
    let stored = try JSONBCodec<[String: [Double]]>().stored([
      "b": [1.5, 2e3], "aa": [], "a\n": [0],
    ])
    #expect(stored == .text(#"{"b": [1.5, 2000], "a\n": [0], "aa": []}"#))
    #expect(try JSONBCodec<[Int]>().decoded(.text("[ 1,2 ]")) == [1, 2])
    #expect(throws: CodecError.self) { try JSONBCodec<String>().stored("a\0") }
    #expect(throws: CodecError.self) { try JSONBCodec<Double>().stored(-0.0) }
    #expect(throws: CodecError.self) {
      try JSONBCodec<Int>(maximumDepth: 1).decoded(.text("[[1]]"))
    }
  }

  private struct OneNumber: Codable {
    var x: Int
  }

  /// The type has no property for the number, so that only the codec itself looks at it.
  @Test(arguments: ["1e-9223372036854775808", "1e9223372036854775807", "1E-16001", "1e16001"])
  func numbersThatJSONBCannotHoldAreErrors(_ number: String) throws {
    let codec = JSONBCodec<OneNumber>()
    #expect(throws: CodecError.self) {
      try codec.decoded(.text(#"{"x": 1, "y": \#(number)}"#))
    }
    #expect(try codec.decoded(.text(#"{"x": 1, "y": [1e16000, 1e-16000]}"#)).x == 1)
  }

  private static func finite(_ source: inout ValueSource) -> Double {
    let value = source.double()
    return value.isFinite ? value : -0.0
  }
}
