import PersistentObjects
import PersistentObjectsDriver

/// Detects where the elements of one collection end and those of the next one begin. Rows must come
/// in the order of their key.
struct RowOwner {
  /// The positions, in a row, of the collection's key.
  let positions: [Int]
  private var key: [StoredValue]?

  init(positions: [Int]) { self.positions = positions }

  /// Returns whether a row belongs to another collection than the row before it.
  mutating func changes(at row: Row) -> Bool {
    let key = positions.map { row.value(at: $0) }
    defer { self.key = key }
    return key != self.key
  }
}
