import PersistentObjectsCodecTesting

extension ValueSource {
  /// Makes a source from the kit's seed, which is printed, with distinct values for each test,
  /// whatever ran before it.
  init(_ name: String = #function) {
    self.init(seed: name.utf8.reduce(Self.printedSeed) { $0 &* 31 &+ UInt64($1) })
  }

  private static let printedSeed: UInt64 = {
    let seed = CodecVerification().seed
    print("codec tests: CODEC_SEED=\(seed)")
    return seed
  }()
}
