package import PersistentObjectsDriver

/// A step that brings a database in line with a class.
package enum SchemaChange: Equatable {
  case createTable(TableDefinition)
  case renameTable(from: String, to: String)
  case dropTable(String)
  case addColumn(ColumnDefinition, table: String)
  /// A new type for a column whose codec states another meaning than before, or had stated none
  /// when the column was created.
  case retypeColumn(ColumnDefinition, from: String, table: String)
  case renameColumn(from: String, to: String, table: String)
  /// The record of another former name of what is renamed, which a version of the program between
  /// may have used. The column is empty for that of a table.
  case recordFormerName(String, table: String, column: String)
  /// A new foreign key for a reference that has another rule than its foreign key in the file.
  case replaceForeignKey(ForeignKeyChange)
  /// The mark of a collection that is not nil, in all rows whose collection has elements.
  case fillPresence(String, table: String, collection: String)
  /// The name of the only class that a reference had until now, in all rows that refer to an
  /// object.
  case fillClass(String, table: String, key: String, target: String)
  /// The present names of an enum's cases, by those that rows have.
  case renameCases([String: String], column: String, table: String)
  /// A value for each row that has none in a column.
  case fillDefault(DefaultFilling)
  case dropColumn(String, table: String)
  case createIndex(IndexDefinition, table: String, place: IndexPlace)
  case dropIndex(String, table: String)
  /// The removal of the record of an index that is missing.
  case forgetIndex(String)
  case recordTable(String, SchemaCatalog.RecordedTable)
  case recordColumn(SchemaCatalog.ColumnKey, SchemaCatalog.RecordedColumn)
  /// The record of an index that the engine created before it recorded indices.
  case recordIndex(String, SchemaCatalog.RecordedIndex)
}

extension SchemaChange {
  /// Whether this step is needed even to read the class.
  package var isNeededForReading: Bool {
    switch self {
    case .createTable(let table): !SchemaCatalog.isOwn(table.name)
    case .addColumn(_, let table): !SchemaCatalog.isOwn(table)
    case .renameTable, .renameColumn, .retypeColumn, .renameCases, .fillPresence, .fillClass:
      true
    case .replaceForeignKey(let change): change.elementClass != nil
    default: false
    }
  }

  /// Whether the step creates something and changes nothing else.
  var onlyAdds: Bool {
    switch self {
    case .createTable, .createIndex: true
    default: false
    }
  }

  /// Whether the step creates or completes a table of the engine's records.
  var isOfRecords: Bool {
    switch self {
    case .createTable(let table): SchemaCatalog.isOwn(table.name)
    case .addColumn(_, let table): SchemaCatalog.isOwn(table)
    default: false
    }
  }

  /// Whether the step changes only what the engine records about tables.
  var changesRecords: Bool {
    switch self {
    case .recordFormerName, .forgetIndex, .recordTable, .recordColumn, .recordIndex: true
    default: isOfRecords
    }
  }

  /// Whether the step can be recorded before it is done: it creates something, or only records it.
  var onlyAddsOrRecords: Bool {
    switch self {
    case .createTable, .createIndex, .addColumn, .recordTable, .recordColumn, .recordIndex: true
    default: false
    }
  }

  /// Whether a database already has what the step creates.
  func isDone(in catalog: SchemaCatalog) -> Bool {
    switch self {
    case .createTable(let table): catalog.tables[table.name] != nil
    case .addColumn(let column, let table):
      catalog.tables[table]?.columns.contains(column.name) == true
    default: false
    }
  }

  /// The step that records an index after it has been created; nil for other steps.
  var record: SchemaChange? {
    guard case .createIndex(let index, let table, _) = self else { return nil }
    return .recordIndex(index.name, .init(table: table, definition: index.signature))
  }

  /// Whether the step records how a column is written.
  package var recordsColumn: Bool {
    if case .recordColumn = self { true } else { false }
  }

  /// The table that the step creates or changes, for errors; nil for other steps.
  package var table: String? {
    switch self {
    case .createTable(let table): table.name
    case .renameTable(let old, _): old
    case .addColumn(_, let table), .renameColumn(_, _, let table),
      .retypeColumn(_, _, let table), .createIndex(_, let table, _):
      table
    case .replaceForeignKey(let change): change.table.name
    case .fillDefault(let filling): filling.table
    default: nil
    }
  }
}

extension SchemaChange: CustomStringConvertible {
  /// The step in a few words.
  package var description: String {
    switch self {
    case .createTable(let table): "create the table \(table.name)"
    case .renameTable(let old, let new): "rename the table \(old) to \(new)"
    case .dropTable(let table): "drop the table \(table)"
    case .addColumn(let column, let table): "add the column \(table).\(column.name)"
    case .renameColumn(let old, let new, let table): "rename the column \(table).\(old) to \(new)"
    case .retypeColumn(let column, let type, let table):
      "change the type of the column \(table).\(column.name), which is \(type)"
    case .renameCases(let names, let column, let table):
      "rename the case \(names.keys.sorted().joined(separator: ", ")) in the column \(table).\(column)"
    case .recordFormerName(let former, let table, let column):
      "record the former name \(former) of \(column.isEmpty ? table : "\(table).\(column)")"
    case .replaceForeignKey(let change) where change.elementClass != nil:
      "change the primary key of the table \(change.table.name)"
    case .replaceForeignKey(let change):
      "change the foreign key of the column \(change.table.name).\(change.column.name)"
    case .fillPresence(let column, let table, let collection):
      "note in the column \(table).\(column) which rows have elements in \(collection)"
    case .fillClass(let column, let table, let key, let target):
      "note in the column \(table).\(column) that \(key) refers to rows of \(target)"
    case .fillDefault(let filling):
      "evaluate the default of \(filling.table).\(filling.column.name) for each row without a value"
    case .dropColumn(let column, let table): "drop the column \(table).\(column)"
    case .createIndex(let index, let table, _): "create the index \(index.name) of \(table)"
    case .dropIndex(let name, _): "drop the index \(name)"
    case .forgetIndex(let name): "forget the index \(name)"
    case .recordTable(let table, _): "record the class of \(table)"
    case .recordColumn(let key, let column):
      "record the codec '\(column)' of \(key.table).\(key.column)"
    case .recordIndex(let name, _): "record the index \(name)"
    }
  }
}

/// The origin of an index.
package struct IndexPlace: Equatable {
  /// The class, for errors.
  let className: String
  /// The properties that the index covers, for errors.
  let properties: [String]
  /// The types of the table's columns, as far as they are known.
  var types: [String: ColumnType] = [:]
}
