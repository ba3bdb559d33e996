import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct DurationCodecTests {
  @Test func durationsAreExactToTheAttosecondAndOrdered() async throws {
    let edges: [Int128] = [
      .min, .min + 1, .max, 0, 1, -1, Self.second, -Self.second, Self.second - 1, Self.second + 1,
      18_446_744_073_709_551_615, 18_446_744_073_709_551_616, 10 * Self.second, -10 * Self.second,
    ]
    try await verifyCodec(
      DurationCodec(), samples: edges.map { Duration(attoseconds: $0) },
      generator: { source in
        source.bool()
          ? .milliseconds(source.integer(in: -9999...9999))
          : Duration(attoseconds: source.integer())
      })
  }

  @Test(arguments: [
    (Duration.seconds(12.5), "002 12.5"), (.zero, "001 0"), (.seconds(-12.5), "-997 87.4~ -12.5"),
    (.milliseconds(1), "001 0.001"), (.seconds(3600), "004 3600"),
    (Duration(attoseconds: 1), "001 0.000000000000000001"),
    (Duration(attoseconds: .max), "021 170141183460469231731.687303715884105727"),
  ])
  func storesTheSeconds(_ duration: Duration, _ text: String) throws {
    #expect(try DurationCodec().stored(duration) == .text(text))
  }

  @Test(arguments: [
    "", "12.5", "002 12.50", "003 12.5", "001 0.0000000000000000001", "001 1.", "001 .5",
    "021 170141183460469231731.687303715884105728", "-997 87.4~ 12.5", "001 -0", "-998 9~ -0",
    "001 1,5", "039 340282366920938463463374607431768211455",
  ])
  func refusesAnotherForm(_ text: String) {
    #expect(throws: CodecError.self) {
      try DurationCodec().decoded(.text(text))
    }
  }

  @Test func isStandard() {
    #expect(CodecRegistry.standard.codec(for: Duration.self) is DurationCodec)
  }

  private static let second: Int128 = 1_000_000_000_000_000_000
}
