import PersistentObjectsCodecTesting

extension ValueSource {
  /// Makes distinct values for each test, whatever ran before it, from the kit's seed, which is
  /// printed.
  init(_ name: String = #function) {
    self.init(seed: name.utf8.reduce(Self.printedSeed) { $0 &* 31 &+ UInt64($1) })
  }

  private static let printedSeed: UInt64 = {
    let seed = CodecVerification().seed
    print("codec tests: CODEC_SEED=\(seed)")
    return seed
  }()
}
