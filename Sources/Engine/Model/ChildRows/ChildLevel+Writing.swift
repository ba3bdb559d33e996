// Writing the rows of one collection, and of the collections in it.

extension ChildLevel {
  var depth: Int { table.pathColumns.count }

  /// Writes all rows of a collection that has none.
  func insert(
    _ whole: Shape.Whole, under path: ChildPath, _ writer: ChildWriter
  ) throws {
    if Shape.count(whole) == 0 { return }
    try Shape.withEntries(whole) { entries in
      do {
        try insert(entries, under: path, writer)
      } catch {
        throw writingFailed(error, parent: nil)
      }
    }
  }

  private func insert(
    _ entries: CollectionEntries<Shape.Key, Shape.Element>, under path: ChildPath,
    _ writer: ChildWriter
  ) throws {
    let statement = try writer.connection.statement(statements.insert)
    path.bind(to: statement)
    let members = try memberNumbers(of: entries, writer)
    var column = ColumnWriter(statement, at: 0)
    for position in 0..<entries.count {
      if let members { statement.set(members[position], at: table.keyPosition) }
      try writeKey(of: entries, position, to: &column)
      column.move(to: table.elementPosition)
      try elements.write(entries.element(position), to: &column)
      try statement.run()
      if !elements.isNested { continue }
      let key = try storedKey(of: entries, position, members)
      try elements.insertRows(
        of: entries.element(position), under: path.appending(key), writer)
    }
  }

  /// Writes a position or a dictionary's key.
  private func writeKey(
    of entries: CollectionEntries<Shape.Key, Shape.Element>, _ position: Int,
    to column: inout ColumnWriter
  ) throws {
    if Shape.kind == .array { column.cells.set(Int64(position), at: table.keyPosition) }
    guard let keyCodec, let key = entries.key(position) else { return }
    column.move(to: table.keyPosition)
    try keyCodec.pointee.encode(key.pointee, into: &column)
  }

  /// What names the collection that is an element.
  func storedKey(
    of entries: CollectionEntries<Shape.Key, Shape.Element>, _ position: Int, _ members: [Int64]?
  ) throws -> StoredValue {
    if let members { return .integer(members[position]) }
    guard let checkedKeyCodec, let key = entries.key(position) else {
      return .integer(Int64(position))
    }
    let cells = MemoryCells(count: 1)
    try checkedKeyCodec.encode(key.pointee, into: cells, at: 0)
    return cells.values[0]
  }

  /// Deletes all rows and writes new ones.
  func rewrite(_ whole: Shape.Whole, under path: ChildPath, _ writer: ChildWriter) throws {
    let statement = try writer.connection.statement(statements.deleteAll)
    path.bind(to: statement)
    try statement.run()
    try insert(whole, under: path, writer)
  }

  // MARK: Differences

  /// Turns the rows of `old` into those of `new`.
  func update(
    from old: Shape.Whole, to new: Shape.Whole, under path: ChildPath, _ writer: ChildWriter
  ) throws {
    guard findsRowsByValue else { return try rewrite(new, under: path, writer) }
    let isDone = try Shape.withEntries(old) { old in
      try Shape.withEntries(new) { new in try update(from: old, to: new, under: path, writer) }
    }
    if !isDone { try rewrite(new, under: path, writer) }
  }

  /// False if the rows have to be written anew.
  private func update(
    from old: CollectionEntries<Shape.Key, Shape.Element>,
    to new: CollectionEntries<Shape.Key, Shape.Element>, under path: ChildPath,
    _ writer: ChildWriter
  ) throws -> Bool {
    let room = min(old.count, new.count)
    var start = 0
    while start < room && old.isSame(start, new, start) { start += 1 }
    if start == old.count && start == new.count { return true }
    var end = 0
    while end < room - start && old.isSame(old.count - 1 - end, new, new.count - 1 - end) {
      end += 1
    }
    // The numbers of members depend on each other.
    if hasMemberNumbers { (start, end) = (0, 0) }
    let forms = writer.forms(depth: depth)
    try writeForms(of: old, start..<(old.count - end), to: forms.old, writer)
    try writeForms(of: new, start..<(new.count - end), to: forms.new, writer)
    if hasMemberNumbers && (hasCollision(forms.old) || hasCollision(forms.new)) { return false }
    let changes = ChildChanges(old: forms.old, new: forms.new, start: start, end: end)
    try apply(changes, ChildLevelRows(self, changes, old: old, new: new, path, writer))
    return true
  }

  /// Turns rows that were read as they are stored into those of `new`.
  func update(
    from old: StoredRows, to new: Shape.Whole, under path: ChildPath, _ writer: ChildWriter
  ) throws {
    guard findsRowsByValue && (old.isDense || Shape.kind != .array) else {
      return try rewrite(new, under: path, writer)
    }
    try Shape.withEntries(new) { new in
      let forms = writer.forms(depth: depth).new
      try writeForms(of: new, 0..<new.count, to: forms, writer)
      let changes = ChildChanges(old: old.forms, new: forms, start: 0, end: 0)
      try apply(changes, ChildLevelRows(self, changes, old: nil, new: new, path, writer))
    }
  }

  private func apply(_ changes: ChildChanges, _ rows: ChildLevelRows<Shape>) throws {
    if Shape.kind == .array {
      try changes.applyToArray(rows)
    } else {
      try changes.applyToKeyed(rows, bySet: Shape.kind == .set)
    }
  }

  /// Writes the stored forms of entries; positions are no part of them.
  func writeForms(
    of entries: CollectionEntries<Shape.Key, Shape.Element>, _ positions: Range<Int>,
    to forms: ChildForms, _ writer: ChildWriter
  ) throws {
    var column = ColumnWriter(forms, at: 0)
    for position in positions {
      forms.beginRow()
      if let keyCodec, let key = entries.key(position) {
        column.move(to: 0)
        try keyCodec.pointee.encode(key.pointee, into: &column)
      }
      forms.beginElement()
      try elements.writeForm(entries.element(position), to: forms, writer)
      forms.endRow()
    }
  }

  // MARK: Collections in sets

  // A collection in a set has no position and no key. Its rows need a number to belong together, which
  // is made of its stored form, so that it is known without asking the database.

  private var hasMemberNumbers: Bool { Shape.kind == .set && elements.isNested }

  /// The numbers of a set's members. Where two would agree the second one takes the next; a set in
  /// which that happens is written anew whenever it changes.
  private func memberNumbers(
    of entries: CollectionEntries<Shape.Key, Shape.Element>, _ writer: ChildWriter
  ) throws -> [Int64]? {
    guard hasMemberNumbers else { return nil }
    let forms = ChildForms()
    try writeForms(of: entries, 0..<entries.count, to: forms, writer)
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
