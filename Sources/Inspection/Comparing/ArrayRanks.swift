import PersistentObjects
import PersistentObjectsEngine

/// Gives the elements of an array their ranks, 0, 1, 2 …, in place of positions: rows that went away with
/// the objects that they referred to leave gaps, which mean nothing. Rows come in the order of their key.
struct ArrayRanks {
  /// Where the position stands among the columns; nil in a table without one.
  private let position: Int?
  private var owner: RowOwner
  private var next: Int64 = 0

  init(columns: [String], keys: [String]) {
    let last = keys.last.flatMap { $0.hasPrefix(ColumnName.index) ? $0 : nil }
    position = last.flatMap { columns.firstIndex(of: $0) }
    owner = RowOwner(positions: keys.dropLast().compactMap { columns.firstIndex(of: $0) })
  }

  /// Goes to another row.
  mutating func move(to row: Cells) {
    guard position != nil else { return }
    next = owner.changes(at: row) ? 0 : next + 1
  }

  /// What a cell counts as.
  func rank(of cell: Cell, at index: Int) -> Cell {
    if index == position, case .integer = cell { .integer(next) } else { cell }
  }
}
