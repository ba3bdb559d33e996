import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct FloatingPointBitsTests {
  @Test func keepsEveryBitPatternOfAFloat() throws {
    var random = CodecRandom()
    let values: [Float] =
      [.nan, -.nan, .signalingNaN, .init(nan: 77, signaling: false), -0.0, 0, .infinity]
      + random.values(100) { Float(bitPattern: UInt32(truncatingIfNeeded: $0.next())) }
    try CodecLaws(FloatAsBits(), values, isSame: { $0.bitPattern == $1.bitPattern })
      .check(random: random)
    #expect(try CodecLaws(FloatAsBits(), []).stored(1) == .blob([0x3f, 0x80, 0, 0]))
    #expect(throws: CodecError.self) { try CodecLaws(FloatAsBits(), []).decode(.blob([1, 2])) }
  }

  @Test func namesTheAlternativeThatKeepsNaN() {
    let double = #expect(throws: CodecError.self) { try CodecLaws(DoubleCodec(), []).stored(.nan) }
    #expect(double?.reason.contains("DoubleAsBits()") == true)
    let float = #expect(throws: CodecError.self) { try CodecLaws(FloatCodec(), []).stored(.nan) }
    #expect(float?.reason.contains("FloatAsBits()") == true)
  }

  #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    /// There are few enough to try them all in memory.
    @Test func keepsEveryFloat16() throws {
      let numbers = CodecLaws(Float16Codec(), [])
      let bits = CodecLaws(Float16AsBits(), [])
      for pattern in UInt16.min...UInt16.max {
        let value = Float16(bitPattern: pattern)
        #expect(try bits.decode(bits.stored(value)).bitPattern == pattern)
        if value.isNaN {
          let error = #expect(throws: CodecError.self) { try numbers.stored(value) }
          #expect(error?.reason.contains("Float16AsBits()") == true)
        } else {
          #expect(try numbers.decode(numbers.stored(value)).bitPattern == pattern)
        }
      }
    }

    @Test func float16sAreOrdered() throws {
      var random = CodecRandom()
      let samples: [Float16] =
        [0, -0.0, 1, -1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
        + random.values(100) { Float16(bitPattern: UInt16(truncatingIfNeeded: $0.next())) }
      try CodecLaws(
        Float16Codec(), samples.filter { !$0.isNaN }, kinds: [.real, .integer],
        isSame: { $0.bitPattern == $1.bitPattern }, isEqual: ==, isLess: <
      ).check(random: random)
      try CodecLaws(Float16AsBits(), samples, isSame: { $0.bitPattern == $1.bitPattern })
        .check(random: random)
      #expect(CodecRegistry.standard.codec(for: Float16.self) is Float16Codec)
    }

    @Test(arguments: [StoredValue.real(0.1), .real(65_520), .real(1e-8), .integer(2049)])
    func refusesWhatAFloat16CannotHold(_ stored: StoredValue) {
      #expect(throws: CodecError.self) { try CodecLaws(Float16Codec(), []).decode(stored) }
    }
  #endif
}
