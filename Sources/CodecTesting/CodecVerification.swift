import Foundation
import PersistentObjectsEngine

/// How thoroughly ``verifyCodec(_:samples:generator:mayRefuse:options:)`` works.
public struct CodecVerification: Sendable {
  /// Determines all that is random. By default the number in the environment variable
  /// `CODEC_SEED`, or else a new one for each process; a failure says which it was.
  public var seed = Self.seedOfProcess
  /// How many values the generator makes, beside the samples. 200 unless set.
  public var iterations = 200
  /// How many damaged stored values `decode` is given. 2,000 unless set; more is better for a
  /// codec that parses.
  public var mutations = 2000
  /// How many threads use the codec at once. 4 unless set; below 2 this law is not checked.
  public var threads = 4
  /// Kinds that `decode` reads although `storage` does not admit them, such as those that an
  /// earlier version of the codec wrote. What it reads from them must be fit to be stored. NULL is
  /// none of them: absence is `Optional`'s.
  public var alsoReads: Set<StoredKind> = []
  /// Whether what comes back must have the hash of what it equals. Only to be turned off for a
  /// type of another module that breaks this law itself: in Foundation for Linux two objects
  /// `NSNull` have different hashes, and that of an `NSDecimalNumber` ends the process.
  public var comparesHashes = true

  /// The defaults.
  public init() {}

  /// The defaults with another seed, to repeat a failure.
  public init(seed: UInt64) { self.seed = seed }

  private static let seedOfProcess =
    ProcessInfo.processInfo.environment["CODEC_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 1...UInt64(UInt32.max))
}
