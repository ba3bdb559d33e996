import PersistentObjectsDriver

/// The records that are still to be written.
struct SchemaRecords {
  private let tables = Self.rows(of: SchemaCatalog.tableDefinition)
  private let columns = Self.rows(of: SchemaCatalog.columnDefinition(ofValues: false))
  /// The columns that are, or were, a part of a value in several columns.
  private let parts = Self.rows(of: SchemaCatalog.columnDefinition(ofValues: true))
  private let indices = Self.rows(of: SchemaCatalog.indexDefinition)
  /// The records that the database has; nil if they are unknown.
  private let catalog: SchemaCatalog?
  /// Whether the database is known to have none of the records.
  private(set) var areNew: Bool

  init(beside catalog: SchemaCatalog? = nil) { (self.catalog, areNew) = (catalog, catalog != nil) }

  private static func rows(of table: TableDefinition) -> RowBatch {
    let rows = RowBatch()
    rows.begin(width: table.columns.count)
    return rows
  }

  /// The rows to write, for each table that has any.
  var rows: [(rows: RowBatch, table: TableDefinition)] {
    [
      (tables, SchemaCatalog.tableDefinition),
      (columns, SchemaCatalog.columnDefinition(ofValues: false)),
      (parts, SchemaCatalog.columnDefinition(ofValues: true)),
      (indices, SchemaCatalog.indexDefinition),
    ].filter { $0.0.count > 0 }
  }

  /// Adds a step that only records something. Returns false for any other step.
  mutating func add(_ change: SchemaChange) -> Bool {
    switch change {
    case .recordTable(let table, let record):
      note(catalog?.records[table])
      add(
        [
          .text(table), .text(record.className), StoredValue(record.superclass),
          StoredValue(record.owner),
        ], to: tables)
    case .recordColumn(let key, let column):
      note(catalog?.columns[key])
      let values: [StoredValue] = [
        .text(key.table), .text(key.column), .text(column.property), .text(column.storage),
        .text(column.codec), .integer(Int64(column.version)),
        .integer(Int64(column.oldestVersion)), StoredValue(column.onDelete),
        column.deletesTargets ? .integer(1) : .null,
      ]
      if let text = column.values {
        add(values + [text.isEmpty ? .null : .text(text)], to: parts)
      } else {
        add(values, to: columns)
      }
    case .recordIndex(let name, let record):
      note(catalog?.indices[name])
      add([.text(name), .text(record.table), .text(record.definition)], to: indices)
    default: return false
    }
    return true
  }

  private mutating func note(_ existing: Any?) { areNew = areNew && existing == nil }

  private func add(_ values: [StoredValue], to rows: RowBatch) {
    rows.addRow()
    for (index, value) in values.enumerated() { rows.set(value, at: index) }
  }
}

extension StoredValue {
  fileprivate init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }
}
