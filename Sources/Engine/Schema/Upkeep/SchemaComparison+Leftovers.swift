// A missing column or child table whose values the file may have in another form: under a name that
// `renamedFrom:` does not give, or as a collection instead of a value. Nothing else would tell that
// they are left behind.

import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

extension SchemaComparison {
  // MARK: Names that the file never had

  /// Throws if a column was renamed, but the file has none of its former names, and instead a
  /// column that no property has any more: one of the same codec, or one with a similar name.
  func requireKnownColumn(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable
  ) throws {
    if acceptsLeftovers || column.formerNames.isEmpty || column.codec == .presence { return }
    let declared = table.columnNames
    for name in existing.columns where !declared.contains(name) {
      guard let record = catalog.columns[.init(table: existing.name, column: name)],
        !record.isPresence, !record.isFormerPresence
      else { continue }
      let fits =
        record.codec == column.codec.name
        && column.definition.storage.isRecorded(as: record.storage)
      guard fits || column.formerNames.contains(where: name.isLike),
        try hasValues(in: existing.name, column: name)
      else { continue }
      throw table.mismatch(
        Self.unknownNames(
          column.formerNames, of: "a column",
          left: "the column '\(name)' of a property '\(record.property)'",
          named: name, fits: fits),
        in: existing.name, column: column.definition.name)
    }
  }

  /// Throws if a collection was renamed, but the file has none of its former names, and instead a
  /// table that no collection of the class has any more: one of the same form, or one with a
  /// similar name.
  func requireKnownElements(of table: RequiredTable) throws {
    let owners = table.classNames
    guard !acceptsLeftovers, let current = owners.first, table.owner == current else { return }
    let columns = Set(table.definition.columns.map(\.name))
    let codecs = Set(table.columns.map(\.codec.name))
    let own = "\(current)_"
    let renamed = table.formerNames.compactMap { former in
      former.hasPrefix(own) ? String(former.dropFirst(own.count)) : nil
    }
    if renamed.isEmpty { return }
    for name in catalog.records.keys.sorted() where isLeft(name, of: owners) {
      let found = catalog.tables[name]?.columns ?? []
      let recorded = found.compactMap { catalog.columns[.init(table: name, column: $0)] }
      guard let owner = catalog.records[name]?.owner else { continue }
      let property = String(name.dropFirst(owner.count + 1))
      let fits = Set(found) == columns && Set(recorded.map(\.codec)) == codecs
      guard fits || renamed.contains(where: property.isLike), try hasRows(name) else { continue }
      throw table.mismatch(
        Self.unknownNames(
          renamed, of: "a table",
          left: "the table '\(name)' of a property '\(recorded.first?.property ?? "")'",
          named: property, fits: fits),
        in: name, property: table.columns.first?.property)
    }
  }

  /// Whether a table has the elements of a collection that a class no longer has.
  private func isLeft(_ table: String, of owners: [String]) -> Bool {
    guard let owner = catalog.records[table]?.owner, owners.contains(owner),
      catalog.tables[table] != nil
    else { return false }
    return !required.contains { $0.names.contains(table) }
  }

  private static func unknownNames(
    _ former: [String], of kind: String, left: String, named name: String, fits: Bool
  ) -> String {
    let names = former.map { "'\($0)'" }.joined(separator: " or ")
    return """
      the file has no \(kind.dropFirst(2)) \(names), which renamedFrom: names, but has \(left) that the class does not \
      have and whose \(fits ? "values would fit" : "name is similar"); nothing was changed. If its values are meant, \
      add that name: \
      renamedFrom: \((former + [name]).map(\.debugDescription).joined(separator: ", ")). If not, drop it with \
      store.prune first
      """
  }

  private func hasValues(in table: String, column: String) throws -> Bool {
    let dialect = catalog.dialect
    return try hasRow(
      "SELECT 1 FROM \(dialect.quoted(table)) WHERE \(dialect.quoted(column)) IS NOT NULL LIMIT 1")
  }

  // MARK: Collections and values

  /// Throws if a property was a collection with elements and now needs a column.
  func requireNoElements(
    of column: RequiredColumn, in table: RequiredTable, _ existing: ExistingTable
  ) throws {
    if acceptsLeftovers || column.presenceOf != nil || table.owner != nil { return }
    for name in [column.definition.name] + column.formerNames {
      let elements = "\(existing.name)_\(name)"
      guard isLeft(elements, of: [existing.name]), try hasRows(elements) else { continue }
      throw table.mismatch(
        """
        the property was a collection, whose elements are in the table '\(elements)', and now needs a column; nothing \
        was changed. Give the property another name and copy the elements, or drop that table with store.prune first
        """, in: existing.name, column: column.definition.name)
    }
  }

  /// Throws if a property had values in a column and now is a collection.
  func requireNoValues(of table: RequiredTable) throws {
    guard !acceptsLeftovers,
      let owner = table.classNames.first(where: { catalog.tables[$0] != nil }),
      let current = table.classNames.first, table.owner == current,
      let ownTable = required.first(where: { $0.definition.name == current })
    else { return }
    let declared = ownTable.columnNames
    for name in catalog.tables[owner]?.columns ?? [] where !declared.contains(name) {
      guard table.names.contains("\(owner)_\(name)"),
        let record = catalog.columns[.init(table: owner, column: name)], !record.isPresence,
        !record.isFormerPresence, try hasValues(in: owner, column: name)
      else { continue }
      throw table.mismatch(
        """
        the property had values in the column '\(name)' and now is a collection; nothing was changed. Give the \
        property another name and copy the values, or drop that column with store.prune first
        """, in: owner, column: name, property: table.columns.first?.property)
    }
  }
}

extension String {
  /// Whether a name may be this one, misspelt: whether few letters differ.
  fileprivate func isLike(_ other: String) -> Bool {
    let (mine, others) = (Array(lowercased()), Array(other.lowercased()))
    var distances = Array(0...others.count)
    for (row, letter) in mine.enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for (column, other) in others.enumerated() {
        let replacing = diagonal + (letter == other ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = Swift.min(replacing, diagonal + 1, distances[column] + 1)
      }
    }
    return distances[others.count] <= Swift.min(mine.count, others.count) / 3
  }
}
