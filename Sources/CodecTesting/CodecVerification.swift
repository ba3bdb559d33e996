import Foundation
public import PersistentObjectsDriver

/// The thoroughness of ``verifyCodec(_:samples:generator:mayRefuse:options:)``.
public struct CodecVerification: Sendable {
  /// The seed of all random numbers. The default is the number in the environment variable
  /// `CODEC_SEED`, or else a new one for each process; a failure shows it.
  public var seed = Self.seedOfProcess
  /// The number of values that the generator makes, in addition to the samples. The default is 200.
  public var iterations = 200
  /// The number of damaged stored values passed to `decode`. The default is 2,000; use more for a
  /// codec that parses.
  public var mutations = 2000
  /// The number of threads that use the codec at once. The default is 4; if it is below 2, this law
  /// is not checked.
  public var threads = 4
  /// The kinds that `decode` reads although `storage` excludes them, such as those written by an
  /// earlier version of the codec. It must be possible to store the values read from them. NULL is
  /// never one of them: absence belongs to `Optional`.
  public var alsoReads: Set<StoredKind> = []
  /// Whether a decoded value must have the hash of the value that it equals. Turn this off only for
  /// a type of another module that breaks this law itself: in Foundation for Linux, two `NSNull`
  /// objects have different hashes, and hashing an `NSDecimalNumber` ends the process.
  public var comparesHashes = true

  /// Makes options with the default values.
  public init() {}

  /// Makes options with the default values and another seed, to repeat a failure.
  public init(seed: UInt64) { self.seed = seed }

  private static let seedOfProcess =
    ProcessInfo.processInfo.environment["CODEC_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 1...UInt64(UInt32.max))
}
