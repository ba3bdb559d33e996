import Foundation

extension Double {
  /// Returns the number with so many digits after the point.
  func text(decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
}
