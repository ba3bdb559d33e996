import PersistentObjects

/// A column, some columns or a child table in which a class's table has a property.
package struct PropertyPlace {
  /// The name of the property, which no other place of the class has.
  package fileprivate(set) var name: String
  /// The column; for a value in several columns, the part of their names that stands for it; for a
  /// collection, the name that its child table adds to that of the class's table, or the whole name
  /// of a child table that is not named after it.
  package let column: String
  /// The child table of a collection; nil for a column.
  package let childTable: String?
  /// The column that stores whether a collection is nil; nil if there is none.
  package let presence: String?
  /// The columns of a value that has several; nil for any other.
  package var composite: RecordedComposite?

  /// The part that a class has in common with its subclasses.
  fileprivate struct Key: Hashable {
    let property: String
    let column: String
    let isCollection: Bool
  }

  fileprivate var key: Key {
    Key(property: name, column: column, isCollection: childTable != nil)
  }
}

extension PropertyPlace {
  fileprivate init(_ name: String, _ composite: RecordedComposite) {
    self.init(
      name: name, column: composite.prefix(of: name), childTable: nil, presence: nil,
      composite: composite)
  }
}

/// The names of places that share their property with others, by the table of the most general
/// class. They are determined once for all classes of a hierarchy.
final class SharedPlaceNames {
  fileprivate var known: [String: [PropertyPlace.Key: String]] = [:]
}

extension CatalogLookup {
  /// Returns the places of a class's properties, including inherited ones: first the columns, in
  /// their order, then the collections by name.
  ///
  /// A property that got another column, or became a collection or stopped being one, has left its
  /// former place behind, and the file does not record which one is in use. Both are named after
  /// their columns. A place has the same name in the tables of superclasses and subclasses, which
  /// may have only one of them.
  func places(of table: String) -> [PropertyPlace] {
    let names = sharedNames(inHierarchyOf: root(of: table))
    var places = recordedPlaces(of: table)
    for index in places.indices {
      if let name = names[places[index].key] { places[index].name = name }
    }
    return places.filter { $0.childTable == nil }
      + places.filter { $0.childTable != nil }.sorted { $0.name < $1.name }
  }

  private func sharedNames(inHierarchyOf root: String) -> [PropertyPlace.Key: String] {
    if let known = placeNames.known[root] { return known }
    let tables = hierarchies[root] ?? []
    let keys = Dictionary(
      uniqueKeysWithValues: tables.map { ($0, recordedPlaces(of: $0).map(\.key)) })
    let shared = Set(tables.flatMap { propertiesWithSeveralPlaces(of: $0, keys) })
    var taken = Set(keys.values.joined().map(\.property)).subtracting(shared)
    var names: [PropertyPlace.Key: String] = [:]
    for key in tables.flatMap({ keys[$0] ?? [] }) {
      guard shared.contains(key.property), names[key] == nil else { continue }
      names[key] = key.column.numbered { taken.insert($0).inserted }
    }
    placeNames.known[root] = names
    return names
  }

  /// Returns the properties with several places in the tables of a class and its superclasses.
  private func propertiesWithSeveralPlaces(
    of table: String, _ keys: [String: [PropertyPlace.Key]]
  ) -> [String] {
    let places = Set(([table] + ancestors(of: table)).flatMap { keys[$0] ?? [] })
    return Dictionary(grouping: places, by: \.property).filter { $1.count > 1 }.map(\.key)
  }

  private func recordedPlaces(of table: String) -> [PropertyPlace] {
    let presences = presences(of: table)
    let collections = children(of: table).map { collection(in: $0, of: table, presences) }
    let (names, suffixes) = (Set(collections.map(\.name)), Set(collections.map(\.column)))
    let composites = catalog.composites(of: table)
    let parts = Dictionary(
      composites.flatMap { name, composite in composite.columns.map { ($0, name) } },
      uniquingKeysWith: { first, _ in first })
    var placed: Set<String> = []
    let columns = (catalog.tables[table]?.columns ?? []).compactMap { column -> PropertyPlace? in
      if let name = parts[column], let composite = composites[name] {
        return placed.insert(name).inserted ? PropertyPlace(name, composite) : nil
      }
      let key = SchemaCatalog.ColumnKey(table: table, column: column)
      guard let record = catalog.columns[key], !catalog.isClassColumn(key) else { return nil }
      let isPresence = record.isPresence || record.isFormerPresence
      if isPresence && (suffixes.contains(column) || names.contains(record.property)) { return nil }
      return PropertyPlace(name: record.property, column: column, childTable: nil, presence: nil)
    }
    return columns + collections
  }

  private func collection(
    in child: String, of table: String, _ presences: [(column: String, property: String)]
  ) -> PropertyPlace {
    let prefix = table + "_"
    // The collection of a removed property keeps its name when the class's table is renamed.
    let isNamed = child.hasPrefix(prefix)
    let column = isNamed ? String(child.dropFirst(prefix.count)) : child
    let property = property(of: child) ?? column
    let presence = presences.first { presence in
      isNamed
        ? presence.column == column
        : presence.property == property && catalog.records[prefix + presence.column] == nil
    }
    return PropertyPlace(
      name: property, column: column, childTable: child, presence: presence?.column)
  }

  /// Returns the columns that store whether a collection is nil, with its property.
  private func presences(of table: String) -> [(column: String, property: String)] {
    (catalog.tables[table]?.columns ?? []).compactMap { column in
      guard let record = catalog.columns[.init(table: table, column: column)], record.isPresence
      else { return nil }
      return (column: column, property: record.property)
    }
  }
}
