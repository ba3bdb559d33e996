import PersistentObjectsDriver

extension SchemaCatalog {
  /// Updates the catalog with steps that have been carried out.
  /// - Returns: false if the file has to be read again.
  package mutating func note(_ changes: [SchemaChange]) -> Bool { changes.allSatisfy { note($0) } }

  private mutating func note(_ change: SchemaChange) -> Bool {
    switch change {
    case .createTable(let table): tables[table.name] = ExistingTable(table)
    case .createIndex(let index, let table, _):
      tables[table] = tables[table]?.adding(index: index.name)
      indices[index.name] = RecordedIndex(table: table, definition: index.signature)
    case .recordTable(let table, let record): records[table] = record
    case .recordColumn(let key, let column): columns[key] = column
    default: return false
    }
    return true
  }
}

extension ExistingTable {
  /// Creates the description of the table that a definition creates.
  fileprivate init(_ table: TableDefinition) {
    var keys = table.columns.reduce(into: [:]) { $0[$1.name] = $1.foreignKey }
    for column in table.owner?.columns ?? [] {
      keys[column] = table.owner.map { ForeignKey(table: $0.table, onDelete: .cascade) }
    }
    self.init(
      name: table.name, columns: table.columns.map(\.name), indices: [], foreignKeys: keys)
  }

  fileprivate func adding(index: String) -> ExistingTable {
    ExistingTable(
      name: name, columns: columns, types: types, indices: indices.union([index]),
      foreignKeys: foreignKeys)
  }
}
