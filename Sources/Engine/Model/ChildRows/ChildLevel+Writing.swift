// Writing the rows of one collection, and of the collections in it.

extension ChildLevel {
  /// Writes all rows of a collection that has none.
  func insert(
    _ whole: UnsafePointer<Shape.Whole>, under path: ChildPath, by writer: ChildWriter
  ) throws {
    try code.visit(whole) { entries in
      if entries.count == 0 { return }
      do {
        try insert(entries, under: path, by: writer)
      } catch {
        throw writingFailed(error, parent: nil)
      }
    }
  }

  private func insert(
    _ entries: CollectionEntries<Shape.Key, Shape.Element>, under path: ChildPath,
    by writer: ChildWriter
  ) throws {
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
    _ entries: CollectionEntries<Shape.Key, Shape.Element>, members: [Int64]?,
    under path: ChildPath, by writer: ChildWriter
  ) throws {
    for position in 0..<entries.count {
      let key = try storedKey(of: entries, at: position, members: members)
      try elements.insertRows(of: entries.element(position), under: path.appending(key), by: writer)
    }
  }

  /// Writes the key and the element at a position.
  @inline(__always)
  private func write(
    _ entries: CollectionEntries<Shape.Key, Shape.Element>, at position: Int, to rows: RowBatch,
    column: inout ColumnWriter
  ) throws {
    if Shape.kind == .array { rows.set(Int64(position), at: table.keyPosition) }
    if let keyCodec, let keys = entries.keys {
      column.move(to: table.keyPosition)
      try keyCodec.encode(keys[position], into: &column)
    }
    column.move(to: table.elementPosition)
    try elements.write(entries.element(position), to: &column)
  }

  /// The keys that identify a collection which is an element.
  func storedKey(
    of entries: CollectionEntries<Shape.Key, Shape.Element>, at position: Int, members: [Int64]?
  ) throws -> StoredValue {
    if let members { return .integer(members[position]) }
    guard let keyCodec, let key = entries.key(position) else {
      return .integer(Int64(position))
    }
    let cells = RowBatch(width: 1)
    try keyCodec.encodeArgument(key.pointee, into: cells, at: 0)
    return cells.row.value(at: 0)
  }

  /// Deletes all rows and writes new ones.
  func rewrite(
    _ whole: UnsafePointer<Shape.Whole>, under path: ChildPath, by writer: ChildWriter
  ) throws {
    let statement = try writer.connection.statement(statements.deleteAll)
    path.bind(to: statement.parameters)
    try statement.run()
    try insert(whole, under: path, by: writer)
  }

  // MARK: Differences

  /// Turns the rows of `old` into those of `new`.
  func update(
    from old: UnsafePointer<Shape.Whole>, to new: UnsafePointer<Shape.Whole>,
    under path: ChildPath,
    by writer: ChildWriter
  ) throws {
    guard findsRowsByValue else { return try rewrite(new, under: path, by: writer) }
    if hasMemberNumbers { return try updateMembers(from: old, to: new, under: path, by: writer) }
    try code.visitDifference(old, new) { old, new, start, end in
      let forms = writer.forms(of: self)
      try writeForms(of: old, to: forms.old)
      try writeForms(of: new, to: forms.new)
      let changes = ChildChanges(old: forms.old, new: forms.new, start: start, end: end)
      try apply(ChildLevelRows(self, changes, old: old, new: new, under: path, by: writer))
    }
  }

  /// Updates a set of collections, whose numbers depend on each other.
  private func updateMembers(
    from old: UnsafePointer<Shape.Whole>, to new: UnsafePointer<Shape.Whole>,
    under path: ChildPath,
    by writer: ChildWriter
  ) throws {
    var collides = false
    try code.visit(old) { old in
      try code.visit(new) { new in
        let forms = writer.forms(of: self)
        try writeForms(of: old, to: forms.old)
        try writeForms(of: new, to: forms.new)
        collides = hasCollision(forms.old) || hasCollision(forms.new)
        if collides { return }
        let changes = ChildChanges(old: forms.old, new: forms.new)
        try apply(ChildLevelRows(self, changes, old: old, new: new, under: path, by: writer))
      }
    }
    if collides { try rewrite(new, under: path, by: writer) }
  }

  /// Turns rows that were read as they are stored into those of `new`.
  func update(
    from old: StoredRows, to new: UnsafePointer<Shape.Whole>, under path: ChildPath,
    by writer: ChildWriter
  ) throws {
    guard findsRowsByValue && (old.isDense || Shape.kind != .array) else {
      return try rewrite(new, under: path, by: writer)
    }
    try code.visit(new) { new in
      let forms = writer.forms(of: self).new
      try writeForms(of: new, to: forms)
      let changes = ChildChanges(old: old.forms, new: forms)
      try apply(
        ChildLevelRows(
          self, changes, old: CollectionEntries(), new: new, under: path, by: writer))
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
    var column = ColumnWriter(forms.rows, at: 0)
    for position in 0..<entries.count {
      forms.rows.addRow()
      column.move(to: 0)
      if let keyCodec, let keys = entries.keys {
        try keyCodec.encode(keys[position], into: &column)
        column.move(to: 1)
      }
      try elements.writeForm(entries.element(position), to: &column)
    }
  }

  /// Writes the stored form of a whole collection, as one element. Equal forms are equal rows.
  func writeForm(of whole: UnsafePointer<Shape.Whole>, to column: inout ColumnWriter) throws {
    if Shape.isNil(whole.pointee) { return column.writeNull() }
    let forms = makeForms()
    try code.visit(whole) { try writeForms(of: $0, to: forms) }
    column.write(forms.bytes(sorted: Shape.kind != .array))
  }

  // MARK: Collections in sets

  // A collection in a set has no position and no key. Its rows need a number to belong together.
  // The number is derived from the stored form, so that it is known without a query.

  /// The numbers of a set's members. If two are equal the second one takes the next number; such a
  /// set is rewritten whenever it changes.
  private func memberNumbers(
    of entries: CollectionEntries<Shape.Key, Shape.Element>
  ) throws -> [Int64]? {
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
