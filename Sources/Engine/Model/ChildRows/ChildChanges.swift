/// The difference between the rows of a child table for one collection and the rows that it should
/// have.
///
/// Most entries are the same in memory, bit for bit, and are skipped. The stored forms of the
/// others are compared.
struct ChildChanges {
  /// The stored forms of the compared entries, before and after.
  let old: ChildForms
  let new: ChildForms
  /// The number of an array's elements that are the same before and after the compared ones; for
  /// other collections the first number counts all entries that are the same.
  var start = 0
  var end = 0
}

extension ChildLevelRows {
  /// Skips the common beginning and end, overwrites the elements between, and moves the end if the
  /// length changes: two statements, however long the end is.
  func applyToArray() throws {
    let (old, new) = (changes.old, changes.new)
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
    if suffix + changes.end > 0 && oldEnd != newEnd {
      try shift(from: oldEnd, by: newEnd - oldEnd)
    }
    for row in common..<newEnd { try insert(row) }
  }

  /// Dictionaries differ by rows and by the element under a key; sets by rows.
  func applyToKeyed(bySet: Bool) throws {
    let (old, new) = (changes.old, changes.new)
    func identity(of row: Int, in forms: ChildForms) -> CellsForm {
      bySet ? forms.element(row) : forms.key(row)
    }
    if changes.start + new.count == 0 && old.count > 0 { return try deleteAll() }
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
