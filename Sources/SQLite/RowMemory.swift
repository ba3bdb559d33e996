import PersistentObjectsEngine

/// Where a statement puts the cells of its current row.
final class RowMemory {
  private(set) var cells = UnsafeMutablePointer<Cell>.allocate(capacity: 0)
  private var capacity = 0

  deinit { cells.deallocate() }

  /// Makes room for a row of `count` cells.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    cells.deallocate()
    cells = .allocate(capacity: count)
    capacity = count
  }
}
