/// The kind of values that a column may hold; the codec says so.
///
/// The raw value is the word for it in error messages, and in what a store records of its columns.
public enum StorageClass: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// Signed 64-bit integers.
  case integer
  /// IEEE 754 doubles, each kept bit for bit.
  case real
  /// Unicode text.
  case text
  /// Bytes.
  case bytes = "blob"
  /// Any of them, row by row.
  case any

  /// The raw value.
  public var description: String { rawValue }
}

extension StorageClass {
  /// Whether a value of `kind` may lie in such a column. NULL always may.
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
