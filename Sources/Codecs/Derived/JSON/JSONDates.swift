import Foundation
import PersistentObjectsCodec
import PersistentObjectsDriver

// Dates within JSON: the same text as in a column of dates, so that SQL compares them, as in
// `json_extract(home, '$.since') < '2024-05-01'`. Dates outside the years 0000 to 9999, which have
// no such text, are the number of seconds since 2001. Numbers are read for any date.

/// Writes and reads a date within JSON, exactly.
enum JSONDates {
  /// Writes a date as the single value of `encoder`.
  static func encode(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text = text(of: date) {
      try container.encode(text)
    } else {
      try container.encode(date.timeIntervalSinceReferenceDate)
    }
  }

  /// Reads a date from the single value of `decoder`.
  static func decode(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      return Date(timeIntervalSinceReferenceDate: try container.decode(Double.self))
    }
    let reader = ColumnReader(RowBatch([.text(text)]), at: 0)
    return try DateCodec().decode(from: reader)
  }

  private static func text(of date: Date) -> String? {
    let cells = RowBatch(width: 1)
    var writer = ColumnWriter(cells, at: 0)
    // It throws for years without a text and for nothing else.
    guard (try? DateCodec().encode(date, into: &writer)) != nil,
      case .text(let text) = cells.row.value(at: 0)
    else { return nil }
    return text
  }
}
