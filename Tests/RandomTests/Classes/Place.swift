import PersistentObjects
import TestSupport

/// The required reference of knights.
@Persistent final class Place {
  /// Different in each place, unless a test wants a save to be refused.
  var code: String
  var name: String
  var visits: Int = 0
  var twin: Place?
  @Transient var life = Lifetime()
  static let indices: [Index<Place>] = [.unique(\.code), [\.name]]
}
