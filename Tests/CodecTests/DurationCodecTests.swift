import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct DurationCodecTests {
  @Test func durationsAreExactToTheAttosecondAndOrdered() throws {
    var random = CodecRandom()
    let edges: [Int128] = [
      .min, .min + 1, .max, 0, 1, -1, Self.second, -Self.second, Self.second - 1, Self.second + 1,
      18_446_744_073_709_551_615, 18_446_744_073_709_551_616, 10 * Self.second, -10 * Self.second,
    ]
    let counts =
      edges
      + random.values(150) { random in
        let bits = UInt128(random.next()) << 64 | UInt128(random.next())
        return Int128(truncatingIfNeeded: bits) >> Int128.random(in: 0..<128, using: &random)
      }
    let usual = random.values(30) {
      Duration.milliseconds(Int.random(in: -9999...9999, using: &$0))
    }
    try CodecLaws(
      DurationCodec(), ordered: counts.map { Duration(attoseconds: $0) } + usual
    ).check(random: random)
  }

  @Test(arguments: [
    (Duration.seconds(12.5), "002 12.5"), (.zero, "001 0"), (.seconds(-12.5), "-997 87.4~ -12.5"),
    (.milliseconds(1), "001 0.001"), (.seconds(3600), "004 3600"),
    (Duration(attoseconds: 1), "001 0.000000000000000001"),
    (Duration(attoseconds: .max), "021 170141183460469231731.687303715884105727"),
  ])
  func storesTheSeconds(_ duration: Duration, _ text: String) throws {
    #expect(try CodecLaws(DurationCodec(), ordered: []).stored(duration) == .text(text))
  }

  @Test(arguments: [
    "", "12.5", "002 12.50", "003 12.5", "001 0.0000000000000000001", "001 1.", "001 .5",
    "021 170141183460469231731.687303715884105728", "-997 87.4~ 12.5", "001 -0", "001 1,5",
    "039 340282366920938463463374607431768211455",
  ])
  func refusesAnotherForm(_ text: String) {
    #expect(throws: CodecError.self) {
      try CodecLaws(DurationCodec(), ordered: []).decode(.text(text))
    }
  }

  @Test func isStandard() {
    #expect(CodecRegistry.standard.codec(for: Duration.self) is DurationCodec)
  }

  private static let second: Int128 = 1_000_000_000_000_000_000
}
