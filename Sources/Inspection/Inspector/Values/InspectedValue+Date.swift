package import Foundation
import PersistentObjects
import PersistentObjectsCodecs
import PersistentObjectsDriver

extension InspectedValue {
  /// Returns a moment in UTC, in the form of dates stored as text. Outside the years 0 to 9999, it
  /// is shown in seconds.
  package static func moment(_ date: Date) -> InspectedValue {
    let cells = RowBatch(width: 1)
    var writer = ColumnWriter(cells, at: 0)
    guard (try? DateCodec().encode(date, into: &writer)) != nil,
      case .text(let text) = cells.row.value(at: 0)
    else { return .time("\(date.timeIntervalSinceReferenceDate) s since 2001") }
    return .time(text)
  }
}
