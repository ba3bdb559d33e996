/// One step that brings a database in line with a class.
enum SchemaChange: Equatable {
  case createTable(TableDefinition)
  case renameTable(from: String, to: String)
  case addColumn(ColumnDefinition, table: String)
  case renameColumn(from: String, to: String, table: String)
  case createIndex(IndexDefinition, table: String, place: IndexPlace)
  case dropIndex(String)
  case recordTable(String, SchemaCatalog.RecordedTable)
  case recordColumn(SchemaCatalog.ColumnKey, SchemaCatalog.RecordedColumn)
  /// For an index that the engine made before it recorded indices.
  case recordIndex(String, SchemaCatalog.RecordedIndex)
}

/// Where an index comes from, for errors.
struct IndexPlace: Equatable {
  let className: String
  /// The properties that it covers.
  let properties: [String]
}
