package import PersistentObjects

/// The records of a catalog by owner. Searching all records for each class would take quadratic
/// time.
package struct CatalogLookup {
  package let catalog: SchemaCatalog
  /// The recorded tables of classes.
  package let classTables: [String]
  /// The child tables that belong to a table.
  private let children: [String: [String]]
  /// The property of each child table.
  private let properties: [String: String]
  /// The recorded indices of each table.
  private let indices: [String: [IndexModel]]
  /// The tables that are targets of references which can also refer to subclasses.
  package let openTables: Set<String>
  /// The tables of classes that inherit from each other, by that of the most general one.
  private(set) var hierarchies: [String: [String]] = [:]
  let placeNames = SharedPlaceNames()

  package init(_ catalog: SchemaCatalog) {
    self.catalog = catalog
    let tables = catalog.records.filter { catalog.tables[$0.key] != nil }
    classTables = tables.filter { $1.owner == nil }.map(\.key).sorted()
    children = Dictionary(grouping: tables.filter { $1.owner != nil }.map(\.key).sorted()) {
      tables[$0]?.owner ?? ""
    }
    properties = Dictionary(catalog.columns.map { ($0.table, $1.ownProperty) }) { first, _ in
      first
    }
    indices = Dictionary(grouping: catalog.indices.values, by: \.table).mapValues { records in
      records.compactMap { IndexModel(definition: $0.definition) }
    }
    openTables = Set(
      catalog.columns.compactMap { key, column in
        catalog.isClassColumn(key) ? CodecIdentifier.target(ofReference: column.codec) : nil
      })
    hierarchies = Dictionary(grouping: classTables, by: root)
  }

  /// Returns the child tables that belong to a table.
  func children(of table: String) -> [String] { children[table] ?? [] }

  /// Returns the recorded property of a child table; nil if none of its columns is recorded.
  func property(of child: String) -> String? { properties[child] }

  /// Returns the table of the nested collections.
  func innerTable(of child: String) -> String? { children[child]?.first }

  /// Returns the names of a class's properties whose objects may be of several classes, so that a
  /// column stores the class.
  func openReferences(of table: String) -> Set<String> {
    Set(places(of: table).filter { isOpenReference($0, of: table) }.map(\.name))
  }

  private func isOpenReference(_ place: PropertyPlace, of table: String) -> Bool {
    guard let child = place.childTable else {
      return catalog.isClassColumn(
        SchemaCatalog.ColumnKey(table: table, column: place.column + ColumnName.classSuffix))
    }
    let tables = sequence(first: child) { innerTable(of: $0) }.prefix(CollectionTable.deepest)
    return tables.contains {
      catalog.isClassColumn(
        SchemaCatalog.ColumnKey(table: $0, column: ColumnName.referenceClass))
    }
  }

  /// Returns the tables of a class's superclasses, the nearest first.
  package func ancestors(of table: String) -> [String] {
    var found: [String] = []
    var seen: Set = [table]
    var next = catalog.records[table]?.superclass
    // A file that another program has changed may contain cycles.
    while let ancestor = next, catalog.tables[ancestor] != nil, catalog.records[ancestor] != nil,
      seen.insert(ancestor).inserted
    {
      found.append(ancestor)
      next = catalog.records[ancestor]?.superclass
    }
    return found
  }

  /// Returns the table of a class's most general superclass, which may be the class itself.
  func root(of table: String) -> String { ancestors(of: table).last ?? table }

  /// The tables of superclasses that were never used themselves.
  package var missingSuperclasses: [String] {
    Set(classTables.compactMap { catalog.records[$0]?.superclass }).subtracting(classTables)
      .filter { catalog.tables[$0] == nil }.sorted()
  }

  /// Returns the indices that a class declares, sorted by columns, without inherited ones and those
  /// of references.
  package func indices(of table: String) -> [IndexModel] {
    let inherited = Set(ancestors(of: table).flatMap { indices[$0] ?? [] })
    return (indices[table] ?? []).filter { !inherited.contains($0) && !isOfReference($0, table) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  /// Returns whether an index is the one that each reference has by default.
  private func isOfReference(_ index: IndexModel, _ table: String) -> Bool {
    guard index.columns.count == 1, index.isUnique != true, index.condition == nil else {
      return false
    }
    let key = SchemaCatalog.ColumnKey(table: table, column: index.columns[0])
    return catalog.columns[key].map { CodecIdentifier.isReference($0.codec) } ?? false
  }
}
