import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct DecimalAsIntegerTests {
  @Test(arguments: [0, 1, 2, 4, 9, 18])
  func decimalsOfAScaleAreExactAndOrdered(_ scale: Int) throws {
    var random = CodecRandom("scale \(scale)")
    let units: [Int64] =
      [.min, .min + 1, .max, .max - 1, 0, 1, -1, 9, 10, 99, 100, 1250]
      + random.values(100) {
        Int64(truncatingIfNeeded: $0.next()) >> Int64.random(in: 0..<64, using: &$0)
      }
    let samples = units.map { Decimal(sign: .plus, exponent: -scale, significand: Decimal($0)) }
    let laws = CodecLaws(DecimalAsInteger(scale: scale), ordered: samples)
    for (sample, units) in zip(samples, units) {
      #expect(try laws.stored(sample) == .integer(units))
    }
    try laws.check(random: random)
  }

  @Test func countsUnits() throws {
    let cents = CodecLaws(DecimalAsInteger(scale: 2), ordered: [])
    #expect(try cents.stored(Decimal(string: "12.5") ?? 0) == .integer(1250))
    #expect(try cents.stored(Decimal(string: "-12.500") ?? 0) == .integer(-1250))
    #expect(try cents.stored(Decimal(string: "3e3") ?? 0) == .integer(300_000))
    #expect(try cents.decode(.integer(-1)) == Decimal(string: "-0.01"))
  }

  @Test(arguments: [
    "0.001", "12.345", "-0.009", "92233720368547758.08", "-92233720368547758.09", "1e30", "1e127",
    "1e-128", "-1e125", "340282366920938463463374607431768211455",
    "184467440737095516.16", "184467440737095517.16",
  ])
  func refusesWhatDoesNotFit(_ text: String) throws {
    let value = try #require(Decimal(string: text))
    let error = #expect(throws: CodecError.self) {
      try CodecLaws(DecimalAsInteger(scale: 2), []).stored(value)
    }
    #expect(error?.reason.contains("2 digits behind the point") == true)
  }

  @Test func refusesNaN() {
    #expect(throws: CodecError.self) { try CodecLaws(DecimalAsInteger(scale: 2), []).stored(.nan) }
  }

  @Test func namesTheScale() {
    #expect(DecimalAsInteger(scale: 2).identifier == CodecIdentifier("decimal-scaled-2"))
    #expect(DecimalAsInteger(scale: 0).identifier == CodecIdentifier("decimal-scaled-0"))
  }
}
