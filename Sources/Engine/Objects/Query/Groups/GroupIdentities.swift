import PersistentObjectsDriver

/// The groups that the keys in rows belong to. SQL may take keys for equal that are stored
/// differently: 0 and −0, or texts with a collation.
struct GroupIdentities {
  /// The number of each key's group; empty if keys of the same group are stored alike.
  private var numbers: [[StoredValue]: StoredValue] = [:]

  /// Adds the key at the beginning of a row, with the number of its group after it.
  mutating func add(_ row: Row, keyWidth: Int) {
    numbers[row[0..<keyWidth].values] = row.value(at: keyWidth)
  }

  /// Returns what is equal for the keys of the same group.
  subscript(key: Row) -> [StoredValue] {
    let values = key.values
    return numbers[values].map { [$0] } ?? values
  }
}

extension Operand {
  /// Whether values that are equal for SQL are stored alike. A computed text may have a collation.
  var equalsAreAlike: Bool {
    layout == nil ? isAlikeInColumn : cells.allSatisfy(\.isAlikeInColumn)
  }

  private var isAlikeInColumn: Bool {
    switch storage {
    case .integer, .bytes: true
    case .text: column != nil && collation == nil
    case .real, .any: false
    }
  }
}
