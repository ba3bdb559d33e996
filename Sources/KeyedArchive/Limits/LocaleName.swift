import Foundation

/// A check of locale identifiers that come from a file.
package enum LocaleName {
  /// Whether a calendar may have the locale: the empty one, or one that Foundation knows.
  /// Foundation ends the process for some calendars whose locale has an unknown region.
  package static func isSafe(_ identifier: String) -> Bool {
    identifier.isEmpty || available.contains(identifier)
  }

  private static let available = Set(Locale.availableIdentifiers)
}
