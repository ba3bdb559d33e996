public import PersistentObjectsCodec

/// Checks that a codec keeps the laws of `ColumnCodec`. Throws a ``CodecVerificationError`` that
/// names each ``CodecLaw`` that it breaks, with the smallest value that shows it.
///
/// ```swift
/// import PersistentObjectsCodecTesting
/// import Testing
///
/// @Test func colorsAreKept() async throws {
///   try await verifyCodec(
///     HexColor(), samples: [.black, .white],
///     generator: { Color(red: $0.integer(), green: $0.integer(), blue: $0.integer()) })
/// }
/// ```
///
/// The values are the samples and those that the generator makes. Values are compared with `==`. If
/// the type is `Comparable` and the codec is searchable, the database must sort and compare as `<`
/// does. If the type is `Hashable`, a decoded value must have the hash of the value that it equals.
/// If `==` is not the right comparison, use
/// ``verifyCodec(_:samples:generator:isSame:isEqual:isLess:mayRefuse:options:)``.
///
/// The function writes a file in the temporary folder and removes it; if that fails, it throws a
/// `PersistenceError`. It works with any test library that reports thrown errors.
///
/// A codec that traps ends the process. Set `CODEC_TRACE` in the environment; then the last line on
/// standard error shows what the codec was asked to decode.
///
/// - Parameters:
///   - codec: the codec to check.
///   - samples: values to check in any case: the limits, the exceptions, and those that once
///     failed.
///   - generator: makes a value, with all randomness from the source.
///   - mayRefuse: whether `encode` may throw for a value, such as NaN; by default for none.
///   - options: the thoroughness, and the seed.
public nonisolated(nonsending) func verifyCodec<Codec: ColumnCodec>(
  _ codec: Codec, samples: [Codec.Value] = [],
  generator: ((inout ValueSource) -> Codec.Value)? = nil,
  mayRefuse: @escaping (Codec.Value) -> Bool = { _ in false },
  options: CodecVerification = CodecVerification()
) async throws where Codec.Value: Equatable {
  try await verifyCodec(
    codec, samples: samples, generator: generator, isSame: ==,
    isLess: NaturalLaws.order(of: Codec.Value.self), mayRefuse: mayRefuse, options: options)
}

/// Checks that a codec keeps the laws of `ColumnCodec`. Use it for types that are not `Equatable`,
/// or whose `==` and `<` are too coarse or too fine: for the bits of NaN, the sign of zero, the
/// scalars of a text, or objects.
///
/// ```swift
/// try await verifyCodec(
///   DoubleCodec(), generator: { $0.double() },
///   isSame: { $0.bitPattern == $1.bitPattern }, isEqual: ==, isLess: <)
/// ```
///
/// - Parameters:
///   - codec: the codec to check.
///   - samples: values to check in any case.
///   - generator: makes a value, with all randomness from the source.
///   - isSame: whether a value came back unchanged.
///   - isEqual: whether two values must be equal in SQL; the default is `isSame`.
///   - isLess: the order that SQL must keep. Without it, only equality is checked.
///   - mayRefuse: whether `encode` may throw for a value; by default for none.
///   - options: the thoroughness, and the seed.
public nonisolated(nonsending) func verifyCodec<Codec: ColumnCodec>(
  _ codec: Codec, samples: [Codec.Value] = [],
  generator: ((inout ValueSource) -> Codec.Value)? = nil,
  isSame: @escaping (Codec.Value, Codec.Value) -> Bool,
  isEqual: ((Codec.Value, Codec.Value) -> Bool)? = nil,
  isLess: ((Codec.Value, Codec.Value) -> Bool)? = nil,
  mayRefuse: @escaping (Codec.Value) -> Bool = { _ in false },
  options: CodecVerification = CodecVerification()
) async throws {
  let subject = Subject(
    codec: codec, isSame: isSame, isEqual: isEqual ?? isSame, isLess: isLess, mayRefuse: mayRefuse,
    hashesAgree: options.comparesHashes ? NaturalLaws.agreement(of: Codec.Value.self) : nil)
  var verifier = Verifier(subject, samples: samples, generator: generator, options: options)
  try await verifier.run()
}

/// Checks that a codec of several columns keeps the laws of `CompositeCodec`. Throws a
/// ``CodecVerificationError`` that names each ``CodecLaw`` that it breaks, with the smallest value
/// that shows it.
///
/// ```swift
/// try await verifyCodec(
///   DateRangeCodec(), codecs: .standard,
///   generator: {
///     let (a, b) = ($0.date(), $0.date())
///     return min(a, b)..<max(a, b)
///   })
/// ```
///
/// Values are compared with `==`. If the type is `Hashable`, a decoded value must have the hash of
/// the value that it equals. Nothing is written to a file: that is the business of the fields'
/// codecs, which can be checked by themselves.
///
/// - Parameters:
///   - codec: the codec to check.
///   - codecs: the registry that chooses the codecs of the fields.
///   - samples: values to check in any case: the limits, the exceptions, and those that once
///     failed.
///   - generator: makes a value, with all randomness from the source.
///   - mayRefuse: whether `encode` may throw for a value; by default for none.
///   - options: the thoroughness, and the seed.
public nonisolated(nonsending) func verifyCodec<Codec: CompositeCodec>(
  _ codec: Codec, codecs: CodecRegistry, samples: [Codec.Value] = [],
  generator: ((inout ValueSource) -> Codec.Value)? = nil,
  mayRefuse: @escaping (Codec.Value) -> Bool = { _ in false },
  options: CodecVerification = CodecVerification()
) async throws where Codec.Value: Equatable {
  try await verifyCodec(
    codec, codecs: codecs, samples: samples, generator: generator, isSame: ==,
    mayRefuse: mayRefuse, options: options)
}

/// Checks that a codec of several columns keeps the laws of `CompositeCodec`. Use it for types that
/// are not `Equatable`, or whose `==` is too coarse or too fine.
///
/// ```swift
/// try await verifyCodec(
///   PairCodec(), codecs: .standard,  // of a tuple, (Int, Int)
///   generator: { ($0.integer(), $0.integer()) }, isSame: ==)
/// ```
///
/// - Parameters:
///   - codec: the codec to check.
///   - codecs: the registry that chooses the codecs of the fields.
///   - samples: values to check in any case.
///   - generator: makes a value, with all randomness from the source.
///   - isSame: whether a value came back unchanged.
///   - isEqual: whether two values must have equal fields; the default is `isSame`.
///   - mayRefuse: whether `encode` may throw for a value; by default for none.
///   - options: the thoroughness, and the seed.
public nonisolated(nonsending) func verifyCodec<Codec: CompositeCodec>(
  _ codec: Codec, codecs: CodecRegistry, samples: [Codec.Value] = [],
  generator: ((inout ValueSource) -> Codec.Value)? = nil,
  isSame: @escaping (Codec.Value, Codec.Value) -> Bool,
  isEqual: ((Codec.Value, Codec.Value) -> Bool)? = nil,
  mayRefuse: @escaping (Codec.Value) -> Bool = { _ in false },
  options: CodecVerification = CodecVerification()
) async throws {
  let subject = CompositeSubject(
    codec: codec, codecs: codecs, isSame: isSame, isEqual: isEqual ?? isSame, mayRefuse: mayRefuse,
    hashesAgree: options.comparesHashes ? NaturalLaws.agreement(of: Codec.Value.self) : nil)
  var verifier = CompositeVerifier(
    subject, samples: samples, generator: generator, options: options)
  try verifier.run()
}
