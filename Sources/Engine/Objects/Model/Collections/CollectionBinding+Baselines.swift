// The baselines of collections that were replaced before they were read. Their rows are read when
// the collections are saved, for all objects of the save in one statement for each table.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension CollectionBinding {
  // MARK: Values and references, as they are stored

  /// Reads the rows of objects.
  func readRows(of objects: [any PersistentObject], _ writer: ChildWriter) throws {
    var stored: [Int64: ChildForms] = [:]
    for object in objects { stored[object.rowKey] = level.makeForms() }
    let parents = ChildParents(stored.keys.sorted())
    let statement = try parents.statement(level.statements, on: writer.connection)
    defer { statement.reset() }
    while let row = try statement.next() {
      guard parents.mayHave(row[0]) else { break }
      if let rows = stored[row.integer(at: 0)] {
        append(row, keyPosition: level.table.keyPosition, to: rows)
      }
    }
    writer.storedRows[ObjectIdentifier(self)] = stored
  }

  /// Returns the rows of an object, from those that were read together with others if possible.
  func storedRows(of parent: Int64, _ writer: ChildWriter) throws -> ChildForms {
    if let rows = writer.storedRows[ObjectIdentifier(self)]?[parent] { return rows }
    let statement = try writer.connection.statement(level.statements.selectOne)
    defer { statement.reset() }
    ChildPath(parent: parent).bind(to: statement.parameters)
    let rows = level.makeForms()
    while let row = try statement.next() { append(row, keyPosition: 0, to: rows) }
    return rows
  }

  private func append(_ row: Row, keyPosition: Int, to forms: ChildForms) {
    if contents.code.kind == .array && row.integer(at: keyPosition) != forms.count {
      forms.isDense = false
    }
    forms.rows.addRow()
    // The form does not include positions.
    let first =
      keyPosition + (contents.code.kind == .dictionary ? 0 : level.table.keyColumns.count)
    for index in 0..<forms.rows.width { forms.rows.copy(row[first + index], to: index) }
  }

  // MARK: Collections, as values

  /// Reads the collections of objects. If one cannot be read, all of them are rewritten as a whole;
  /// so is each one with a sparse array.
  func readWholes(of objects: [any PersistentObject], _ writer: ChildWriter) throws {
    guard let session = objects.first?.entityContext?.session else { return }
    let pks = Self.inOrderOfKeys(objects).pks
    var wholes: [Int64: Any] = [:]
    do {
      let rows = try read(pks, on: writer.connection)
      try finish(rows, for: session)
      for pk in pks {
        let (whole, isSparse) = rows.takeWhole()
        let value = whole.move()
        if !isSparse { wholes[pk] = value }
      }
    } catch let error as PersistenceError
      where [.decodingFailed, .danglingReference, .unknownClass].contains(error.code)
    {
      wholes = [:]
    }
    writer.storedWholes[ObjectIdentifier(self)] = wholes
  }

  func storedWhole(of parent: Int64, _ writer: ChildWriter) -> Whole? {
    // Casting a missing whole would succeed if `Whole` is optional.
    guard let whole = writer.storedWholes[ObjectIdentifier(self)]?[parent] else { return nil }
    return whole as? Whole
  }
}
