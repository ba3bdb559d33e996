import PersistentObjects

/// Detects where the elements of one collection end and those of the next begin. Rows come in the
/// order of their key.
struct RowOwner {
  /// The positions of the collection's key in a row.
  let positions: [Int]
  private var key: [StoredValue]?

  init(positions: [Int]) { self.positions = positions }

  /// Whether a row is of another collection than the one before it.
  mutating func changes(at row: Row) -> Bool {
    let key = positions.map { row.value(at: $0) }
    defer { self.key = key }
    return key != self.key
  }
}
