/// The laws that ``verifyCodec(_:samples:generator:mayRefuse:options:)`` checks, in the order in
/// which it checks a value. A value that breaks one law is not checked against the later ones.
///
/// A codec of several columns is checked against ``identity``, ``values``, ``encoding``,
/// ``fields``, ``determinism``, ``roundTrip``, ``hash``, ``null``, ``equality`` and ``damage``; the
/// rest are laws of the codecs of its fields.
public enum CodecLaw: String, Sendable, CaseIterable, Comparable {
  /// The codec has a name, a version from 1 on that `canRead(version:)` accepts, and its properties
  /// never change.
  case identity
  /// Samples or a generator exist, and `encode` accepts at least one of their values.
  case values
  /// `encode` accepts every sample and every generated value, except those that it may refuse.
  case encoding
  /// `encode` writes exactly once: no NULL, no text that is not UTF-8, only kinds that `storage`
  /// admits, and only stored forms of the `meaning`, if there is one.
  case cell
  /// The fields of a codec of several columns have different names, a codec each, and hold the
  /// properties that they name.
  case fields
  /// A value encoded twice has the same stored form. If the codec is not searchable, another form
  /// that decodes to the same value is accepted, since a set may be archived in any order.
  case determinism
  /// `decode` returns the value that was encoded.
  case roundTrip
  /// A decoded value that equals the original has the same hash.
  case hash
  /// A value stored in an SQLite file comes back after the file is closed and reopened.
  case file
  /// `decode` throws for NULL, and `OptionalCodec` stores nil as NULL and other values unchanged. A
  /// codec of several columns throws for NULL in a field that cannot be nil, and as an optional
  /// tells nil from a value whose fields are all nil.
  case null
  /// Two values are equal in SQL exactly if they are equal in Swift, if the codec is searchable.
  /// Values of several columns are equal in SQL if all their fields are.
  case equality
  /// SQL's comparisons, orders, minima and maxima are the same as Swift's, if the codec is
  /// searchable.
  case order
  /// `decode` throws for a kind that `storage` does not admit. If `storage` is `.real`, it may read
  /// an integer, since people enter such numbers as integers.
  case otherKinds
  /// `decode` throws for a damaged cell, or returns a value that can be stored and comes back.
  case damage
  /// The codec does the same on several threads at once as on one.
  case concurrency

  /// Whether a law is checked before another.
  public static func < (left: CodecLaw, right: CodecLaw) -> Bool { left.place < right.place }

  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
