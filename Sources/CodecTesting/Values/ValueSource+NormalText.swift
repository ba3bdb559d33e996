import Foundation

extension ValueSource {
  /// Returns a text like those of ``text()``, but in NFC in every version of Unicode. Two of these
  /// are equal in Swift only if they have the same scalars, by which Swift sorts them.
  ///
  /// Use it for a codec that stores a text as it is, whose type compares it with `==` or `<`. Of
  /// the texts of ``text()``, "e\u{301}" equals "é" in Swift, but not in SQL.
  public mutating func normalText() -> String {
    // Normalizing a text is not enough: Foundation's Unicode is older than that of the standard
    // library, which compares texts, and leaves newer marks, such as U+1AE0, in another order.
    // Instead, only those scalars remain that normalization would not change, move or join to a
    // preceding one.
    String(String.UnicodeScalarView(text().unicodeScalars.filter(\.isNormal)))
  }
}

extension Unicode.Scalar {
  /// Whether a text of such scalars is in NFC, in any order.
  fileprivate var isNormal: Bool {
    let isStarter = properties.canonicalCombiningClass == .notReordered
    // Hangul vowels and finals, and scalars that extend a cluster, may join the scalar before them.
    let mayJoin = properties.isGraphemeExtend || (0x1160...0x11FF).contains(value)
    return isStarter && !mayJoin && isOld && isComposed
  }

  /// Whether Foundation knows the scalar, or it is unassigned. The NFC of assigned scalars never
  /// changes.
  private var isOld: Bool { properties.age.map { $0.major <= 8 } ?? true }

  private var isComposed: Bool {
    String(self).precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([self])
  }
}
