import Foundation

/// Random numbers (SplitMix64) that come again: the seed is printed, and set by `CODEC_SEED`.
struct CodecRandom: RandomNumberGenerator {
  private var state: UInt64

  static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["CODEC_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 1...UInt64(UInt32.max))
    print("codec tests: CODEC_SEED=\(seed)")
    return seed
  }()

  /// Each test has numbers of its own, whatever ran before it.
  init(_ name: String = #function) {
    state = Self.seed
    for byte in name.utf8 { state = state &* 31 &+ UInt64(byte) }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// `count` values that `make` makes.
  mutating func values<Value>(
    _ count: Int, _ make: (inout CodecRandom) -> Value
  ) -> [Value] {
    (0..<count).map { _ in make(&self) }
  }

  /// Bytes, of which few lengths are large.
  mutating func bytes() -> [UInt8] {
    let count = Int.random(in: 0..<(1 << Int.random(in: 0...10, using: &self)), using: &self)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  /// Text of scalars of every plane, short and long.
  mutating func text() -> String {
    let count = Int.random(in: 0..<(1 << Int.random(in: 0...6, using: &self)), using: &self)
    var scalars = String.UnicodeScalarView()
    while scalars.count < count {
      let bits = Int.random(in: 1...21, using: &self)
      let value = UInt32.random(in: 0..<(1 << UInt32(bits)), using: &self)
      if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}
