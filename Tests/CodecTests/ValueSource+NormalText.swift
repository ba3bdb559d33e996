import Foundation
import PersistentObjectsCodecTesting

extension ValueSource {
  /// Text in NFC in every version of Unicode, so that its scalars sort as Swift sorts it.
  ///
  /// Normalising a text is not enough: Foundation's Unicode is older than that of the standard
  /// library, which compares, and leaves newer marks, such as U+1AE0, in another order. Instead no
  /// scalar remains that normalisation would change, move or join to one before it.
  mutating func normalText() -> String {
    String(String.UnicodeScalarView(text().unicodeScalars.filter(\.isNormal)))
  }
}

extension Unicode.Scalar {
  /// Whether a text of such scalars is in NFC, whatever their order.
  fileprivate var isNormal: Bool {
    let isStarter = properties.canonicalCombiningClass == .notReordered
    // The vowels and finals of Hangul, and what extends a cluster, may join what is before.
    let mayJoin = properties.isGraphemeExtend || (0x1160...0x11FF).contains(value)
    return isStarter && !mayJoin && isOld && isComposed
  }

  /// Whether Foundation knows it, or it is not assigned. The NFC of assigned scalars never changes.
  private var isOld: Bool { properties.age.map { $0.major <= 8 } ?? true }

  private var isComposed: Bool {
    String(self).precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([self])
  }
}
