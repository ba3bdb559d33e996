// Decides which indices to create and which to drop. An index is identified by what it covers, as
// recorded in the file; its name is for people. An index without a record belongs to another
// program.

import PersistentObjectsDriver

extension SchemaComparison {
  /// Adopts the indices of an earlier version, which did not record them. They are identified by
  /// their names, which are made of the table and the columns; all other indices are left alone.
  mutating func adoptIndices() {
    for index in catalog.unrecordedIndices where catalog.records[index.table] != nil {
      guard let definition = index.definition, index.name == definition.formerName(index.table)
      else { continue }
      let record = SchemaCatalog.RecordedIndex(
        table: index.table, definition: definition.signature)
      catalog.indices[index.name] = record
      changes.append(.recordIndex(index.name, record))
    }
  }

  /// Compares the indices of a table. If the table is renamed, all of them are created again, so
  /// that their names are right. Indices of renamed columns are not those of new columns with the
  /// former names; those that compute have been dropped by then.
  mutating func compareIndices(_ table: RequiredTable, with existing: ExistingTable) {
    let isRenamed = existing.name != table.definition.name
    var missing = table.definition.indices
    let recorded = catalog.indices.filter { $0.value.table == existing.name }
    let moved = table.found(in: existing)
      .compactMap { $0.name == $0.column.definition.name ? nil : $0.name }
      .flatMap { catalog.indices(of: $0, in: existing.name) }
    for (name, record) in recorded.sorted(by: { $0.key < $1.key }) {
      let position =
        missing.firstIndex { $0.signature == record.definition }
        ?? missing.firstIndex { $0.text == record.definition }
      if let position, !isRenamed, !moved.contains(name), existing.indices.contains(name) {
        requireRecord(of: missing.remove(at: position), as: name, on: existing.name)
      } else {
        drop(name, of: existing)
      }
    }
    for index in missing { create(index, on: table) }
  }

  /// Records an index as it is recorded now, if an earlier version has recorded it differently.
  private mutating func requireRecord(
    of index: IndexDefinition, as name: String, on table: String
  ) {
    let record = SchemaCatalog.RecordedIndex(table: table, definition: index.signature)
    if catalog.indices[name] == record { return }
    catalog.indices[name] = record
    changes.append(.recordIndex(name, record))
  }

  /// Drops the package's own indices with an expression or a condition, before a column is renamed
  /// or gets another type: it may be in them under any spelling, and they may not fit the new type.
  /// They are then created again as the class declares them.
  mutating func dropComputedIndices(of existing: ExistingTable) {
    let computed = catalog.indices.filter { $1.table == existing.name && $1.isComputed }
    for name in computed.keys.sorted() { drop(name, of: existing) }
  }

  /// Adds the step that drops an index. A name that is not among the table's indices belongs to no
  /// index, or to another program's.
  private mutating func drop(_ name: String, of existing: ExistingTable) {
    let isThere = existing.indices.contains(name)
    changes.append(isThere ? .dropIndex(name, table: existing.name) : .forgetIndex(name))
    if isThere { takenNames.remove(name.lowercased()) }
    catalog.indices[name] = nil
  }

  /// Adds the step that creates an index. Names of indices are unique in the whole database, but
  /// table `a` with column `b_c` leads to the same name as `a_b` with `c`; the second index gets a
  /// number.
  mutating func create(_ index: IndexDefinition, on table: RequiredTable) {
    var index = index
    let base = index.name
    var number = 2
    while !takenNames.insert(index.name.lowercased()).inserted {
      index.name = "\(base)_\(number)"
      number += 1
    }
    let properties = index.columns.compactMap { column in
      column.isExpression
        ? column.name
        : table.columns.first { $0.definition.name == column.name }?.property
    }
    changes.append(
      .createIndex(
        index, table: table.definition.name,
        place: IndexPlace(
          className: table.className, properties: properties.uniqued(),
          types: table.definition.types)))
  }
}

extension ExistingIndex {
  /// The index as a class may have declared it without a condition; nil for other indices.
  fileprivate var definition: IndexDefinition? {
    let columns = columns.compactMap(\.self)
    guard !isPartial, columns.count == self.columns.count, !columns.contains(where: \.isDescending)
    else { return nil }
    return IndexDefinition(name: name, columns: columns, isUnique: isUnique)
  }
}

extension IndexDefinition {
  /// Returns the name that earlier versions gave the index.
  fileprivate func formerName(_ table: String) -> String {
    ([isUnique ? "unique" : "index", table] + columns.map(\.name)).joined(separator: "_")
  }
}

extension [String] {
  /// Returns the elements without repetitions.
  fileprivate func uniqued() -> [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
