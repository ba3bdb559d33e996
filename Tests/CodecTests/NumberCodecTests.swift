import Foundation
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct NumberCodecTests {
  @Test func integersAreExactAndOrdered() throws {
    try check(IntCodec())
    try check(Int8Codec())
    try check(Int16Codec())
    try check(Int32Codec())
    try check(Int64Codec())
    try check(UInt8Codec())
    try check(UInt16Codec())
    try check(UInt32Codec())
  }

  @Test func unsignedIntegersAreExactAndOrderedAboveInt64() throws {
    try check(UIntCodec(), kinds: [.integer, .text])
    try check(UInt64Codec(), kinds: [.integer, .text])
  }

  @Test func storesUsualUnsignedNumbersAsThemselves() throws {
    let laws = CodecLaws(UInt64Codec(), ordered: [])
    #expect(try laws.stored(30) == .integer(30))
    #expect(try laws.stored(1 << 63) == .text("09223372036854775808"))
    #expect(try laws.stored(.max) == .text("18446744073709551615"))
  }

  @Test(arguments: [
    StoredValue.integer(-1), .text("30"), .text("00000000000000000030"), .text("1e19"),
    .text("18446744073709551616"), .text("+9223372036854775808"),
  ])
  func refusesUnsignedNumbersInAnotherForm(_ stored: StoredValue) {
    let laws = CodecLaws(UInt64Codec(), ordered: [])
    #expect(throws: CodecError.self) { try laws.decode(stored) }
  }

  @Test func saysWhatDoesNotFit() {
    let laws = CodecLaws(Int8Codec(), ordered: [])
    let error = #expect(throws: CodecError.self) { try laws.decode(.integer(300)) }
    #expect(error?.reason == "300 does not fit in Int8")
  }

  @Test func refusesBoolsThatAreNeitherZeroNorOne() throws {
    try CodecLaws(BoolCodec(), [false, true]).check(random: CodecRandom())
    for number: Int64 in [-1, 2, .min, .max] {
      #expect(throws: CodecError.self) {
        try CodecLaws(BoolCodec(), []).decode(.integer(number))
      }
    }
  }

  private func check<Codec: ColumnCodec>(
    _ codec: Codec, kinds: Set<StoredKind>? = nil
  ) throws where Codec.Value: FixedWidthInteger {
    var random = CodecRandom("\(Codec.self)")
    typealias Value = Codec.Value
    let edges: [Value] = [.min, .min + 1, 0, 1, 9, 10, .max / 2, .max / 2 + 1, .max - 1, .max]
    let values = random.values(150) { random in
      Value(truncatingIfNeeded: random.next() >> UInt64.random(in: 0..<64, using: &random))
    }
    try CodecLaws(codec, ordered: edges + values, kinds: kinds).check(random: random)
  }
}

struct FloatingPointCodecTests {
  @Test func doublesAreExactToTheBitAndOrdered() throws {
    var random = CodecRandom()
    let edges: [Double] = [
      0, -0.0, 1, -1, 0.1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p53, 0x1p53 + 2, 0x1p63, -0x1p63,
    ]
    let values =
      random.values(150) { Double(bitPattern: $0.next()) }
      + random.values(50) {
        Double(Int16(truncatingIfNeeded: $0.next()))
      }
    try CodecLaws(
      DoubleCodec(), edges + values.filter { !$0.isNaN }, kinds: [.real, .integer],
      isSame: { $0.bitPattern == $1.bitPattern }, isEqual: ==, isLess: <
    ).check(random: random)
  }

  @Test func floatsAreExactToTheBitAndOrdered() throws {
    var random = CodecRandom()
    let edges: [Float] = [
      0, -0.0, 1, 0.1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    let values = random.values(150) { Float(bitPattern: UInt32(truncatingIfNeeded: $0.next())) }
    try CodecLaws(
      FloatCodec(), edges + values.filter { !$0.isNaN }, kinds: [.real, .integer],
      isSame: { $0.bitPattern == $1.bitPattern }, isEqual: ==, isLess: <
    ).check(random: random)
    #expect(throws: CodecError.self) { try CodecLaws(FloatCodec(), []).decode(.real(0.1)) }
    #expect(throws: CodecError.self) { try CodecLaws(FloatCodec(), []).decode(.real(1e300)) }
  }

  @Test func readsWholeNumbersThatAPersonEntered() throws {
    #expect(try CodecLaws(DoubleCodec(), []).decode(.integer(180)) == 180)
    #expect(throws: CodecError.self) {
      try CodecLaws(DoubleCodec(), []).decode(.integer((1 << 53) + 1))
    }
  }

  @Test func refusesNaN() {
    let double = #expect(throws: CodecError.self) {
      try CodecLaws(DoubleCodec(), []).stored(.nan)
    }
    #expect(double?.reason.contains("DoubleAsBits") == true)
    #expect(throws: CodecError.self) { try CodecLaws(FloatCodec(), []).stored(-.nan) }
  }

  @Test func keepsEveryBitPatternAsBits() throws {
    var random = CodecRandom()
    let values: [Double] =
      [.nan, -.nan, .signalingNaN, .init(nan: 77, signaling: false), -0.0, 0, .infinity]
      + random.values(100) { Double(bitPattern: $0.next()) }
    try CodecLaws(DoubleAsBits(), values, isSame: { $0.bitPattern == $1.bitPattern })
      .check(random: random)
  }
}

struct DecimalCodecTests {
  @Test func decimalsAreExactAndOrdered() throws {
    var random = CodecRandom()
    let edges: [Decimal] = [
      0, 1, -1, 9, 10, 99, 100, -9, -10, 12, 13, Self.all128, -Self.all128,
      .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude,
      Decimal(sign: .plus, exponent: -128, significand: 1),
      Decimal(sign: .minus, exponent: -128, significand: Self.all128),
      Decimal(sign: .plus, exponent: 127, significand: 1),
    ]
    let near = ["12.5", "12.55", "12", "0.5", "0.05", "0.051", "1.05"].flatMap { text in
      ["", "-"].compactMap { Decimal(string: $0 + text) }
    }
    let values = random.values(150) { Self.random(&$0) }.filter { !$0.isNaN }
    try CodecLaws(DecimalCodec(), ordered: edges + near + values).check(random: random)
  }

  @Test func storesTheNumberForAReader() throws {
    let laws = CodecLaws(DecimalCodec(), ordered: [])
    #expect(try laws.stored(Decimal(string: "12.50") ?? 0) == .text("002 12.5"))
    #expect(try laws.stored(0) == .text("001 0"))
    #expect(try laws.stored(Decimal(string: "0.05") ?? 0) == .text("001 0.05"))
    #expect(try laws.stored(Decimal(string: "-12.5") ?? 0) == .text("-997 87.4~ -12.5"))
  }

  @Test func writesEqualNumbersAlike() throws {
    let laws = CodecLaws(DecimalCodec(), ordered: [])
    let padded = Decimal(sign: .plus, exponent: -3, significand: 1500)
    #expect(
      try laws.stored(padded) == laws.stored(Decimal(sign: .plus, exponent: -1, significand: 15)))
    #expect(try laws.stored(Decimal(sign: .minus, exponent: 3, significand: 0)) == .text("001 0"))
  }

  @Test(arguments: [
    "", " ", "12.5", "003 12.5", "002 12.50", "002 012.5", "001 0.", "001 -0", "002 12,5",
    "-997 87.4~ -12.6", "-997 87.4~", "001 NaN", "002 1e5",
    "039 999999999999999999999999999999999999999",
  ])
  func refusesAnotherForm(_ text: String) {
    #expect(throws: CodecError.self) { try CodecLaws(DecimalCodec(), []).decode(.text(text)) }
  }

  @Test func refusesNaN() {
    #expect(throws: CodecError.self) { try CodecLaws(DecimalCodec(), []).stored(.nan) }
  }

  private static let all128 =
    Decimal(string: "340282366920938463463374607431768211455") ?? .nan

  /// NaN if the exponent becomes too large.
  private static func random(_ random: inout CodecRandom) -> Decimal {
    let high = random.next() >> UInt64.random(in: 0..<64, using: &random)
    let low = random.next() >> UInt64.random(in: 0..<64, using: &random)
    let significand = Decimal(high) * (Decimal(UInt64.max) + 1) + Decimal(low)
    let exponents = Bool.random(using: &random) ? -4...4 : -128...127
    return Decimal(
      sign: Bool.random(using: &random) ? .plus : .minus,
      exponent: Int.random(in: exponents, using: &random),
      significand: Bool.random(using: &random) ? significand : Decimal(low))
  }
}
