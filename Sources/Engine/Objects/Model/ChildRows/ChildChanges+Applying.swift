// The rows that differ between two states of a collection.

extension ChildChanges {
  func apply() throws {
    switch level.code.kind {
    case .array: try applyToArray()
    case .set: try applyToKeyed(bySet: true)
    case .dictionary: try applyToKeyed(bySet: false)
    }
  }

  /// Skips the common beginning and end, and writes the elements between them.
  private func applyToArray() throws {
    let room = min(old.count, new.count)
    let prefix = (0..<room).prefix { !new.mayDiffer($0, from: old, at: $0) }.count
    let suffix = (0..<(room - prefix)).prefix {
      !new.mayDiffer(new.count - 1 - $0, from: old, at: old.count - 1 - $0)
    }.count
    let (oldRows, newRows) = (prefix..<(old.count - suffix), prefix..<(new.count - suffix))
    if level.elements.isNested {
      try replaceCollections(oldRows, by: newRows)
    } else {
      try replaceElements(oldRows, by: newRows)
    }
  }

  /// Replaces elements that are collections. If their number changes, moves the end, however long
  /// it is, by two statements.
  private func replaceCollections(_ oldRows: Range<Int>, by newRows: Range<Int>) throws {
    let common = min(oldRows.upperBound, newRows.upperBound)
    for row in newRows.prefix(while: { $0 < common }) where new.mayDiffer(row, from: old, at: row) {
      try update(row, from: row)
    }
    let distance = newRows.upperBound - oldRows.upperBound
    if distance < 0 { try deleteRange(common..<oldRows.upperBound) }
    if distance != 0 && oldRows.upperBound < old.count + end {
      try moveEnd(from: oldRows.upperBound, by: distance)
    }
    for row in newRows.drop(while: { $0 < common }) { try insert(row) }
  }

  /// Replaces elements: moves at first what can be moved by one statement, then overwrites the rows
  /// that still differ, and inserts or deletes the last ones.
  private func replaceElements(_ oldRows: Range<Int>, by newRows: Range<Int>) throws {
    let (count, newCount) = (old.count + end, new.count + end)
    let distance = newCount - count
    var moved = 0..<0
    if distance != 0 && oldRows.upperBound < count {
      try moveEnd(from: oldRows.upperBound, by: distance)
    } else if let run = movedRun(in: oldRows, newRows) {
      try moveRange(run.rows, by: run.target - run.rows.lowerBound)
      moved = run.target..<(run.target + run.rows.count)
    }
    for row in newRows where !moved.contains(row) {
      if row >= count {
        try insert(row)
      } else if row >= old.count || new.mayDiffer(row, from: old, at: row) {
        try update(row, from: row)
      }
    }
    if distance < 0 { try deleteRange(newCount..<count) }
  }

  /// Returns elements that have moved together, and the first of their new rows, all of which
  /// exist; nil if that does not save statements.
  private func movedRun(
    in oldRows: Range<Int>, _ newRows: Range<Int>
  ) -> (rows: Range<Int>, target: Int)? {
    guard oldRows.count > 1 && newRows.count > 1 else { return nil }
    let start = oldRows.lowerBound
    let down = oldRows.first { !new.mayDiffer(start, from: old, at: $0) }.map { ($0, start) }
    let up = newRows.first { !new.mayDiffer($0, from: old, at: start) }.map { (start, $0) }
    let runs = [down, up].compactMap(\.self).map { row, target in
      (rows: commonRun(of: oldRows[row...], newRows[target...]), target: target)
    }
    guard let run = runs.max(by: { $0.rows.count < $1.rows.count }) else { return nil }
    let saved = (run.target..<(run.target + run.rows.count)).filter {
      new.mayDiffer($0, from: old, at: $0)
    }
    // Moving a row costs a fraction of a statement.
    return saved.count > 1 && saved.count * 8 >= run.rows.count ? run : nil
  }

  /// Returns the first of the old rows that have the elements of the first new rows.
  private func commonRun(of oldRows: Range<Int>, _ newRows: Range<Int>) -> Range<Int> {
    let existing = newRows.prefix { $0 < old.count }
    let count = zip(oldRows, existing).prefix { !new.mayDiffer($1, from: old, at: $0) }.count
    return oldRows.prefix(count)
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
