/// What ``verifyCodec(_:samples:generator:mayRefuse:options:)`` checks, in the order in which a
/// value is put to it: what breaks one law is not put to the later ones.
public enum CodecLaw: String, Sendable, CaseIterable, Comparable {
  /// There is a name, a version from 1 on that `canRead(version:)` admits, and all that the codec
  /// says of itself stays the same.
  case identity
  /// There are samples, or a generator, of which `encode` takes at least one.
  case values
  /// `encode` takes every sample and every generated value, but for those it may refuse.
  case encoding
  /// `encode` writes exactly once: no NULL, no text that is not UTF-8, a kind that `storage` admits.
  case cell
  /// Encoded twice, a value has the same stored form. Where the codec is not searchable, another
  /// one will do that decodes to the same value, since a set may be archived in any order.
  case determinism
  /// `decode` gives back what was encoded.
  case roundTrip
  /// A value that came back and is equal to the original has the original's hash.
  case hash
  /// What was stored in an SQLite file comes back when the file is closed and opened again.
  case file
  /// `decode` throws for NULL, and `OptionalCodec` stores nil as NULL and all else as before.
  case null
  /// Values that are equal in Swift, and only those, are equal in SQL, if the codec is searchable.
  case equality
  /// SQL's comparisons, orders, minima and maxima are Swift's, if the codec is searchable.
  case order
  /// `decode` throws for a kind that `storage` does not admit.
  case otherKinds
  /// Whatever a cell holds, `decode` throws, or gives a value that can be stored and comes back.
  case damage
  /// Used by several threads at once, the codec does what it does alone.
  case concurrency

  /// In the order above.
  public static func < (left: CodecLaw, right: CodecLaw) -> Bool { left.place < right.place }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
