import Foundation
import PersistentObjects
import PersistentObjectsCodecTesting
import PersistentObjectsCodecs
import PersistentObjectsEngine
import Testing

struct FloatingPointBitsTests {
  @Test func keepsEveryBitPatternOfAFloat() async throws {
    try await verifyCodec(
      FloatAsBits(),
      samples: [.nan, -.nan, .signalingNaN, .init(nan: 77, signaling: false), -0.0, 0, .infinity],
      generator: { Float(bitPattern: $0.integer()) }, isSame: { $0.bitPattern == $1.bitPattern })
    #expect(try FloatAsBits().stored(1) == .bytes([0x3f, 0x80, 0, 0]))
    #expect(throws: CodecError.self) { try FloatAsBits().decoded(.bytes([1, 2])) }
  }

  @Test func namesTheAlternativeThatKeepsNaN() {
    let double = #expect(throws: CodecError.self) { try DoubleCodec().stored(.nan) }
    #expect(double?.reason.contains("DoubleAsBits()") == true)
    let float = #expect(throws: CodecError.self) { try FloatCodec().stored(.nan) }
    #expect(float?.reason.contains("FloatAsBits()") == true)
  }

  #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    /// Tests all values, since there are so few.
    @Test func keepsEveryFloat16() throws {
      let numbers = Float16Codec()
      let bits = Float16AsBits()
      for pattern in UInt16.min...UInt16.max {
        let value = Float16(bitPattern: pattern)
        #expect(try bits.decoded(bits.stored(value)).bitPattern == pattern)
        if value.isNaN {
          let error = #expect(throws: CodecError.self) { try numbers.stored(value) }
          #expect(error?.reason.contains("Float16AsBits()") == true)
        } else {
          #expect(try numbers.decoded(numbers.stored(value)).bitPattern == pattern)
        }
      }
    }

    @Test func float16sAreOrdered() async throws {
      let edges: [Float16] = [
        0, -0.0, 1, -1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      ]
      try await verifyCodec(
        Float16Codec(), samples: edges, generator: { Float16(bitPattern: $0.integer()) },
        isSame: { $0.bitPattern == $1.bitPattern }, isEqual: ==, isLess: <,
        mayRefuse: { $0.isNaN })
      try await verifyCodec(
        Float16AsBits(), samples: edges, generator: { Float16(bitPattern: $0.integer()) },
        isSame: { $0.bitPattern == $1.bitPattern })
      #expect(CodecRegistry.standard.codec(for: Float16.self) is Float16Codec)
    }

    @Test(arguments: [StoredValue.real(0.1), .real(65_520), .real(1e-8), .integer(2049)])
    func refusesWhatAFloat16CannotHold(_ stored: StoredValue) {
      #expect(throws: CodecError.self) { try Float16Codec().decoded(stored) }
    }
  #endif
}
