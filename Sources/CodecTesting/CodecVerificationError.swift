/// The laws that a codec breaks, each with the smallest value that shows it.
///
/// ```swift
/// do {
///   try await verifyCodec(HexColor(), generator: { Color(red: $0.integer()) })
/// } catch let error as CodecVerificationError {
///   for failure in error.failures { print(failure.law, failure.sentence) }
/// }
/// ```
public struct CodecVerificationError: Error, Sendable, CustomStringConvertible {
  /// The codec's type.
  public let codec: String
  /// A failure for each broken law, in the order of ``CodecLaw``.
  public let failures: [Failure]
  /// The seed that repeats the run.
  public let seed: UInt64
  /// The protocol whose laws these are.
  var laws = "ColumnCodec"

  /// A broken law.
  ///
  /// See ``CodecVerificationError``.
  public struct Failure: Sendable, CustomStringConvertible {
    /// The broken law.
    public let law: CodecLaw
    /// A sentence with what the law demands, the smallest value found to break it, and its stored
    /// form.
    public let sentence: String

    /// The sentence.
    public var description: String { sentence }
  }

  /// The sentences as a list, and how to repeat the run.
  public var description: String {
    let count = failures.count == 1 ? "a law" : "\(failures.count) laws"
    let list = failures.map { "\n• \($0.sentence)" }.joined()
    return "\(codec) breaks \(count) of \(laws):\(list)\n"
      + "To repeat: options: CodecVerification(seed: \(seed)), or CODEC_SEED=\(seed) in the"
      + " environment."
  }
}
