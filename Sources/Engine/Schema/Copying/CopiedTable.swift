import PersistentObjectsDriver

/// A table of a class or of a collection, as another database is to have it, derived from the
/// records.
struct CopiedTable {
  let definition: TableDefinition
  /// The columns that are left out, because they are neither recorded nor keys.
  let otherColumns: [String]
  /// The columns whose DEFAULT is left out, because it is not a value.
  let computedDefaults: [String]

  var name: String { definition.name }

  /// - Parameters:
  ///   - defaults: the default values of the columns.
  ///   - meaning: the meaning of the values that a codec stores, by the codec's name, if it is
  ///   known.
  ///   - character: the character of the other database.
  init(
    _ table: String, in catalog: SchemaCatalog, references: [RecordedReference],
    defaults: [String: StoredValue], computedDefaults: [String],
    meaning: (_ codec: String) -> StoredMeaning?, for character: DatabaseCharacter
  ) {
    self.computedDefaults = computedDefaults
    let names = catalog.tables[table]?.columns ?? []
    let path = catalog.path(of: table)
    let isChild = catalog.isChild(table)
    var columns: [ColumnDefinition] = []
    for name in names {
      let record = catalog.record(of: name, in: table)
      let isCounted = name == ColumnName.pk || isChild && ColumnName.isCounted(name)
      guard
        let storage = record.map({ StorageClass(rawValue: $0.storage) })
          ?? (isCounted ? .integer : nil)
      else { continue }
      columns.append(
        ColumnDefinition(
          name: name, storage: storage, meaning: record.flatMap { meaning($0.codec) },
          isRequired: isCounted,
          defaultValue: defaults[name],
          foreignKey: catalog.foreignKey(of: name, in: table, references).flatMap {
            character.mayHaveForeignKey($0.onDelete) ? $0 : nil
          }))
    }
    let keys = columns.map(\.name).filter(ColumnName.isRowKey)
    // In a set, the values themselves identify the rows.
    let own = keys.count > path.count ? keys : columns.map(\.name)
    definition = TableDefinition(
      name: table, columns: columns, primaryKey: isChild ? own : [ColumnName.pk],
      isClustered: isChild,
      owner: catalog.outerTable(of: table).map { RowReference(table: $0, columns: path) })
    otherColumns = names.filter { name in !columns.contains { $0.name == name } }
  }
}

extension SchemaCatalog {
  /// The tables that are recorded and exist in the file, sorted by name.
  var recordedTables: [String] { records.keys.filter { tables[$0] != nil }.sorted() }

  /// Returns the columns by which the rows of a child table identify their collection; none for any
  /// other table.
  fileprivate func path(of table: String) -> [String] {
    guard isChild(table) else { return [] }
    guard let outer = outerTable(of: table) else { return [ColumnName.parent] }
    let keys = tables[outer]?.columns.filter(ColumnName.isRowKey) ?? []
    return tables[table]?.columns.filter(keys.contains) ?? []
  }

  /// Returns the child table that encloses a child table.
  fileprivate func outerTable(of table: String) -> String? {
    records[table]?.owner.flatMap { isChild($0) ? $0 : nil }
  }

  /// Returns the record of a column, if there is one. The keys of dictionaries are recorded in the
  /// outermost table that has them.
  func record(of column: String, in table: String) -> RecordedColumn? {
    var place: String? = table
    // A file that another program has changed may have cycles.
    var seen: Set<String> = []
    while let table = place, seen.insert(table).inserted {
      if let record = columns[ColumnKey(table: table, column: column)] { return record }
      place = ColumnName.isRowKey(column) ? outerTable(of: table) : nil
    }
    return nil
  }

  /// Returns the foreign key of a column, if all rows that it refers to are in one table.
  fileprivate func foreignKey(
    of column: String, in table: String, _ references: [RecordedReference]
  ) -> ForeignKey? {
    if column == ColumnName.parent, let owner = records[table]?.owner {
      if outerTable(of: table) != nil { return nil }
      return ForeignKey(table: owner, onDelete: .cascade)
    }
    guard let reference = references.first(where: { $0.table == table && $0.key == column }),
      reference.classColumn == nil, let target = reference.target, tables[target] != nil
    else { return nil }
    let rule = ReferenceRule(
      onDelete: reference.rule ?? .nullify, deletesTargets: reference.deletesTargets)
    return ForeignKey(
      table: target, onDelete: reference.isElement ? rule.elementAction : rule.action)
  }
}

extension ColumnName {
  /// Whether the engine itself writes a number to a child table's column in each row.
  static func isCounted(_ name: String) -> Bool {
    isRowKey(name) && name != key && !name.hasPrefix("\(key)_")
  }
}
