import PersistentObjectsInspection

/// The kind of the values of a column, derived from its declared type and all its values.
///
/// See ``LegacyStore``.
public enum LegacyKind: String, Sendable, Codable, CaseIterable {
  /// The column has no value, so only its declared type is known.
  case empty
  /// Whole numbers: `int`, `long long`, `NSUInteger` and so on.
  case integer
  /// `BOOL`, stored as a character: the texts `1` and `0`.
  case boolean
  /// `char` or `unsigned char`: one-byte integers, stored as texts.
  case character
  /// `float` or `double`, which are never nil.
  case real
  /// `NSNumber`, as a floating-point number.
  case number
  /// `NSString`.
  case text
  /// `NSDate`, as local time. In a map, also as seconds since 1970, which the first versions wrote.
  case date
  /// `NSData`.
  case data
  /// An object of some class as a keyed archive.
  case archive
  /// `UIImage`, as a PNG file.
  case image
  /// A persistent object, as `ClassName-pk`.
  case reference
  /// `NSURL`. Only in a map: URLs with a base are imported without it, as absolute ones. Otherwise
  /// all values of such a property become archives.
  case url
  /// Bytes in an unknown form, written by a class with its own format.
  case bytes
  /// Values of several kinds, each of which is read on its own.
  case mixed

  /// Decodes a kind.
  public init(from decoder: any Decoder) throws { self = try decoder.word() }
}
