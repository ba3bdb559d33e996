import PersistentObjects
import PersistentObjectsEngine

extension StoreModel {
  /// The model that a file records. What the file does not say, such as whether a property is optional, is
  /// taken from the form of its columns.
  init(_ catalog: SchemaCatalog, defaults: ColumnDefaults) {
    let tables = catalog.records.filter { $1.owner == nil && catalog.tables[$0] != nil }
    classes = tables.map { ClassReading(table: $0, $1, catalog, defaults).model }.sorted {
      $0.name < $1.name
    }
  }
}

/// Reads what a file records of one class.
private struct ClassReading {
  let table: String
  let catalog: SchemaCatalog
  private let record: SchemaCatalog.RecordedTable
  private let defaults: ColumnDefaults
  /// The properties of the superclass.
  private let inherited: Set<String>

  init(
    table: String, _ record: SchemaCatalog.RecordedTable, _ catalog: SchemaCatalog,
    _ defaults: ColumnDefaults
  ) {
    self.table = table
    self.defaults = defaults
    self.catalog = catalog
    self.record = record
    inherited = record.superclass.map { Set(catalog.properties(of: $0).map(\.name)) } ?? []
  }

  var model: ClassModel {
    var model = ClassModel(
      name: record.className, table: table,
      superclass: record.superclass.map { catalog.className(of: $0) },
      properties: catalog.properties(of: table).filter { !inherited.contains($0.name) }.map {
        withDefault($0)
      },
      indices: indices)
    model.isOpen = isOpen ? true : nil
    return model
  }

  private func withDefault(_ property: PropertyModel) -> PropertyModel {
    var property = property
    property.defaultValue = property.column.flatMap { defaults[table, $0] }.map { ModelLiteral($0) }
    return property
  }

  /// References to such a class have a column for the class of their object.
  private var isOpen: Bool {
    let reference = CodecIdentifier.reference(to: table).name
    return catalog.records.values.contains { $0.superclass == table }
      || catalog.columns.contains { $1.codec == reference && catalog.isClassColumn($0) }
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
