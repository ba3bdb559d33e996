package import Foundation

/// Checks of time zones that are stored by name, and of names that come from a file or from a
/// command line.
package enum TimeZoneName {
  /// Returns the reason why a time zone's name does not restore it; nil if it does.
  package static func fault(of zone: TimeZone) -> String? {
    let name = zone.identifier
    guard TimeZone(identifier: name) == zone else {
      return "the time zone follows the settings of the system; save TimeZone.current, or "
        + "TimeZone(identifier: \"\(name)\")"
    }
    return offsetFault(of: zone)
  }

  /// Returns the reason why a time zone's name has another offset than the zone; nil if it has the
  /// same. Foundation considers zones with equal identifiers equal, even if their offsets differ.
  static func offsetFault(of zone: TimeZone) -> String? {
    let (name, offset) = (zone.identifier, zone.secondsFromGMT())
    guard name.hasPrefix("GMT"), TimeZone(identifier: name)?.secondsFromGMT() != offset
    else { return nil }
    return "\(offset) s from GMT are not whole minutes, which a time zone's identifier needs"
  }

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
