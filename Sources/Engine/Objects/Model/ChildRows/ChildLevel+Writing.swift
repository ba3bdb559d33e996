// Writing the rows of one collection, and of the collections in it.

import PersistentObjectsCodec
import PersistentObjectsDriver

extension ChildLevel {
  /// Writes all rows of a collection that has no rows yet.
  func insert(_ entries: Entries, under path: ChildPath, by writer: ChildWriter) throws {
    let insertion = writer.insertion(statements, at: place(nil))
    let members = try memberNumbers(of: entries)
    var column = ColumnWriter(insertion.rows, at: 0)
    for position in 0..<entries.count {
      if insertion.rows.isFull { try writer.write(through: insertion) }
      insertion.rows.addRow()
      path.bind(to: insertion.rows)
      if let members { insertion.rows.set(members[position], at: table.keyPosition) }
      try write(entries, at: position, to: insertion.rows, column: &column)
    }
    if elements.isNested { try insertInner(entries, members: members, under: path, by: writer) }
  }

  /// Writes the rows of the collections that are elements.
  private func insertInner(
    _ entries: Entries, members: [Int64]?, under path: ChildPath, by writer: ChildWriter
  ) throws {
    for position in 0..<entries.count {
      let key = try storedKey(of: entries, at: position, members: members)
      try elements.insertRows(
        of: entries.element(position).pointee, under: path.appending(key), by: writer)
    }
  }

  /// Writes the key and the element at a position.
  @inline(__always)
  private func write(
    _ entries: Entries, at position: Int, to rows: RowBatch, column: inout ColumnWriter
  ) throws {
    if code.kind == .array { rows.set(Int64(position), at: table.keyPosition) }
    if let keys, let values = entries.keys {
      column.move(to: table.keyPosition)
      try keys.encode(values[position], into: &column)
    }
    column.move(to: table.elementPosition)
    try elements.write(entries.element(position), to: &column)
  }

  /// Returns the key that identifies the collection at a position among the elements.
  func storedKey(
    of entries: Entries, at position: Int, members: [Int64]?
  ) throws -> StoredValue {
    if let members { return .integer(members[position]) }
    guard let keys, let key = entries.key(position) else {
      return .integer(Int64(position))
    }
    let cells = RowBatch(width: 1)
    try keys.encodeArgument(key.pointee, into: cells, at: 0)
    return cells.row.value(at: 0)
  }

  /// Deletes all rows and writes new ones.
  func rewrite(
    _ whole: Whole, under path: ChildPath, by writer: ChildWriter
  ) throws {
    try deleteAll(under: path, by: writer)
    try insertRows(of: whole, under: path, by: writer)
  }

  /// Deletes all rows of a collection.
  func deleteAll(under path: ChildPath, by writer: ChildWriter) throws {
    try writer.run(statements.deleteAll, at: place(path.parent)) { path.bind(to: $0) }
  }

  // MARK: Differences

  /// The smallest number of entries for which the baseline of a collection follows it.
  private static var longCount: Int { 64 }

  /// Turns the rows of `old` into those of `new`.
  func update(
    from old: Whole, to new: Whole, under path: ChildPath, by writer: ChildWriter
  ) throws {
    var old = old
    _ = try update(from: &old, to: new, under: path, by: writer, following: false)
  }

  /// Turns the rows of `old` into those of `new`. Returns whether `old` has become equal to `new`.
  ///
  /// - Parameter following: whether `old` should become equal to `new` if `new` is long.
  func update(
    from old: inout Whole, to new: Whole, under path: ChildPath, by writer: ChildWriter,
    following: Bool
  ) throws -> Bool {
    if !findsRowsByValue || hasMemberNumbers {
      try updateAll(from: old, to: new, under: path, by: writer)
      return false
    }
    var follows = false
    try code.visitDifference(&old, new) { old, new, start, end in
      follows = following && start + new.count + end >= Self.longCount
      func apply(_ old: Entries, _ new: Entries, after start: Int, before end: Int) throws {
        var changes = try changes(from: old, to: new, under: path, by: writer)
        (changes.start, changes.end) = (start, end)
        try changes.apply()
      }
      if code.kind == .array, let runs = new.fewChanges(of: old) {
        for run in runs {
          try apply(
            old[run], new[run], after: start + run.lowerBound,
            before: end + new.count - run.upperBound)
        }
      } else {
        try apply(old, new, after: start, before: end)
      }
      return follows
    }
    return follows
  }

  /// Updates a collection whose single rows cannot be found, or depend on each other.
  private func updateAll(
    from old: Whole, to new: Whole, under path: ChildPath, by writer: ChildWriter
  ) throws {
    if findsRowsByValue {
      return try updateMembers(from: old, to: new, under: path, by: writer)
    }
    var (old, isSame) = (old, true)
    try code.visitDifference(&old, new) { old, new, _, _ in
      let forms = writer.forms(of: self)
      try writeForms(of: old, to: forms.old)
      try writeForms(of: new, to: forms.new)
      isSame = forms.old.haveSameRows(as: forms.new)
      return false
    }
    if !isSame { try rewrite(new, under: path, by: writer) }
  }

  /// Updates a set of collections, whose numbers depend on each other.
  private func updateMembers(
    from old: Whole, to new: Whole, under path: ChildPath, by writer: ChildWriter
  ) throws {
    var collides = false
    try code.visit(old) { old in
      try code.visit(new) { new in
        let changes = try changes(from: old, to: new, under: path, by: writer)
        collides = hasCollision(changes.old) || hasCollision(changes.new)
        if !collides { try changes.apply() }
      }
    }
    if collides { try rewrite(new, under: path, by: writer) }
  }

  /// Turns stored rows, which were read without decoding, into those of `new`.
  func update(
    from old: ChildForms, to new: Whole, under path: ChildPath, by writer: ChildWriter
  ) throws {
    if code.kind == .array && !old.isDense { return try rewrite(new, under: path, by: writer) }
    if !findsRowsByValue {
      let forms = writer.forms(of: self).new
      try code.visit(new) { try writeForms(of: $0, to: forms) }
      if !old.haveSameRows(as: forms) { try rewrite(new, under: path, by: writer) }
      return
    }
    try code.visit(new) { new in
      var changes = try changes(from: Entries(), to: new, under: path, by: writer)
      changes.old = old
      try changes.apply()
    }
  }

  private func changes(
    from old: Entries, to new: Entries, under path: ChildPath, by writer: ChildWriter
  ) throws -> ChildChanges<Whole> {
    let forms = writer.forms(of: self)
    let comparesInside = comparesInside(old, new)
    try writeForms(of: old, to: forms.old, keysOnly: comparesInside)
    try writeForms(of: new, to: forms.new, keysOnly: comparesInside)
    return ChildChanges(
      level: self, path: path, writer: writer, oldEntries: old, newEntries: new, old: forms.old,
      new: forms.new)
  }

  /// Whether elements are collections that know their predecessors: each is then compared with its
  /// own. Otherwise the stored forms of whole collections are compared, however little has changed.
  private func comparesInside(_ old: Entries, _ new: Entries) -> Bool {
    guard elements.isNested && elements.isSearchable && old.count > 0 else { return false }
    return code.kind == .dictionary || code.kind == .array && old.count == new.count
  }

  /// Writes the stored forms of entries, which do not include positions.
  func writeForms(of entries: Entries, to forms: ChildForms, keysOnly: Bool = false) throws {
    forms.areKeysOnly = keysOnly
    var column = ColumnWriter(forms.rows, at: 0)
    for position in 0..<entries.count {
      forms.rows.addRow()
      column.move(to: 0)
      if let keys, let values = entries.keys {
        try keys.encode(values[position], into: &column)
        column.move(to: forms.keyWidth)
      }
      if keysOnly {
        column.writeNull()
      } else {
        try elements.writeForm(entries.element(position), to: &column)
      }
    }
  }

  // MARK: Collections in sets

  // A collection in a set has no position and no key. Its rows need a number that connects them.
  // The number is derived from the stored form, so that it is known without a query.

  /// Returns the numbers of a set's members. If two numbers are equal, the second member takes the
  /// next number; such a set is rewritten whenever it changes.
  private func memberNumbers(of entries: Entries) throws -> [Int64]? {
    guard hasMemberNumbers else { return nil }
    let forms = makeForms()
    try writeForms(of: entries, to: forms)
    var used: Set<Int64> = []
    return (0..<forms.count).map { row in
      var number = forms.element(row).number
      while !used.insert(number).inserted { number = number == .max ? 0 : number + 1 }
      return number
    }
  }

  private func hasCollision(_ forms: ChildForms) -> Bool {
    Set((0..<forms.count).map { forms.element($0).number }).count < forms.count
  }
}
