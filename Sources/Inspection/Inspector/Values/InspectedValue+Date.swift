package import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsDriver

extension InspectedValue {
  /// Returns a moment in UTC, in the form of dates stored as text. Outside the years 0 to 9999, it
  /// is shown in seconds.
  package static func moment(_ date: Date) -> InspectedValue {
    guard case .text(let text)? = try? DateCodec().stored(date) else {
      return .time("\(date.timeIntervalSinceReferenceDate) s since 2001")
    }
    return .time(text)
  }
}
