import PersistentObjects
import PersistentObjectsEngine

/// Replaces the positions in an array by ranks, 0, 1, 2 …: rows that were deleted with their
/// targets leave gaps, which mean nothing. Rows come in the order of their key.
struct ArrayRanks {
  /// The index of the position among the columns; nil in a table without one.
  private let position: Int?
  private var owner: RowOwner
  private var next: Int64 = 0

  init(columns: [String], keys: [String]) {
    let last = keys.last.flatMap { $0.hasPrefix(ColumnName.index) ? $0 : nil }
    position = last.flatMap { columns.firstIndex(of: $0) }
    owner = RowOwner(positions: keys.dropLast().compactMap { columns.firstIndex(of: $0) })
  }

  /// Moves to another row.
  mutating func move(to row: Row) {
    guard position != nil else { return }
    next = owner.changes(at: row) ? 0 : next + 1
  }

  /// The cell, or the rank in place of a position.
  func rank(of cell: Cell, at index: Int) -> Cell {
    if index == position, case .integer = cell { .integer(next) } else { cell }
  }
}
