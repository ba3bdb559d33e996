/// The kind of values that a column may hold; the codec says so.
public enum StorageClass: Sendable, Hashable, CaseIterable {
  /// Signed 64-bit integers.
  case integer
  /// IEEE 754 doubles.
  case real
  /// Unicode text.
  case text
  /// Bytes.
  case blob
  /// Any of them, row by row.
  case any
}

extension StorageClass {
  /// Whether a value of `kind` may lie in such a column. NULL always may.
  @inlinable
  public func admits(_ kind: StoredKind) -> Bool {
    switch (self, kind) {
    case (_, .null), (.any, _), (.integer, .integer), (.real, .real), (.text, .text),
      (.blob, .blob):
      true
    default: false
    }
  }
}
