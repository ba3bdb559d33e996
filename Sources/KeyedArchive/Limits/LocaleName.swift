package import Foundation

/// Checks of locales that are stored by identifier, and of identifiers that come from a file.
package enum LocaleName {
  /// Returns the reason why a locale's identifier does not restore it; nil if it does.
  package static func fault(of locale: Locale) -> String? {
    if locale == Locale(identifier: locale.identifier) { return nil }
    return "the locale has user settings that its identifier does not include; save "
      + "Locale(identifier: \"\(locale.identifier)\")"
  }

  /// Whether a calendar may have the locale: the empty one, or one that Foundation knows.
  /// Foundation ends the process for some calendars whose locale has an unknown region.
  package static func isSafe(_ identifier: String) -> Bool {
    identifier.isEmpty || available.contains(identifier)
  }

  private static let available = Set(Locale.availableIdentifiers)
}
