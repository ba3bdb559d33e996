package import PersistentObjects
import PersistentObjectsDriver

extension StoreModel {
  /// Creates the model that a file records. Facts that the file does not record, such as whether a
  /// property is optional, are derived from the form of its columns. A reference to a class that
  /// shares its name with another one names the table.
  ///
  /// - Parameter other: the catalog of a file that is compared with this one. A value whose type
  ///   has the name of a class of either file has its codec, and a class that goes by its table in
  ///   one of them does so in both.
  package init(
    _ catalog: SchemaCatalog, _ facts: FileFacts, comparedWith other: SchemaCatalog? = nil
  ) {
    let lookup = CatalogLookup(catalog)
    let others = other.map { CatalogLookup($0).classNames } ?? []
    let names = lookup.classNames.union(others)
    let columns = ClassColumns(
      lookup, facts, DistinctNames(catalog, comparedWith: other).name, classNames: names,
      values: ValueTypes(besides: names))
    classes = lookup.classTables.map { ClassModel(ofTable: $0, columns) }.sorted {
      $0.name < $1.name
    }
    let values = columns.values.types
    types = values.isEmpty ? nil : values
  }
}

extension CatalogLookup {
  /// The names of the classes and of their tables.
  fileprivate var classNames: Set<String> {
    Set(classTables + classTables.map { catalog.className(of: $0) })
  }
}

extension ClassModel {
  /// Creates a class from its records.
  init(ofTable table: String, _ columns: ClassColumns) {
    let (lookup, catalog) = (columns.lookup, columns.catalog)
    let ancestors = lookup.ancestors(of: table)
    let inherited = Set(ancestors.first.map(columns.properties)?.map(\.name) ?? [])
    let indices = lookup.indices(of: table)
    self.init(
      name: catalog.className(of: table), table: table,
      // A superclass without a table has no class here, so the table's name stands for it.
      superclass: ancestors.first.map(columns.className) ?? catalog.records[table]?.superclass,
      properties: columns.properties(of: table).filter { !inherited.contains($0.name) },
      indices: indices.isEmpty ? nil : indices)
    isFinal = lookup.openTables.contains(table) ? false : nil
  }
}

extension IndexModel {
  /// Creates an index from its record; nil for a damaged one. An expression in parentheses may take
  /// the place of a column.
  init?(definition: String) {
    guard let index = IndexDefinition(name: "", signature: definition) else { return nil }
    self.init(
      columns: index.columns.map(\.signature), isUnique: index.isUnique ? true : nil,
      condition: index.condition)
  }

  /// The sort key of indices.
  var order: [String] { columns + [isUnique == true ? "1" : "0", condition ?? ""] }

  /// Returns the first name that is neither one of some columns nor an expression; nil if there is
  /// none.
  package func unknownName(among columns: Set<String>) -> String? {
    self.columns.map { Self.name(ofColumn: $0).name }.first {
      !columns.contains($0) && Self.expression(in: $0) == nil
    }
  }

  /// Returns the expression that takes the place of a column's name; nil if there is no sound
  /// expression.
  package static func expression(in name: String) -> String? {
    guard name.hasPrefix("("), name.hasSuffix(")") else { return nil }
    let expression = String(name.dropFirst().dropLast())
    return SQLExpression.isSound(expression) ? expression : nil
  }

  /// Returns the name of a column without its direction, and whether the direction is descending.
  package static func name(ofColumn column: String) -> (name: String, isDescending: Bool) {
    column.hasSuffix(" DESC") ? (String(column.dropLast(5)), true) : (column, false)
  }
}
