// The rows that differ between two states of a collection.

extension ChildChanges {
  func apply() throws {
    switch level.code.kind {
    case .array: try applyToArray()
    case .set: try applyToKeyed(bySet: true)
    case .dictionary: try applyToKeyed(bySet: false)
    }
  }

  /// Skips the common beginning and end, and overwrites the elements between them. If the length
  /// changes, moves the end, however long it is, by one statement, or by two if elements are
  /// collections.
  private func applyToArray() throws {
    let room = min(old.count, new.count)
    let prefix = (0..<room).prefix { !new.mayDiffer($0, from: old, at: $0) }.count
    let suffix = (0..<(room - prefix)).prefix {
      !new.mayDiffer(new.count - 1 - $0, from: old, at: old.count - 1 - $0)
    }.count
    let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
    let common = min(oldEnd, newEnd)
    for row in prefix..<common where new.mayDiffer(row, from: old, at: row) {
      try update(row, from: row)
    }
    if oldEnd == newEnd { return }
    if suffix + end > 0 && !level.elements.isNested {
      return try moveElements(from: oldEnd, to: newEnd)
    }
    if oldEnd > common { try deleteRange(common..<oldEnd) }
    if suffix + end > 0 { try moveEnd(from: oldEnd, by: newEnd - oldEnd) }
    for row in common..<newEnd { try insert(row) }
  }

  /// Moves the elements from `row` on, up to the end, to the rows from `newRow` on. If the array
  /// becomes shorter, deletes the last rows, which are left over. If it becomes longer, overwrites
  /// the rows in between that exist and inserts the others.
  private func moveElements(from row: Int, to newRow: Int) throws {
    try moveEnd(from: row, by: newRow - row)
    let count = old.count + end
    if newRow < row { return try deleteRange((count + newRow - row)..<count) }
    for row in row..<min(newRow, count) { try update(row, from: row) }
    for row in count..<max(newRow, count) { try insert(row) }
  }

  /// Writes the rows that differ. In a dictionary, the element under a key may also differ.
  private func applyToKeyed(bySet: Bool) throws {
    func identity(of row: Int, in forms: ChildForms) -> CellsForm {
      bySet ? forms.element(row) : forms.key(row)
    }
    if start + new.count == 0 && old.count > 0 { return try deleteAll() }
    // A changed element is most often still in the same place.
    let same = (0..<min(old.count, new.count)).prefix {
      identity(of: $0, in: old) == identity(of: $0, in: new)
    }
    for row in same where new.mayDiffer(row, from: old, at: row) { try update(row, from: row) }
    if same.count == old.count && same.count == new.count { return }
    var remaining: [CellsForm: Int] = [:]
    for row in same.count..<old.count { remaining[identity(of: row, in: old)] = row }
    var missing: [Int] = []
    for row in same.count..<new.count {
      switch remaining.removeValue(forKey: identity(of: row, in: new)) {
      case nil: missing.append(row)
      case let other?: if new.mayDiffer(row, from: old, at: other) { try update(row, from: other) }
      }
    }
    for row in same.count..<old.count where remaining[identity(of: row, in: old)] == row {
      try delete(row)
    }
    for row in missing { try insert(row) }
  }
}
