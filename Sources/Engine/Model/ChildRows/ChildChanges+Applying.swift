// The rows that differ between two states of a collection.

extension ChildChanges {
  func apply() throws {
    switch level.code.kind {
    case .array: try applyToArray()
    case .set: try applyToKeyed(bySet: true)
    case .dictionary: try applyToKeyed(bySet: false)
    }
  }

  /// Skips the common beginning and end, overwrites the elements between, and moves the end if the
  /// length changes: two statements, however long the end is.
  private func applyToArray() throws {
    let room = min(old.count, new.count)
    let prefix = (0..<room).prefix { old.element($0) == new.element($0) }.count
    let suffix = (0..<(room - prefix)).prefix {
      old.element(old.count - 1 - $0) == new.element(new.count - 1 - $0)
    }.count
    let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
    let common = min(oldEnd, newEnd)
    for row in prefix..<common where old.element(row) != new.element(row) {
      try update(row, from: row)
    }
    if oldEnd > common { try deleteRange(common..<oldEnd) }
    if suffix + end > 0 && oldEnd != newEnd {
      try shift(from: oldEnd, by: newEnd - oldEnd)
    }
    for row in common..<newEnd { try insert(row) }
  }

  /// Dictionaries differ by rows and by the element under a key; sets by rows.
  private func applyToKeyed(bySet: Bool) throws {
    func identity(of row: Int, in forms: ChildForms) -> CellsForm {
      bySet ? forms.element(row) : forms.key(row)
    }
    if start + new.count == 0 && old.count > 0 { return try deleteAll() }
    // A changed element is most often still in the same place.
    let same = (0..<min(old.count, new.count)).prefix {
      identity(of: $0, in: old) == identity(of: $0, in: new)
    }
    for row in same where old.element(row) != new.element(row) { try update(row, from: row) }
    if same.count == old.count && same.count == new.count { return }
    var remaining: [CellsForm: Int] = [:]
    for row in same.count..<old.count { remaining[identity(of: row, in: old)] = row }
    var missing: [Int] = []
    for row in same.count..<new.count {
      switch remaining.removeValue(forKey: identity(of: row, in: new)) {
      case nil: missing.append(row)
      case let other? where old.element(other) == new.element(row): break
      case let other?: try update(row, from: other)
      }
    }
    for row in same.count..<old.count where remaining[identity(of: row, in: old)] == row {
      try delete(row)
    }
    for row in missing { try insert(row) }
  }
}
