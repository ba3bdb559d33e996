// Writing the rows of one collection, and of the collections in it.

extension ChildLevel {
  /// Writes all rows of a collection that has none.
  func insert(
    _ whole: UnsafePointer<Shape.Whole>, under path: ChildPath, _ writer: ChildWriter
  ) throws {
    try code.visit(whole) { entries in
      if entries.count == 0 { return }
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
    if try insertTogether(entries, under: path, writer) { return }
    let statement = try writer.connection.statement(statements.insert)
    path.bind(to: statement)
    let members = try memberNumbers(of: entries, writer)
    var column = ColumnWriter(statement, at: 0)
    for position in 0..<entries.count {
      if let members { statement.set(members[position], at: table.keyPosition) }
      try write(entries, position, to: statement, &column)
      try statement.run()
      if !elements.isNested { continue }
      let key = try storedKey(of: entries, position, members)
      try elements.insertRows(
        of: entries.element(position), under: path.appending(key), writer)
    }
  }

  /// Writes all rows by one run of a statement. Returns false if they must be written one by one.
  private func insertTogether(
    _ entries: CollectionEntries<Shape.Key, Shape.Element>, under path: ChildPath,
    _ writer: ChildWriter
  ) throws -> Bool {
    guard !elements.isNested, entries.count >= ChildWriter.fewestTogether,
      let text = statements.insertRows,
      let rows = try writer.connection.rowInsertion(text, columns: statements.columnCount)
    else { return false }
    path.bind(to: rows)
    var column = ColumnWriter(rows, at: 0)
    var position = 0
    try rows.run {
      if position == entries.count { return false }
      try write(entries, position, to: rows, &column)
      position += 1
      return true
    }
    return true
  }

  /// Writes the key and the element at a position.
  @inline(__always)
  private func write(
    _ entries: CollectionEntries<Shape.Key, Shape.Element>, _ position: Int, to cells: Cells,
    _ column: inout ColumnWriter
  ) throws {
    if Shape.kind == .array { cells.set(Int64(position), at: table.keyPosition) }
    if let keyCodec, let keys = entries.keys {
      column.move(to: table.keyPosition)
      try keyCodec.encode(keys + position, into: &column)
    }
    column.move(to: table.elementPosition)
    try elements.write(entries.element(position), to: &column)
  }

  /// The keys that identify a collection which is an element.
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
  func rewrite(
    _ whole: UnsafePointer<Shape.Whole>, under path: ChildPath, _ writer: ChildWriter
  ) throws {
    let statement = try writer.connection.statement(statements.deleteAll)
    path.bind(to: statement)
    try statement.run()
    try insert(whole, under: path, writer)
  }

  // MARK: Differences

  /// Turns the rows of `old` into those of `new`.
  func update(
    from old: UnsafePointer<Shape.Whole>, to new: UnsafePointer<Shape.Whole>,
    under path: ChildPath, _ writer: ChildWriter
  ) throws {
    guard findsRowsByValue else { return try rewrite(new, under: path, writer) }
    if hasMemberNumbers { return try updateMembers(from: old, to: new, under: path, writer) }
    try code.visitDifference(old, new) { old, new, start, end in
      let forms = writer.forms(depth: depth)
      try writeForms(of: old, to: forms.old)
      try writeForms(of: new, to: forms.new)
      let changes = ChildChanges(old: forms.old, new: forms.new, start: start, end: end)
      try apply(ChildLevelRows(self, changes, old: old, new: new, path, writer))
    }
  }

  /// Updates a set of collections, whose numbers depend on each other.
  private func updateMembers(
    from old: UnsafePointer<Shape.Whole>, to new: UnsafePointer<Shape.Whole>,
    under path: ChildPath, _ writer: ChildWriter
  ) throws {
    var collides = false
    try code.visit(old) { old in
      try code.visit(new) { new in
        let forms = writer.forms(depth: depth)
        try writeForms(of: old, to: forms.old)
        try writeForms(of: new, to: forms.new)
        collides = hasCollision(forms.old) || hasCollision(forms.new)
        if collides { return }
        let changes = ChildChanges(old: forms.old, new: forms.new)
        try apply(ChildLevelRows(self, changes, old: old, new: new, path, writer))
      }
    }
    if collides { try rewrite(new, under: path, writer) }
  }

  /// Turns rows that were read as they are stored into those of `new`.
  func update(
    from old: StoredRows, to new: UnsafePointer<Shape.Whole>, under path: ChildPath,
    _ writer: ChildWriter
  ) throws {
    guard findsRowsByValue && (old.isDense || Shape.kind != .array) else {
      return try rewrite(new, under: path, writer)
    }
    try code.visit(new) { new in
      let forms = writer.forms(depth: depth).new
      try writeForms(of: new, to: forms)
      let changes = ChildChanges(old: old.forms, new: forms)
      try apply(
        ChildLevelRows(self, changes, old: CollectionEntries(), new: new, path, writer))
    }
  }

  private func apply(_ rows: ChildLevelRows<Shape>) throws {
    switch Shape.kind {
    case .array: try rows.applyToArray()
    case .set: try rows.applyToKeyed(bySet: true)
    case .dictionary: try rows.applyToKeyed(bySet: false)
    }
  }

  /// Writes the stored forms of entries; positions are no part of them.
  func writeForms(
    of entries: CollectionEntries<Shape.Key, Shape.Element>, to forms: ChildForms
  ) throws {
    var column = ColumnWriter(forms, at: 0)
    for position in 0..<entries.count {
      forms.beginRow()
      if let keyCodec, let keys = entries.keys {
        column.move(to: 0)
        try keyCodec.encode(keys + position, into: &column)
      }
      forms.beginElement()
      try elements.writeForm(entries.element(position), to: forms)
      forms.endRow()
    }
  }

  /// Writes the stored form of a whole collection, as one element. Equal forms are equal rows.
  func writeForm(of whole: UnsafePointer<Shape.Whole>, to forms: ChildForms) throws {
    if Shape.isNil(whole.pointee) { return forms.setNull(at: 0) }
    let rows = ChildForms()
    try code.visit(whole) { try writeForms(of: $0, to: rows) }
    forms.appendElement(rowsOf: rows, sorted: Shape.kind != .array)
  }

  // MARK: Collections in sets

  // A collection in a set has no position and no key. Its rows need a number to belong together.
  // The number is derived from the stored form, so that it is known without a query.

  /// The numbers of a set's members. If two are equal the second one takes the next number; such a
  /// set is rewritten whenever it changes.
  private func memberNumbers(
    of entries: CollectionEntries<Shape.Key, Shape.Element>, _ writer: ChildWriter
  ) throws -> [Int64]? {
    guard hasMemberNumbers else { return nil }
    let forms = ChildForms()
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
