package import PersistentObjects

/// A child table, with the roles of its columns.
package struct CollectionTable {
  package let name: String
  package let kind: CollectionKind
  /// The columns of a row's key, that of the owning object first.
  package let keys: [String]
  /// The keys of a dictionary; nil for any other collection.
  package let key: ValueReading?
  /// The column of the elements; nil if they have several.
  package let element: ColumnReading?
  /// The columns of elements that have several; nil for any others.
  package let composite: CompositeReading?
  /// The table of the nested collections.
  package let inner: String?

  /// Creates the description of a child table.
  ///
  /// - Parameter depth: 1 for the table of a property, 2 for that of nested collections, and so on.
  package init(_ name: String, depth: Int, _ catalog: SchemaCatalog) {
    self.init(name, depth: depth, catalog, inner: catalog.innerTable)
  }

  /// Creates the description of a child table.
  ///
  /// - Parameter inner: returns the table of the nested collections.
  init(_ name: String, depth: Int, _ catalog: SchemaCatalog, inner: (String) -> String?) {
    self.name = name
    let columns = catalog.tables[name]?.columns ?? []
    func own(_ base: String) -> String? {
      let numbered = ColumnName.numbered(base, depth: depth)
      return columns.contains(numbered) ? numbered : nil
    }
    let dictionaryKey = own(ColumnName.key)
    let compositeKey = catalog.compositeKey(of: name, depth: depth)
    let index = own(ColumnName.index)
    let ownKey = dictionaryKey ?? index ?? own(ColumnName.member)
    let isDictionary = dictionaryKey != nil || compositeKey != nil
    kind = isDictionary ? .dictionary : index != nil ? .array : .set
    keys = columns.prefix(depth) + (compositeKey?.columns ?? ownKey.map { [$0] } ?? [])
    key =
      compositeKey.map { .composite(CompositeReading($0, of: name, catalog)) }
      ?? dictionaryKey.flatMap { ColumnReading(name, $0, catalog) }.map(ValueReading.column)
    composite = catalog.composites(of: name).first.map { CompositeReading($1, of: name, catalog) }
    let single = columns.contains(ColumnName.reference) ? ColumnName.reference : ColumnName.value
    element = composite == nil ? ColumnReading(name, single, catalog) : nil
    self.inner = depth < Self.deepest ? inner(name) : nil
  }

  /// The reading of the elements; nil if they have no recorded column.
  package var elementReading: ValueReading? {
    composite.map(ValueReading.composite) ?? element.map(ValueReading.column)
  }

  /// The columns of the keys of a dictionary.
  package var keyColumns: [ColumnReading] { key?.columns ?? [] }

  /// The columns of the elements.
  package var elementColumns: [ColumnReading] { elementReading?.columns ?? [] }

  /// The maximum depth of nesting. Deeper collections are unrealistic, and a file that another
  /// program has changed may contain cycles.
  static let deepest = 16
}
