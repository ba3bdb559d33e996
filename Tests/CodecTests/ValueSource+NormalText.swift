import Foundation
import PersistentObjectsCodecTesting

extension ValueSource {
  /// Text that is in NFC in every version of Unicode, so that its scalars sort as Swift sorts it.
  ///
  /// Normalising a text is not enough: Foundation's Unicode is older than that of the standard
  /// library, which compares texts, and leaves newer marks, such as U+1AE0, in another order.
  /// Instead, only those scalars remain that normalisation would not change, move or join to a
  /// preceding one.
  mutating func normalText() -> String {
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
