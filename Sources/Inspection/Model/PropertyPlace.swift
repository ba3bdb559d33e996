import PersistentObjects
import PersistentObjectsEngine

/// A column or child table in which a class's table has a property.
struct PropertyPlace {
  /// The name of the property, which no other place of the class has.
  fileprivate(set) var name: String
  /// The column; for a collection, the one that its child table is named after.
  let column: String
  /// The child table of a collection; nil for a column.
  let childTable: String?
  /// The position of the column that stores whether a collection is nil; nil if there is none.
  let presence: Int?
}

extension CatalogLookup {
  /// Returns the places of a class's properties, including inherited ones: first the columns, in
  /// their order, then the collections by name.
  ///
  /// A property that got another column, or became a collection or stopped being one, has left its
  /// former place behind, and the file does not record which one is in use. Both are named after
  /// their columns, also in the tables of subclasses, which may have only one of them.
  func places(of table: String) -> [PropertyPlace] {
    let shared = Set(([table] + ancestors(of: table)).flatMap(sharedNames))
    var places = recordedPlaces(of: table)
    var taken = Set(places.map(\.name)).subtracting(shared)
    for index in places.indices where shared.contains(places[index].name) {
      places[index].name = places[index].column.numbered { taken.insert($0).inserted }
    }
    return places.filter { $0.childTable == nil }
      + places.filter { $0.childTable != nil }.sorted { $0.name < $1.name }
  }

  /// Returns the properties that have several places in a table.
  private func sharedNames(in table: String) -> [String] {
    Dictionary(grouping: recordedPlaces(of: table), by: \.name).filter { $1.count > 1 }.map(\.key)
  }

  private func recordedPlaces(of table: String) -> [PropertyPlace] {
    let collections = children(of: table).map { collection(in: $0, of: table) }
    let presences = Set(collections.map(\.column))
    let columns = (catalog.tables[table]?.columns ?? []).compactMap { column -> PropertyPlace? in
      let key = SchemaCatalog.ColumnKey(table: table, column: column)
      guard let record = catalog.columns[key], !catalog.isClassColumn(key) else { return nil }
      let isPresence = record.isPresence || record.isFormerPresence
      if isPresence && presences.contains(column) { return nil }
      return PropertyPlace(name: record.property, column: column, childTable: nil, presence: nil)
    }
    return columns + collections
  }

  private func collection(in child: String, of table: String) -> PropertyPlace {
    let column = String(child.dropFirst(table.count + 1))
    let record = catalog.columns[.init(table: table, column: column)]
    let isKeptUp = record?.isPresence == true
    return PropertyPlace(
      name: property(of: child, in: table), column: column, childTable: child,
      presence: isKeptUp ? catalog.tables[table]?.columns.firstIndex(of: column) : nil)
  }
}
