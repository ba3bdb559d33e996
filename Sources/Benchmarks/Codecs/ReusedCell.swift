import Foundation
import PersistentObjects
import PersistentObjectsDriver

/// One cell that reuses its memory, so that only the codec is measured.
final class ReusedCell {
  let row = RowBatch(width: 1)

  /// The number of bytes that SQLite needs for the value in a row, without the two or three bytes
  /// that every value needs.
  var storedBytes: Int {
    switch row.row[0] {
    case .null: 0
    case .integer(let value): Self.width(of: value)
    case .real: 8
    case .text(let bytes), .bytes(let bytes): bytes.count
    }
  }

  /// Returns the width of an integer: 0, 1, 2, 3, 4, 6 or 8 bytes.
  private static func width(of value: Int64) -> Int {
    if value == 0 || value == 1 { return 0 }
    let bits = 65 - (value < 0 ? ~value : value).leadingZeroBitCount
    return [1, 2, 3, 4, 6].first { bits <= $0 * 8 } ?? 8
  }
}
