import Foundation

/// A check of time zone names that come from a file or from a command line.
package enum TimeZoneName {
  /// Whether it is safe to ask Foundation for the zone. On Linux it stops the process for some
  /// names that begin like an offset but are none, such as `GMT+01:…`.
  package static func isSafe(_ name: String) -> Bool {
    guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return true }
    let offset = name.utf8.dropFirst(3)
    guard let sign = offset.first else { return true }
    let digits = offset.dropFirst().split(separator: colon, omittingEmptySubsequences: false)
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.allSatisfy(isNumber)
    else { return name == "GMT0" }
    switch digits.map(\.count) {
    case [1], [2], [3], [4], [1, 2], [2, 2]: return true
    default: return false
    }
  }

  private static let colon = UInt8(ascii: ":")

  private static func isNumber(_ text: some Sequence<UInt8>) -> Bool {
    text.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
