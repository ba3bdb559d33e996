import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct DecimalAsIntegerTests {
  @Test(arguments: [0, 1, 2, 4, 9, 18])
  func decimalsOfAScaleAreExactAndOrdered(_ scale: Int) async throws {
    func decimal(_ units: Int64) -> Decimal {
      Decimal(sign: .plus, exponent: -scale, significand: Decimal(units))
    }
    let edges: [Int64] = [.min, .min + 1, .max, .max - 1, 0, 1, -1, 9, 10, 99, 100, 1250]
    for units in edges {
      #expect(try DecimalAsInteger(scale: scale).stored(decimal(units)) == .integer(units))
    }
    try await verifyCodec(
      DecimalAsInteger(scale: scale), samples: edges.map(decimal),
      generator: { decimal($0.integer()) })
  }

  @Test func countsUnits() throws {
    let cents = DecimalAsInteger(scale: 2)
    #expect(try cents.stored(Decimal(string: "12.5") ?? 0) == .integer(1250))
    #expect(try cents.stored(Decimal(string: "-12.500") ?? 0) == .integer(-1250))
    #expect(try cents.stored(Decimal(string: "3e3") ?? 0) == .integer(300_000))
    #expect(try cents.decoded(.integer(-1)) == Decimal(string: "-0.01"))
  }

  @Test(arguments: [
    "0.001", "12.345", "-0.009", "92233720368547758.08", "-92233720368547758.09", "1e30", "1e127",
    "1e-128", "-1e125", "340282366920938463463374607431768211455",
    "184467440737095516.16", "184467440737095517.16",
  ])
  func refusesWhatDoesNotFit(_ text: String) throws {
    let value = try #require(Decimal(string: text))
    let error = #expect(throws: CodecError.self) {
      try DecimalAsInteger(scale: 2).stored(value)
    }
    #expect(error?.reason.contains("2 digits after the decimal point") == true)
  }

  @Test func refusesNaN() {
    #expect(throws: CodecError.self) { try DecimalAsInteger(scale: 2).stored(.nan) }
  }

  @Test func namesTheScale() {
    #expect(DecimalAsInteger(scale: 2).identifier == CodecIdentifier("decimal-scaled-2"))
    #expect(DecimalAsInteger(scale: 0).identifier == CodecIdentifier("decimal-scaled-0"))
  }
}
