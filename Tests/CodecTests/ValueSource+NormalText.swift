import Foundation
import PersistentObjectsCodecTesting

extension ValueSource {
  /// Text in NFC as every version of Unicode has it, so that its scalars sort as Swift sorts it.
  ///
  /// Normalising a text will not do: Foundation knows an older Unicode than the standard library
  /// that compares, and so leaves newer marks, such as U+1AE0, in another order. Instead no scalar
  /// is left that normalisation changes, moves or joins to one before it.
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

  /// Whether Foundation knows it, or nobody does. What was assigned never changes its NFC.
  private var isOld: Bool { properties.age.map { $0.major <= 8 } ?? true }

  private var isComposed: Bool {
    String(self).precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([self])
  }
}
