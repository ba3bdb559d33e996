import PersistentObjects
import PersistentObjectsDriver

/// Replaces the positions in an array by ranks: 0, 1, 2 …. Rows that were deleted with their
/// targets leave gaps, which have no meaning. Rows must come in the order of their key.
struct ArrayRanks {
  /// The index of the position among the columns; nil for a table without a position.
  private let position: Int?
  private var owner: RowOwner
  private var next: Int64 = 0

  /// Creates the ranks of the rows of a table.
  ///
  /// - Parameter index: the column of the positions; nil for a table without positions of its own.
  init(of index: String?, columns: [String], keys: [String]) {
    position = index.flatMap { columns.firstIndex(of: $0) }
    owner = RowOwner(positions: keys.dropLast().compactMap { columns.firstIndex(of: $0) })
  }

  /// Moves to the next row.
  mutating func move(to row: Row) {
    guard position != nil else { return }
    next = owner.changes(at: row) ? 0 : next + 1
  }

  /// Returns the cell, or the rank instead of a position.
  func rank(of cell: Cell, at index: Int) -> Cell {
    if index == position, case .integer = cell { .integer(next) } else { cell }
  }
}
