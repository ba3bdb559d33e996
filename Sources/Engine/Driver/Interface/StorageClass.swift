/// The kind of values that a column may hold; the codec states it.
///
/// ```swift
/// struct HexColor: ColumnCodec {
///   let storage = StorageClass.text  // var favourite: Color  →  favourite TEXT
///   …
/// }
/// ```
///
/// The raw value is the name used in error messages, and in the store's records about its columns.
public enum StorageClass: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Signed 64-bit integers.
  case integer
  /// IEEE 754 doubles, each kept bit for bit.
  case real
  /// Unicode text.
  case text
  /// Bytes.
  case bytes = "blob"
  /// Any of these, which may differ from row to row.
  case any

  /// The raw value.
  public var description: String { rawValue }
}

extension StorageClass {
  /// Returns whether such a column may hold a value of `kind`. NULL is always admitted.
  @inlinable
  public func admits(_ kind: StoredKind) -> Bool {
    switch (self, kind) {
    case (_, .null), (.any, _), (.integer, .integer), (.real, .real), (.text, .text),
      (.bytes, .bytes):
      true
    default: false
    }
  }
}
