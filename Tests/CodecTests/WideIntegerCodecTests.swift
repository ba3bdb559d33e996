import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct WideIntegerCodecTests {
  @Test func signedNumbersAreExactAndOrderedAtAllMagnitudes() async throws {
    try await verifyCodec(Int128Codec(), samples: Self.edges, generator: { $0.integer() })
  }

  @Test func unsignedNumbersAreExactAndOrderedAtAllMagnitudes() async throws {
    try await verifyCodec(
      UInt128Codec(), samples: Self.edges.map { UInt128(truncatingIfNeeded: $0) },
      generator: { $0.integer() })
  }

  /// Compares the codec's digits with the standard library's text of each number.
  @Test func writesTheDigitsThatSwiftWrites() throws {
    var random = ValueSource()
    let signed = Int128Codec()
    let unsigned = UInt128Codec()
    for _ in 0..<20_000 {
      let number = Self.number(&random)
      guard case .text(let text) = try signed.stored(number) else {
        return #expect(Bool(false), "\(number)")
      }
      #expect(text.split(separator: " ").last.map(String.init) == String(number))
      #expect(try signed.decoded(.text(text)) == number)
      let large = UInt128(truncatingIfNeeded: number)
      guard case .text(let digits) = try unsigned.stored(large) else { continue }
      #expect(digits == String(repeating: "0", count: 39 - String(large).count) + String(large))
    }
  }

  @Test func storesANumberForAReader() throws {
    let signed = Int128Codec()
    #expect(try signed.stored(0) == .text("001 0"))
    #expect(try signed.stored(1200) == .text("004 1200"))
    #expect(try signed.stored(-12) == .text("-997 87~ -12"))
    #expect(try UInt128Codec().stored(30) == .integer(30))
  }

  /// Tests the common form, which lets a property change from one type to the other without
  /// rewriting its column.
  @Test func signedNumbersHaveTheFormOfDecimals() throws {
    var random = ValueSource()
    #expect(Int128Codec().identifier == DecimalCodec().identifier)
    for number in Self.edges + (0..<500).map({ _ in Self.number(&random) }) {
      let decimal = try #require(Decimal(string: String(number)))
      let form = try DecimalCodec().stored(decimal)
      #expect(try Int128Codec().stored(number) == form)
    }
  }

  @Test(arguments: [
    "", " ", "12", "002 12.5", "003 12", "002 012", "001 -0", "-998 9~ -0", "-998 9~ -1",
    "-998 8~ 1", "-998 8~ -1 ", "039 170141183460469231731687303715884105728",
    "-960 829858816539530768268312696284115894270~ -170141183460469231731687303715884105729",
    "040 9999999999999999999999999999999999999999", "002 1２",
  ])
  func refusesSignedNumbersInAnotherForm(_ text: String) {
    #expect(throws: CodecError.self) {
      try Int128Codec().decoded(.text(text))
    }
  }

  @Test(arguments: [
    StoredValue.integer(-1), .text(""), .text("30"), .text("18446744073709551615"),
    .text("000000000000000000000000000000000000030"),
    .text("340282366920938463463374607431768211456"),
    .text("-00000000000000000009223372036854775808"), .real(1),
  ])
  func refusesUnsignedNumbersInAnotherForm(_ stored: StoredValue) {
    #expect(throws: CodecError.self) {
      try UInt128Codec().decoded(stored)
    }
  }

  @Test func isStandard() {
    #expect(CodecRegistry.standard.codec(for: Int128.self) is Int128Codec)
    #expect(CodecRegistry.standard.codec(for: UInt128?.self) is OptionalCodec<UInt128Codec>)
  }

  private static let edges: [Int128] = [
    .min, .min + 1, .max, .max - 1, 0, 1, -1, 9, 10, -9, -10, 99, 100, 1_000_000_000_000_000_000,
    9_999_999_999_999_999_999, 10_000_000_000_000_000_000, -10_000_000_000_000_000_000,
    Int128(Int64.max), Int128(Int64.max) + 1, Int128(Int64.min), Int128(Int64.min) - 1,
    Int128(UInt64.max), Int128(UInt64.max) + 1,
  ]

  private static func number(_ random: inout ValueSource) -> Int128 {
    let bits = UInt128(random.next()) << 64 | UInt128(random.next())
    return Int128(truncatingIfNeeded: bits) >> Int128.random(in: 0..<128, using: &random)
  }
}
