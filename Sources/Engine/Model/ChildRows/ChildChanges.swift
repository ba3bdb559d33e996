/// The difference between what a child table holds for one collection and what it should hold.
///
/// Most entries are the same in memory, bit for bit, at both ends of the old and the new collection:
/// those are not even looked at. The stored forms of what lies between are compared.
struct ChildChanges {
  /// The stored forms of the old entries from `start` on, and of the new ones.
  let old: ChildForms
  let new: ChildForms
  /// How many entries are the same at the beginning and at the end.
  let start: Int
  let end: Int

  private var oldCount: Int { start + old.count + end }
  private var newCount: Int { start + new.count + end }

  /// Leaves the common beginning and end alone, overwrites what lies between, and moves the end
  /// when the length changes there: two statements, however long it is.
  func applyToArray(_ rows: some ChildRowWriting) throws {
    let room = min(old.count, new.count)
    let prefix = (0..<room).prefix { old.element($0) == new.element($0) }.count
    let suffix = (0..<(room - prefix)).prefix {
      old.element(old.count - 1 - $0) == new.element(new.count - 1 - $0)
    }.count
    let (oldEnd, newEnd) = (oldCount - end - suffix, newCount - end - suffix)
    let common = min(oldEnd, newEnd)
    for index in (start + prefix)..<common
    where old.element(index - start) != new.element(index - start) {
      try rows.update(index, from: index)
    }
    if oldEnd > common { try rows.deleteRange(common..<oldEnd) }
    if suffix + end > 0 && oldEnd != newEnd { try rows.shift(from: oldEnd, by: newEnd - oldEnd) }
    for index in common..<newEnd { try rows.insert(index) }
  }

  /// Dictionaries differ by rows and by the element under a key; sets by rows.
  func applyToKeyed(_ rows: some ChildRowWriting, bySet: Bool) throws {
    if newCount == 0 && oldCount > 0 { return try rows.deleteAll() }
    func identity(_ forms: ChildForms, _ row: Int) -> StoredForm {
      bySet ? forms.element(row) : forms.key(row)
    }
    var remaining: [StoredForm: Int] = [:]
    for row in 0..<old.count { remaining[identity(old, row)] = row }
    var missing: [Int] = []
    for row in 0..<new.count {
      switch remaining.removeValue(forKey: identity(new, row)) {
      case nil: missing.append(row)
      case let same? where old.element(same) == new.element(row): break
      case let other?: try rows.update(start + row, from: start + other)
      }
    }
    for row in 0..<old.count where remaining[identity(old, row)] == row {
      try rows.delete(start + row)
    }
    for row in missing { try rows.insert(start + row) }
  }
}

/// Writes single rows of one collection; positions are those of entries, old or new.
protocol ChildRowWriting {
  func insert(_ new: Int) throws
  func update(_ new: Int, from old: Int) throws
  func delete(_ old: Int) throws
  func deleteAll() throws
  /// Deletes the rows of an array at these positions.
  func deleteRange(_ positions: Range<Int>) throws
  /// Moves the end of an array.
  func shift(from start: Int, by distance: Int) throws
}
