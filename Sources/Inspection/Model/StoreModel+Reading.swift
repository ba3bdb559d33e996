import PersistentObjects
import PersistentObjectsEngine

extension StoreModel {
  /// The model that a file records. Facts that it does not record, such as whether a property is
  /// optional, are taken from the form of its columns.
  init(_ catalog: SchemaCatalog, _ facts: FileFacts) {
    let lookup = CatalogLookup(catalog)
    let columns = ClassColumns(lookup, facts, catalog.className)
    classes = lookup.classTables.map { ClassModel(ofTable: $0, columns) }.sorted {
      $0.name < $1.name
    }
  }
}

extension ClassModel {
  /// The records of one class.
  init(ofTable table: String, _ columns: ClassColumns) {
    let (lookup, catalog) = (columns.lookup, columns.catalog)
    let ancestors = lookup.ancestors(of: table)
    let inherited = Set(ancestors.first.map(columns.properties)?.map(\.name) ?? [])
    let indices = lookup.indices(of: table)
    self.init(
      name: columns.className(table), table: table,
      superclass: (ancestors.first ?? catalog.records[table]?.superclass).map(columns.className),
      properties: columns.properties(of: table).filter { !inherited.contains($0.name) },
      indices: indices.isEmpty ? nil : indices)
    isFinal = lookup.openTables.contains(table) ? false : nil
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
    self.init(
      columns: rest[..<close].dropFirst().split(separator: ",").map {
        String($0.drop { $0 == " " })
      },
      isUnique: isUnique ? true : nil, condition: condition.isEmpty ? nil : String(condition))
  }

  /// The sort key of indices.
  var order: [String] { columns + [isUnique == true ? "1" : "0", condition ?? ""] }

  /// The name of a column, without its direction.
  static func name(ofColumn column: String) -> (name: String, isDescending: Bool) {
    column.hasSuffix(" DESC") ? (String(column.dropLast(5)), true) : (column, false)
  }
}
