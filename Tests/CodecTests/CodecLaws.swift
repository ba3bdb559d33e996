import PersistentObjectsCodecTesting
import PersistentObjectsEngine

/// A codec, samples and what they are compared by, for `verifyCodec`.
struct CodecLaws<Codec: ColumnCodec> {
  let codec: Codec
  let samples: [Codec.Value]
  let isSame: (Codec.Value, Codec.Value) -> Bool
  let isEqual: (Codec.Value, Codec.Value) -> Bool
  var isLess: ((Codec.Value, Codec.Value) -> Bool)?
  /// The kinds it reads.
  var kinds: Set<StoredKind>

  init(
    _ codec: Codec, _ samples: [Codec.Value], kinds: Set<StoredKind>? = nil,
    isSame: @escaping (Codec.Value, Codec.Value) -> Bool,
    isEqual: ((Codec.Value, Codec.Value) -> Bool)? = nil,
    isLess: ((Codec.Value, Codec.Value) -> Bool)? = nil
  ) {
    self.codec = codec
    self.samples = samples
    self.isSame = isSame
    self.isEqual = isEqual ?? isSame
    self.isLess = isLess
    self.kinds = kinds ?? []
  }

  func check(random: CodecRandom) async throws {
    var options = CodecVerification()
    options.alsoReads = kinds.filter { !codec.storage.admits($0) }
    try await verifyCodec(
      codec, samples: samples, isSame: isSame, isEqual: isEqual, isLess: isLess, options: options)
  }

  func stored(_ value: Codec.Value) throws -> StoredValue { try codec.stored(value) }
  func decode(_ stored: StoredValue) throws -> Codec.Value { try codec.decoded(stored) }
}

extension CodecLaws where Codec.Value: Equatable {
  /// For types where `==` is all there is to tell.
  init(_ codec: Codec, _ samples: [Codec.Value], kinds: Set<StoredKind>? = nil) {
    self.init(codec, samples, kinds: kinds, isSame: ==)
  }
}

extension CodecLaws where Codec.Value: Comparable {
  /// For types with `==` and `<`.
  init(_ codec: Codec, ordered samples: [Codec.Value], kinds: Set<StoredKind>? = nil) {
    self.init(codec, samples, kinds: kinds, isSame: ==, isLess: <)
  }
}

typealias CodecRandom = ValueSource

extension ValueSource {
  /// `count` values that `make` makes.
  mutating func values<Value>(_ count: Int, _ make: (inout ValueSource) -> Value) -> [Value] {
    (0..<count).map { _ in make(&self) }
  }
}
