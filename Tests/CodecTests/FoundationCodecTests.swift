import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct FoundationCodecTests {
  @Test func textsComeBackScalarByScalar() async throws {
    let texts = ["", "a\0b", "e\u{301}", "日本", "a", "ab"]
    try await verify(
      NSStringCodec(), texts, { $0.text() }, make: { NSString(string: $0) },
      content: { Array(($0 as String).utf8) })
    try await verify(
      NSMutableStringCodec(), texts, { $0.text() }, make: { NSMutableString(string: $0) },
      content: { Array(($0 as String).utf8) })
  }

  @Test func bytesComeBackByteByByte() async throws {
    let samples: [[UInt8]] = [[], [0], [255]]
    try await verify(
      NSDataCodec(), samples, { $0.bytes() }, make: { NSData(data: Data($0)) },
      content: { Array($0) })
    try await verify(
      NSMutableDataCodec(), samples, { $0.bytes() }, make: { NSMutableData(data: Data($0)) },
      content: { Array($0) })
  }

  @Test func datesURLsAndUUIDsComeBack() async throws {
    try await verify(
      NSDateCodec(), [0, 0.1, -1e-10, 1e11].map(Date.init(timeIntervalSinceReferenceDate:)),
      { $0.date() }, make: { $0 as NSDate }, content: { $0.timeIntervalSinceReferenceDate })
    let urls = ["http://example.org/ü?q=1", "file:///tmp/a%20b", "mailto:a@b"].compactMap {
      URL(string: $0)
    }
    try await verify(
      NSURLCodec(), urls, { $0.element(of: urls).appending(path: "\($0.integer(UInt8.self))") },
      make: { $0 as NSURL }, content: { $0.absoluteString })
    try await verify(
      NSUUIDCodec(), [Self.uuid(.max, 0)], { Self.uuid($0.integer(), $0.integer()) },
      make: { $0 as NSUUID }, content: { $0.uuidString })
  }

  @Test func decimalNumbersComeBackAndSort() async throws {
    let texts = ["0", "1.5", "-12.25", "12345678901234567890123456789012345678", "1e-120", "7e100"]
    let numbers = texts.map { NSDecimalNumber(string: $0) }
    try await verifyCodec(
      NSDecimalNumberCodec(), samples: numbers,
      generator: { source in
        NSDecimalNumber(
          decimal: Decimal(
            sign: source.bool() ? .minus : .plus, exponent: source.integer(in: -30...30),
            significand: Decimal(source.integer(UInt64.self))))
      },
      isSame: { $0.decimalValue == $1.decimalValue },
      isLess: { $0.compare($1) == .orderedAscending }, options: Self.withoutHashes)
    #expect(throws: CodecError.self) {
      try NSDecimalNumberCodec().stored(.notANumber)
    }
  }

  /// A property may change from the class to the Swift type and back.
  @Test func storesWhatTheSwiftValuesCodecsStore() throws {
    try expectSame(NSStringCodec(), "é", StringCodec(), "é")
    try expectSame(NSMutableStringCodec(), "é", StringCodec(), "é")
    try expectSame(NSDataCodec(), NSData(data: Data([1])), DataCodec(), Data([1]))
    try expectSame(NSMutableDataCodec(), NSMutableData(data: Data([1])), DataCodec(), Data([1]))
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    try expectSame(NSDateCodec(), date as NSDate, DateCodec(), date)
    let url = try #require(URL(string: "http://example.org"))
    try expectSame(NSURLCodec(), url as NSURL, URLCodec(), url)
    let uuid = UUID()
    try expectSame(NSUUIDCodec(), uuid as NSUUID, UUIDCodec(), uuid)
    try expectSame(NSDecimalNumberCodec(), NSDecimalNumber(value: -1.5), DecimalCodec(), -1.5)
  }

  @Test func givesMutableObjectsThatCanBeChanged() throws {
    let text = try NSMutableStringCodec().decoded(.text("a"))
    text.append("b")
    #expect(text == "ab")
    let data = try NSMutableDataCodec().decoded(.bytes([1]))
    data.append(Data([2]))
    #expect(data == NSData(data: Data([1, 2])))
  }

  /// The object's contents at the time of saving are stored, whatever its class is.
  @Test func storesAMutableObjectInAnImmutableProperty() throws {
    let text = NSMutableString(string: "a")
    let stored = try NSStringCodec().stored(text)
    text.append("b")
    #expect(stored == .text("a"))
    #expect(!(try NSStringCodec().decoded(stored) is NSMutableString))
  }

  @Test func refusesAURLThatIsNone() throws {
    let url = try #require(NSURL(string: "http://["))
    #expect(throws: CodecError.self) { try NSURLCodec().stored(url) }
  }

  @Test func refusesAURLWithABase() throws {
    let url = try #require(NSURL(string: "b", relativeTo: URL(string: "http://example.org/")))
    #expect(throws: CodecError.self) { try NSURLCodec().stored(url) }
  }

  @Test func nullIsNotNULL() async throws {
    try await verifyCodec(NSNullCodec(), samples: [NSNull()], options: Self.withoutHashes)
    #expect(try NSNullCodec().stored(NSNull()) == .text("null"))
    let optional = OptionalCodec(NSNullCodec())
    #expect(try optional.decoded(.null) == nil)
    #expect(throws: CodecError.self) { try optional.decoded(.text("NULL")) }
  }

  private func verify<Codec: DerivedColumnCodec, Content: Equatable, Swift>(
    _ codec: Codec, _ samples: [Swift], _ generator: @escaping (inout ValueSource) -> Swift,
    make: @escaping (Swift) -> Codec.Value, content: @escaping (Codec.Value) -> Content
  ) async throws where Codec.Value: NSObject {
    try await verifyCodec(
      codec, samples: samples.map(make), generator: { make(generator(&$0)) },
      isSame: { type(of: $0) == type(of: $1) && $0 == $1 && content($0) == content($1) },
      isEqual: { content($0) == content($1) })
  }

  /// The options for classes with wrong hashes in Foundation for Linux.
  private static var withoutHashes: CodecVerification {
    var options = CodecVerification()
    options.comparesHashes = false
    return options
  }

  private static func uuid(_ high: UInt64, _ low: UInt64) -> UUID {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }

  private func expectSame<Codec: DerivedColumnCodec, Swift: ColumnCodec>(
    _ codec: Codec, _ object: Codec.Value, _ other: Swift, _ value: Swift.Value,
    location: SourceLocation = #_sourceLocation
  ) throws where Codec.Base == Swift {
    #expect(codec.identifier == other.identifier, sourceLocation: location)
    #expect(codec.storage == other.storage, sourceLocation: location)
    let stored = try codec.stored(object)
    let expected = try other.stored(value)
    #expect(stored == expected, sourceLocation: location)
    let chosen = CodecRegistry.standard.codec(for: Codec.Value.self)
    #expect(chosen is Codec, sourceLocation: location)
  }
}

struct NSNumberCodecTests {
  private static let integers: [NSNumber] =
    [
      0, 1, -1, 127, 128, 65_536, 1 << 31, 1 << 53, -1 << 53,
    ].map { NSNumber(value: $0 as Int) } + [Int64.min, .max].map { NSNumber(value: $0) }
  private static let reals: [NSNumber] = [
    0.5, -0.1, 1, 1e300, -1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 0x1p53,
  ].map { NSNumber(value: $0 as Double) }

  @Test func eachKindComesBackAsItWas() async throws {
    let large = [UInt64.max, 1 << 63].map { NSNumber(value: $0) }
    let bools = [true, false].map { NSNumber(value: $0) }
    let zero = NSNumber(value: -0.0)
    try await verifyCodec(
      NSNumberCodec(), samples: Self.integers + Self.reals + large + bools + [zero],
      generator: { Self.number(&$0) }, isSame: Self.isSameKind, isEqual: Self.isEqualInSQL)
  }

  /// Foundation rounds integers beyond 2^53 to compare them with doubles; SQL does not.
  @Test func numbersSortByTheirValueWhateverTheirKind() async throws {
    let small = Self.integers.filter { abs($0.doubleValue) <= 0x1p53 }
    try await verifyCodec(
      NSNumberCodec(), samples: small + Self.reals,
      generator: { source in
        let limit: Int64 = 1 << 53
        return source.bool()
          ? NSNumber(value: source.integer(in: -limit...limit))
          : NSNumber(value: source.double())
      },
      isSame: Self.isSameKind, isEqual: ==, isLess: { $0.compare($1) == .orderedAscending })
  }

  @Test func storesReadableValues() throws {
    let codec = NSNumberCodec()
    #expect(try codec.stored(1) == .integer(1))
    #expect(try codec.stored(1.0) == .real(1))
    #expect(try codec.stored(true) == .text("true"))
    #expect(try codec.stored(NSNumber(value: UInt8.max)) == .integer(255))
    #expect(try codec.stored(NSNumber(value: UInt64.max)) == .text("18446744073709551615"))
    #expect(try codec.stored(NSNumber(value: Float(0.1))) == .real(0.10000000149011612))
    #expect(try codec.decoded(.text("false")).boolValue == false)
  }

  @Test func aFloatComesBackAsTheDoubleThatEqualsIt() throws {
    let codec = NSNumberCodec()
    let float = NSNumber(value: Float(0.1))
    #expect(try codec.decoded(codec.stored(float)) == float)
  }

  @Test(arguments: ["", "TRUE", "1", "18446744073709551616", "00000000000000000001", "null"])
  func refusesOtherTexts(_ text: String) {
    #expect(throws: CodecError.self) { try NSNumberCodec().decoded(.text(text)) }
  }

  @Test func refusesNaNAndDecimalNumbers() throws {
    let codec = NSNumberCodec()
    #expect(throws: CodecError.self) { try codec.stored(NSNumber(value: Double.nan)) }
    #expect(throws: CodecError.self) { try codec.stored(NSNumber(value: Float.nan)) }
    let archived = NSCodingCodec<NSNumber>()
    let back = try archived.decoded(archived.stored(NSNumber(value: Double.nan)))
    #expect(back.doubleValue.isNaN, "what the error advises")
    let error = #expect(throws: CodecError.self) { try codec.stored(NSDecimalNumber(value: 1)) }
    #expect(error?.reason.contains("NSDecimalNumber") == true)
  }

  private static func number(_ source: inout ValueSource) -> NSNumber {
    switch source.element(of: 0..<4) {
    case 0: NSNumber(value: source.bool())
    case 1: NSNumber(value: source.integer(Int64.self))
    case 2: NSNumber(value: source.integer(in: (1 << 63)...UInt64.max))
    default: NSNumber(value: source.double())
    }
  }

  /// Whether numbers are equal and of the same type: `Bool`, whole number or floating-point number,
  /// its sign included.
  private static func isSameKind(_ left: NSNumber, _ right: NSNumber) -> Bool {
    type(of: left) == type(of: right) && left.objCType.pointee == right.objCType.pointee
      && left == right && left.doubleValue.sign == right.doubleValue.sign
      && left.int64Value == right.int64Value
  }

  /// A Bool equals no number, and integers are not rounded; an integer above `Int64.max` equals no
  /// double.
  private static func isEqualInSQL(_ left: NSNumber, _ right: NSNumber) -> Bool {
    left == right && isBool(left) == isBool(right) && isLarge(left) == isLarge(right)
      && exact(left) == exact(right)
  }

  private static func isLarge(_ number: NSNumber) -> Bool {
    number.objCType.pointee == CChar(UInt8(ascii: "Q")) && number.uint64Value > Int64.max
  }

  private static func isBool(_ number: NSNumber) -> Bool {
    type(of: number) == type(of: NSNumber(value: true))
  }

  /// The text of a number's exact value, even beyond the range of doubles.
  private static func exact(_ number: NSNumber) -> String {
    let double = number.doubleValue
    let isReal = number.objCType.pointee == CChar(UInt8(ascii: "d"))
    guard isReal, abs(double) < 1e30, double == double.rounded() else { return "\(number)" }
    return "\(Int128(double))"
  }
}
