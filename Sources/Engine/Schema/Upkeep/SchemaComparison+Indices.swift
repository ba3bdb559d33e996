// Which indices are to be made and which to be dropped. What counts is what an index covers, as
// recorded in the file; its name is for people. An index without a record is somebody else's.

extension SchemaComparison {
  /// A file of an earlier version records no indices. Those that it made are known by their names,
  /// which it made of the table and the columns; all others are left to whoever made them.
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

  /// After a renaming all indices of the table are made anew, so that their names are right.
  mutating func compareIndices(_ table: RequiredTable, _ existing: ExistingTable) {
    let isRenamed = existing.name != table.definition.name
    var missing = table.definition.indices
    for (name, record) in catalog.indices.sorted(by: { $0.key < $1.key })
    where record.table == existing.name {
      let position = missing.firstIndex { $0.signature == record.definition }
      if let position, !isRenamed, existing.indices.contains(name) {
        missing.remove(at: position)
      } else {
        // Under a name that the table does not have there is nothing, or what is somebody else's.
        let isThere = existing.indices.contains(name)
        changes.append(isThere ? .dropIndex(name) : .forgetIndex(name))
        if isThere { takenNames.remove(name) }
      }
    }
    for index in missing { create(index, table) }
  }

  /// Names of indices are those of the whole database, and `a` with `b_c` gives the same as `a_b`
  /// with `c`: the second one gets a number.
  mutating func create(_ index: IndexDefinition, _ table: RequiredTable) {
    var index = index
    let base = index.name
    var number = 2
    while !takenNames.insert(index.name).inserted {
      index.name = "\(base)_\(number)"
      number += 1
    }
    let properties = index.columns.compactMap { column in
      table.columns.first { $0.definition.name == column.name }?.property
    }
    changes.append(
      .createIndex(
        index, table: table.definition.name,
        place: IndexPlace(className: table.className, properties: properties.uniqued())))
  }
}

extension ExistingIndex {
  /// The index as a class may have declared it without a condition; nil for others.
  fileprivate var definition: IndexDefinition? {
    let columns = columns.compactMap(\.self)
    guard !isPartial, columns.count == self.columns.count, !columns.contains(where: \.isDescending)
    else { return nil }
    return IndexDefinition(name: name, columns: columns, isUnique: isUnique)
  }
}

extension IndexDefinition {
  /// What the index covers, as it is recorded:
  ///
  ///     signature = ["UNIQUE "] "(" column {", " column} ")" [" WHERE " condition]
  ///     column    = name [" DESC"]
  package var signature: String {
    let list = columns.map { $0.isDescending ? "\($0.name) DESC" : $0.name }
    return (isUnique ? "UNIQUE " : "") + "(\(list.joined(separator: ", ")))"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  /// The name that earlier versions gave the index.
  fileprivate func formerName(_ table: String) -> String {
    ([isUnique ? "unique" : "index", table] + columns.map(\.name)).joined(separator: "_")
  }
}

extension [String] {
  /// The elements without those that were there before.
  fileprivate func uniqued() -> [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
