import Foundation
import PersistentObjectsCodec
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsDriver
import PersistentObjectsEngine
import Testing

struct NumberCodecTests {
  @Test func integersAreExactAndOrdered() async throws {
    try await check(IntCodec())
    try await check(Int8Codec())
    try await check(Int16Codec())
    try await check(Int32Codec())
    try await check(Int64Codec())
    try await check(UInt8Codec())
    try await check(UInt16Codec())
    try await check(UInt32Codec())
  }

  @Test func unsignedIntegersAreExactAndOrderedAboveInt64() async throws {
    try await check(UIntCodec())
    try await check(UInt64Codec())
  }

  @Test func storesUsualUnsignedNumbersAsThemselves() throws {
    let codec = UInt64Codec()
    #expect(try codec.stored(30) == .integer(30))
    #expect(try codec.stored(1 << 63) == .text("09223372036854775808"))
    #expect(try codec.stored(.max) == .text("18446744073709551615"))
  }

  @Test(arguments: [
    StoredValue.integer(-1), .text("30"), .text("00000000000000000030"), .text("1e19"),
    .text("18446744073709551616"), .text("+9223372036854775808"),
  ])
  func refusesUnsignedNumbersInAnotherForm(_ stored: StoredValue) {
    let codec = UInt64Codec()
    #expect(throws: CodecError.self) { try codec.decoded(stored) }
  }

  @Test func saysWhatDoesNotFit() {
    let codec = Int8Codec()
    let error = #expect(throws: CodecError.self) { try codec.decoded(.integer(300)) }
    #expect(error?.reason == "300 does not fit in Int8")
  }

  @Test func refusesBoolsThatAreNeitherZeroNorOne() async throws {
    try await verifyCodec(BoolCodec(), samples: [false, true])
    for number: Int64 in [-1, 2, .min, .max] {
      #expect(throws: CodecError.self) {
        try BoolCodec().decoded(.integer(number))
      }
    }
  }

  private func check<Codec: ColumnCodec>(
    _ codec: Codec
  ) async throws where Codec.Value: FixedWidthInteger {
    let edges: [Codec.Value] = [
      .min, .min + 1, 0, 1, 9, 10, .max / 2, .max / 2 + 1, .max - 1, .max,
    ]
    try await verifyCodec(codec, samples: edges, generator: { $0.integer() })
  }
}

struct FloatingPointCodecTests {
  @Test func doublesAreExactToTheBitAndOrdered() async throws {
    let edges: [Double] = [0, -0.0, .infinity, -.infinity]
    try await verifyCodec(
      DoubleCodec(), samples: edges,
      generator: { $0.double(includingNaN: true) },
      isSame: { $0.bitPattern == $1.bitPattern }, isEqual: ==, isLess: <, mayRefuse: { $0.isNaN })
  }

  @Test func floatsAreExactToTheBitAndOrdered() async throws {
    let edges: [Float] = [
      0, -0.0, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    try await verifyCodec(
      FloatCodec(), samples: edges,
      generator: { $0.bool() ? Float($0.double()) : Float(bitPattern: $0.integer()) },
      isSame: { $0.bitPattern == $1.bitPattern }, isEqual: ==, isLess: <, mayRefuse: { $0.isNaN })
    #expect(throws: CodecError.self) { try FloatCodec().decoded(.real(0.1)) }
    #expect(throws: CodecError.self) { try FloatCodec().decoded(.real(1e300)) }
  }

  @Test func readsWholeNumbersThatAPersonEntered() throws {
    #expect(try DoubleCodec().decoded(.integer(180)) == 180)
    #expect(throws: CodecError.self) {
      try DoubleCodec().decoded(.integer((1 << 53) + 1))
    }
  }

  @Test func refusesNaN() {
    let double = #expect(throws: CodecError.self) {
      try DoubleCodec().stored(.nan)
    }
    #expect(double?.reason.contains("DoubleAsBits") == true)
    #expect(throws: CodecError.self) { try FloatCodec().stored(-.nan) }
  }

  @Test func keepsEveryBitPatternAsBits() async throws {
    try await verifyCodec(
      DoubleAsBits(), samples: [.nan, -.nan, .signalingNaN, -0.0, 0, .infinity],
      generator: { $0.bool() ? $0.double(includingNaN: true) : Double(bitPattern: $0.next()) },
      isSame: { $0.bitPattern == $1.bitPattern })
  }
}

struct DecimalCodecTests {
  @Test func decimalsAreExactAndOrdered() async throws {
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
    try await verifyCodec(
      DecimalCodec(), samples: edges + near, generator: { Self.decimal(&$0) },
      mayRefuse: { $0.isNaN })
  }

  @Test func storesTheNumberForAReader() throws {
    let codec = DecimalCodec()
    #expect(try codec.stored(Decimal(string: "12.50") ?? 0) == .text("002 12.5"))
    #expect(try codec.stored(0) == .text("001 0"))
    #expect(try codec.stored(Decimal(string: "0.05") ?? 0) == .text("001 0.05"))
    #expect(try codec.stored(Decimal(string: "-12.5") ?? 0) == .text("-997 87.4~ -12.5"))
  }

  @Test func writesEqualNumbersAlike() throws {
    let codec = DecimalCodec()
    let padded = Decimal(sign: .plus, exponent: -3, significand: 1500)
    #expect(
      try codec.stored(padded) == codec.stored(Decimal(sign: .plus, exponent: -1, significand: 15)))
    #expect(try codec.stored(Decimal(sign: .minus, exponent: 3, significand: 0)) == .text("001 0"))
  }

  @Test(arguments: [
    "", " ", "12.5", "003 12.5", "002 12.50", "002 012.5", "001 0.", "001 -0", "002 12,5",
    "-997 87.4~ -12.6", "-997 87.4~", "001 NaN", "002 1e5",
    "039 999999999999999999999999999999999999999",
  ])
  func refusesAnotherForm(_ text: String) {
    #expect(throws: CodecError.self) { try DecimalCodec().decoded(.text(text)) }
  }

  @Test func refusesNaN() {
    #expect(throws: CodecError.self) { try DecimalCodec().stored(.nan) }
  }

  private static let all128 =
    Decimal(string: "340282366920938463463374607431768211455") ?? .nan

  /// A random decimal; NaN if the exponent becomes too large.
  private static func decimal(_ source: inout ValueSource) -> Decimal {
    let low = Decimal(source.integer(UInt64.self))
    let high = Decimal(source.integer(UInt64.self)) * (Decimal(UInt64.max) + 1)
    return Decimal(
      sign: source.bool() ? .minus : .plus,
      exponent: source.integer(in: source.bool() ? -128...127 : -4...4),
      significand: source.bool() ? high + low : low)
  }
}
