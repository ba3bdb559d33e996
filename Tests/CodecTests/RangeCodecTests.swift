import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct RangeCodecTests {
  /// A bound that is stored as bytes.
  struct Hash: Comparable {
    var bytes: [UInt8]
    static func < (left: Hash, right: Hash) -> Bool {
      left.bytes.lexicographicallyPrecedes(right.bytes)
    }
  }

  @Test func rangesOfNumbersComeBack() async throws {
    try await verifyCodec(
      RangeCodec(IntCodec()), samples: [Int.min..<Int.max, 0..<0, -1..<0, 5..<5],
      generator: { Self.range($0.integer(), $0.integer()) })
    try await verifyCodec(
      RangeCodec(UInt64Codec()),
      samples: [0..<UInt64.max, 7..<(1 << 63), UInt64.max..<UInt64.max],
      generator: { Self.range($0.integer(), $0.integer()) })
  }

  @Test func rangesOfDoublesComeBack() async throws {
    let edges: [Double] = [
      0, 1, 1e16, 1e-7, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    try await verifyCodec(
      ClosedRangeCodec(DoubleCodec()), samples: edges.map { -$0...max($0, 1) },
      generator: { Self.bounds($0.double(), $0.double()) })
  }

  /// −0 equals 0, so both are stored alike and found alike.
  @Test func zeroHasOneForm() async throws {
    let codec = ClosedRangeCodec(DoubleCodec())
    #expect(try codec.stored(-0.0...0) == .text("[0.0,0.0]"))
    try await verifyCodec(codec, samples: [-0.0...1, 0.0...1, 0...2])
  }

  @Test func rangesOfTextsComeBack() async throws {
    let texts = ["", "'", "''", "a,b", "]", ")", "x'00'", "\0"]
    try await verifyCodec(
      ClosedRangeCodec(StringCodec()), samples: texts.map { Self.bounds($0, "m") },
      generator: { Self.bounds($0.text(), $0.text()) },
      isSame: { Self.scalars($0) == Self.scalars($1) })
  }

  @Test func partialRangesAndOtherBoundsComeBack() async throws {
    let days = [0, 0.5, 86_400].map(Date.init(timeIntervalSinceReferenceDate:))
    try await verifyCodec(
      PartialRangeFromCodec(DateCodec()), samples: days.map { $0... },
      generator: { $0.date()... }, isSame: { $0.lowerBound == $1.lowerBound })
    try await verifyCodec(
      PartialRangeThroughCodec(DecimalCodec()), samples: [Decimal(-1.5), 2].map { ...$0 },
      generator: { ...(Decimal($0.integer(Int64.self)) / 1000) },
      isSame: { $0.upperBound == $1.upperBound })
    let hashes = BytesCodec().map(
      CodecIdentifier("hash"), to: { Hash(bytes: $0) }, from: { $0.bytes })
    try await verifyCodec(
      PartialRangeUpToCodec(hashes), samples: [[], [0, 255], [16]].map { ..<Hash(bytes: $0) },
      generator: { ..<Hash(bytes: $0.bytes()) }, isSame: { $0.upperBound == $1.upperBound })
  }

  @Test func storesWhatMathematicsWrites() throws {
    try expect(RangeCodec(IntCodec()), 1..<5, "[1,5)", "range(integer)")
    try expect(ClosedRangeCodec(DoubleCodec()), 1...5.5, "[1.0,5.5]", "closed-range(real)")
    try expect(PartialRangeFromCodec(IntCodec()), 1..., "[1,)", "range-from(integer)")
    try expect(
      PartialRangeThroughCodec(StringCodec()), ..."it's", "(,'it''s']", "range-through(text)")
    let hashes = BytesCodec().map(
      CodecIdentifier("hash"), to: { Hash(bytes: $0) }, from: { $0.bytes })
    try expect(
      PartialRangeUpToCodec(hashes), ..<Hash(bytes: [10, 255]), "(,x'0AFF')", "range-up-to(hash)")
  }

  @Test(arguments: [
    "", "[", "[1,5", "[1,5]", "(1,5)", "[1;5)", "[1, 5)", " [1,5)", "[1,5) ", "[5,1)", "[01,5)",
    "[+1,5)", "[1.0,5)", "['1',5)", "[,5)", "[1,)", "[x'',5)", "[NULL,5)",
    "[1,9223372036854775808)",
    "[1,5)[", "[1,5,7)", "[-0,5)",
  ])
  func refusesWhatIsNotTheRange(_ text: String) {
    #expect(throws: CodecError.self) {
      try RangeCodec(IntCodec()).decoded(.text(text))
    }
  }

  @Test(arguments: [
    "[2.0,1.0]", "[nan,1.0]", "[1.0,nan]", "[1.00,2.0]", "[-0.0,1.0]", "[0x1p3,9.0]", "[1.0,INF]",
    "[x'A,1.0]", "[1.0,1e999]", "[9007199254740993,1e16]",
  ])
  func refusesWhatIsNoRangeOfDoubles(_ text: String) {
    #expect(throws: CodecError.self) {
      try ClosedRangeCodec(DoubleCodec()).decoded(.text(text))
    }
  }

  @Test(arguments: ["(,x'0a')", "(,x'0')", "(,x'0G')", "(,x'00)", "(,'a')", "(,x00)", "(,X'00')"])
  func refusesWhatAreNotBytes(_ text: String) {
    let hashes = BytesCodec().map(
      CodecIdentifier("hash"), to: { Hash(bytes: $0) }, from: { $0.bytes })
    #expect(throws: CodecError.self) {
      try PartialRangeUpToCodec(hashes)
        .decoded(.text(text))
    }
  }

  /// The last write counts, as in a column, and NULL is refused.
  @Test func aBoundIsWhatItsCodecWroteLast() throws {
    struct Hesitant: ColumnCodec {
      let identifier = CodecIdentifier("hesitant")
      let storage = StorageClass.any
      func encode(_ value: Int, into column: inout ColumnWriter) throws {
        column.write("first")
        if value == 0 { column.writeNull() } else { column.write(Int64(value)) }
      }
      func decode(from column: borrowing ColumnReader) throws -> Int { Int(try column.integer()) }
    }
    let codec = RangeCodec(Hesitant())
    #expect(try codec.stored(1..<2) == .text("[1,2)"))
    #expect(throws: CodecError.self) { try codec.stored(0..<2) }
  }

  @Test func isChosenWithTheBoundsCodec() {
    let registry = CodecRegistry.standard
    #expect(registry.codec(for: Range<Date>.self) is RangeCodec<DateCodec>)
    #expect(registry.codec(for: ClosedRange<Int>?.self)?.identifier.name == "closed-range(integer)")
    #expect(registry.codec(for: PartialRangeFrom<String>.self)?.isSearchable == true)
    #expect(registry.codec(for: PartialRangeUpTo<UUID>.self)?.storage == .text)
    #expect(registry.codec(for: PartialRangeThrough<Hash>.self) == nil)
    let bits = registry.registering(DoubleAsBits())
    #expect(bits.codec(for: Range<Double>.self)?.isSearchable == false)
  }

  private func expect<Codec: ColumnCodec>(
    _ codec: Codec, _ range: Codec.Value, _ text: String, _ name: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try codec.stored(range) == .text(text), sourceLocation: location)
    #expect(codec.identifier == CodecIdentifier(name), sourceLocation: location)
    #expect(codec.canRead(version: 1) && !codec.canRead(version: 2), sourceLocation: location)
  }

  private static func range<Bound: Comparable>(_ a: Bound, _ b: Bound) -> Range<Bound> {
    min(a, b)..<max(a, b)
  }

  private static func bounds<Bound: Comparable>(_ a: Bound, _ b: Bound) -> ClosedRange<Bound> {
    min(a, b)...max(a, b)
  }

  private static func scalars(_ range: ClosedRange<String>) -> [[Unicode.Scalar]] {
    [Array(range.lowerBound.unicodeScalars), Array(range.upperBound.unicodeScalars)]
  }
}
