package import Foundation
import PersistentObjectsKeyedArchive

extension TimeZone {
  /// Creates a zone from a name that somebody has typed; nil for an unknown name. On Linux,
  /// `init(identifier:)` stops the process for some names.
  package init?(typed name: String) {
    guard TimeZoneName.isSafe(name) else { return nil }
    self.init(identifier: name)
  }
}
