import PersistentObjects
import PersistentObjectsEngine

extension StoreModel {
  /// The model that a file records. What the file does not say, such as whether a property is optional, is
  /// taken from the form of its columns.
  init(_ catalog: SchemaCatalog) {
    let tables = catalog.records.filter { $1.owner == nil && catalog.tables[$0] != nil }
    classes = tables.map { ClassReading(table: $0, $1, catalog).model }.sorted {
      $0.name < $1.name
    }
  }
}

/// Reads what a file records of one class.
private struct ClassReading {
  let table: String
  let catalog: SchemaCatalog
  private let record: SchemaCatalog.RecordedTable
  /// The properties of the superclass.
  private let inherited: Set<String>

  init(table: String, _ record: SchemaCatalog.RecordedTable, _ catalog: SchemaCatalog) {
    self.table = table
    self.catalog = catalog
    self.record = record
    inherited = record.superclass.map { Set(catalog.properties(of: $0).map(\.name)) } ?? []
  }

  var model: ClassModel {
    ClassModel(
      name: record.className, table: table,
      superclass: record.superclass.map { catalog.className(of: $0) },
      properties: catalog.properties(of: table).filter { !inherited.contains($0.name) },
      indices: indices)
  }

  private var indices: [IndexModel]? {
    let found = catalog.indices.values.filter { $0.table == table }
      .compactMap { IndexModel(definition: $0.definition) }
      .filter { !isOfReference($0) }
      .sorted { $0.columns.lexicographicallyPrecedes($1.columns) }
    return found.isEmpty ? nil : found
  }

  /// Each reference has one without being told.
  private func isOfReference(_ index: IndexModel) -> Bool {
    guard index.columns.count == 1, index.isUnique != true, index.condition == nil else {
      return false
    }
    let key = SchemaCatalog.ColumnKey(table: table, column: index.columns[0])
    return catalog.columns[key].map { CodecIdentifier.isReference($0.codec) } ?? false
  }
}

extension IndexModel {
  /// Reads `[UNIQUE ](column[ DESC], …)[ WHERE condition]`.
  init?(definition: String) {
    var rest = definition[...]
    let isUnique = rest.hasPrefix("UNIQUE ")
    if isUnique { rest = rest.dropFirst(7) }
    guard rest.first == "(", let close = rest.firstIndex(of: ")") else { return nil }
    let condition = rest[rest.index(after: close)...].trimmingPrefix(" WHERE ")
    columns = rest[..<close].dropFirst().split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
    self.isUnique = isUnique ? true : nil
    self.condition = condition.isEmpty ? nil : String(condition)
  }
}
