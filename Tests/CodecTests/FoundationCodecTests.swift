import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct FoundationCodecTests {
  @Test func textsComeBackScalarByScalar() throws {
    var random = CodecRandom()
    let texts = ["", "a\0b", "e\u{301}", "日本", "a", "ab"] + random.values(40) { $0.text() }
    try bridged(NSStringCodec(), texts.map { NSString(string: $0) }, random) {
      Array(($0 as String).utf8)
    }
    try bridged(NSMutableStringCodec(), texts.map { NSMutableString(string: $0) }, random) {
      Array(($0 as String).utf8)
    }
  }

  @Test func bytesComeBackByteByByte() throws {
    var random = CodecRandom()
    let samples = [[], [0], [255]] + random.values(40) { $0.bytes() }
    try bridged(NSDataCodec(), samples.map { NSData(data: Data($0)) }, random) { Array($0) }
    try bridged(NSMutableDataCodec(), samples.map { NSMutableData(data: Data($0)) }, random) {
      Array($0)
    }
  }

  @Test func datesURLsAndUUIDsComeBack() throws {
    var random = CodecRandom()
    let dates =
      [0, 0.1, -1e-10, 1e11] + random.values(40) { Double.random(in: 0...9e8, using: &$0) }
    try bridged(
      NSDateCodec(), dates.map { NSDate(timeIntervalSinceReferenceDate: $0) }, random
    ) { $0.timeIntervalSinceReferenceDate.bitPattern }
    let urls = ["http://example.org/ü?q=1", "file:///tmp/a%20b", "mailto:a@b"].compactMap {
      NSURL(string: $0)
    }
    try bridged(NSURLCodec(), urls, random) { $0.absoluteString }
    try bridged(NSUUIDCodec(), (0..<20).map { _ in NSUUID() }, random) { $0.uuidString }
  }

  @Test func decimalNumbersComeBackAndSort() throws {
    let texts = ["0", "1.5", "-12.25", "12345678901234567890123456789012345678", "1e-120", "7e100"]
    let numbers = texts.map { NSDecimalNumber(string: $0) }
    try CodecLaws(
      NSDecimalNumberCodec(), numbers,
      isSame: { $0.decimalValue == $1.decimalValue },
      isLess: { $0.compare($1) == .orderedAscending }
    ).check(random: CodecRandom())
    #expect(throws: CodecError.self) {
      try CodecLaws(NSDecimalNumberCodec(), []).stored(.notANumber)
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
    let text = try CodecLaws(NSMutableStringCodec(), []).decode(.text("a"))
    text.append("b")
    #expect(text == "ab")
    let data = try CodecLaws(NSMutableDataCodec(), []).decode(.blob([1]))
    data.append(Data([2]))
    #expect(data == NSData(data: Data([1, 2])))
  }

  /// What stands in the object when it is saved is stored, whatever its class is.
  @Test func storesAMutableObjectInAnImmutableProperty() throws {
    let text = NSMutableString(string: "a")
    let stored = try CodecLaws(NSStringCodec(), []).stored(text)
    text.append("b")
    #expect(stored == .text("a"))
    #expect(!(try CodecLaws(NSStringCodec(), []).decode(stored) is NSMutableString))
  }

  @Test func refusesAURLWithABase() throws {
    let url = try #require(NSURL(string: "b", relativeTo: URL(string: "http://example.org/")))
    #expect(throws: CodecError.self) { try CodecLaws(NSURLCodec(), []).stored(url) }
  }

  @Test func nullIsNotNULL() throws {
    try CodecLaws(NSNullCodec(), [NSNull()]).check(random: CodecRandom())
    #expect(try CodecLaws(NSNullCodec(), []).stored(NSNull()) == .text("null"))
    let optional = CodecLaws(OptionalCodec(NSNullCodec()), [])
    #expect(try optional.decode(.null) == nil)
    #expect(throws: CodecError.self) { try optional.decode(.text("NULL")) }
  }

  private func bridged<Codec: BridgedColumnCodec, Content: Equatable>(
    _ codec: Codec, _ samples: [Codec.Value], _ random: CodecRandom,
    content: @escaping (Codec.Value) -> Content
  ) throws {
    let laws = CodecLaws(
      codec, samples,
      isSame: { type(of: $0) == type(of: $1) && $0 == $1 && content($0) == content($1) },
      isEqual: { content($0) == content($1) })
    try laws.check(random: random)
  }

  private func expectSame<Codec: BridgedColumnCodec, Swift: ColumnCodec>(
    _ codec: Codec, _ object: Codec.Value, _ other: Swift, _ value: Swift.Value,
    location: SourceLocation = #_sourceLocation
  ) throws where Codec.Base == Swift {
    #expect(codec.identifier == other.identifier, sourceLocation: location)
    #expect(codec.storage == other.storage, sourceLocation: location)
    let stored = try CodecLaws(codec, []).stored(object)
    let expected = try CodecLaws(other, [], isSame: { _, _ in true }).stored(value)
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

  @Test func eachKindComesBackAsItWas() throws {
    let random = CodecRandom()
    let large = [UInt64.max, 1 << 63].map { NSNumber(value: $0) }
    let bools = [true, false].map { NSNumber(value: $0) }
    let zero = NSNumber(value: -0.0)
    let laws = CodecLaws(
      NSNumberCodec(), Self.integers + Self.reals + large + bools + [zero],
      kinds: [.integer, .real, .text], isSame: Self.isSameKind, isEqual: Self.isEqualInSQL)
    try laws.check(random: random)
  }

  /// Foundation rounds integers beyond 2^53 to compare them with doubles; SQL does not.
  @Test func numbersSortByTheirValueWhateverTheirKind() throws {
    let small = Self.integers.filter { abs($0.doubleValue) <= 0x1p53 }
    let laws = CodecLaws(
      NSNumberCodec(), small + Self.reals, kinds: [.integer, .real, .text],
      isSame: Self.isSameKind, isEqual: ==, isLess: { $0.compare($1) == .orderedAscending })
    try laws.check(random: CodecRandom())
  }

  @Test func storesReadableValues() throws {
    let laws = CodecLaws(NSNumberCodec(), [])
    #expect(try laws.stored(1) == .integer(1))
    #expect(try laws.stored(1.0) == .real(1))
    #expect(try laws.stored(true) == .text("true"))
    #expect(try laws.stored(NSNumber(value: UInt8.max)) == .integer(255))
    #expect(try laws.stored(NSNumber(value: UInt64.max)) == .text("18446744073709551615"))
    #expect(try laws.stored(NSNumber(value: Float(0.1))) == .real(0.10000000149011612))
    #expect(try laws.decode(.text("false")).boolValue == false)
  }

  @Test func aFloatComesBackAsTheDoubleThatEqualsIt() throws {
    let laws = CodecLaws(NSNumberCodec(), [])
    let float = NSNumber(value: Float(0.1))
    #expect(try laws.decode(laws.stored(float)) == float)
  }

  @Test(arguments: ["", "TRUE", "1", "18446744073709551616", "00000000000000000001", "null"])
  func refusesOtherTexts(_ text: String) {
    #expect(throws: CodecError.self) { try CodecLaws(NSNumberCodec(), []).decode(.text(text)) }
  }

  @Test func refusesNaNAndDecimalNumbers() throws {
    let laws = CodecLaws(NSNumberCodec(), [])
    #expect(throws: CodecError.self) { try laws.stored(NSNumber(value: Double.nan)) }
    #expect(throws: CodecError.self) { try laws.stored(NSNumber(value: Float.nan)) }
    let archived = CodecLaws(NSCodingCodec<NSNumber>(), [])
    let back = try archived.decode(archived.stored(NSNumber(value: Double.nan)))
    #expect(back.doubleValue.isNaN, "what the error advises")
    let error = #expect(throws: CodecError.self) { try laws.stored(NSDecimalNumber(value: 1)) }
    #expect(error?.reason.contains("NSDecimalNumber") == true)
  }

  /// Equal, and of the same type: `Bool`, whole number or floating-point number, its sign included.
  private static func isSameKind(_ left: NSNumber, _ right: NSNumber) -> Bool {
    type(of: left) == type(of: right) && left.objCType.pointee == right.objCType.pointee
      && left == right && left.doubleValue.sign == right.doubleValue.sign
      && left.int64Value == right.int64Value
  }

  /// A Bool equals no number, and integers are not rounded.
  private static func isEqualInSQL(_ left: NSNumber, _ right: NSNumber) -> Bool {
    left == right && isBool(left) == isBool(right) && exact(left) == exact(right)
  }

  private static func isBool(_ number: NSNumber) -> Bool {
    type(of: number) == type(of: NSNumber(value: true))
  }

  /// The text of the whole number that a number is, beyond the reach of doubles, too.
  private static func exact(_ number: NSNumber) -> String {
    let double = number.doubleValue
    let isReal = number.objCType.pointee == CChar(UInt8(ascii: "d"))
    guard isReal, abs(double) < 1e30, double == double.rounded() else { return "\(number)" }
    return "\(Int128(double))"
  }
}
