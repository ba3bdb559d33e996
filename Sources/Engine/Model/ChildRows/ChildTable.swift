/// Where a child table stands: below a class's table, or below a child table whose elements are
/// collections.
package struct ChildPlace {
  let table: String
  let renamedFrom: String?
  /// The columns by which rows name the collection that they belong to: the parent's key, then the
  /// keys of the collections around it.
  package let path: [ColumnDefinition]
  /// The child table around it.
  let outer: String?

  /// Below a class's table.
  init(_ property: PropertyDescription, parent: EntityDescription) {
    let isRenamed = parent.renamedFrom != nil || property.renamedFrom != nil
    let former = Self.name(
      parent.renamedFrom ?? parent.table, property.renamedFrom ?? property.column)
    self.init(
      column: property.column, parent: parent.table, renamedFrom: isRenamed ? former : nil)
  }

  /// Below a class's table.
  ///
  /// - Parameter column: the last part of the name.
  package init(column: String, parent: String, renamedFrom: String? = nil) {
    let key = ColumnDefinition(
      name: ColumnName.parent, storage: .integer, isRequired: true,
      foreignKey: ForeignKey(table: parent, onDelete: .cascade))
    self.init(
      table: Self.name(parent, column), renamedFrom: renamedFrom, path: [key], outer: nil)
  }

  private init(table: String, renamedFrom: String?, path: [ColumnDefinition], outer: String?) {
    self.table = table
    self.renamedFrom = renamedFrom
    self.path = path
    self.outer = outer
  }

  /// Below a collection in this place whose rows are told apart by these columns.
  package func inside(_ keys: [ColumnDefinition]) -> ChildPlace {
    ChildPlace(
      table: Self.elements(of: table), renamedFrom: renamedFrom.map(Self.elements),
      path: (path + keys).map {
        ColumnDefinition(name: $0.name, storage: $0.storage, isRequired: $0.isRequired)
      },
      outer: table)
  }

  /// How many collections there are around the elements, from 1.
  package var depth: Int { path.count }

  private static func name(_ parent: String, _ column: String) -> String { "\(parent)_\(column)" }
  private static func elements(of table: String) -> String { name(table, "elements") }
}

/// The table in which a collection's elements lie, one a row: the one place that knows its names.
package struct ChildTable: Sendable {
  let kind: CollectionKind
  package let required: RequiredTable
  /// What names the collection that a row belongs to.
  let pathColumns: [String]
  /// What tells the rows of one collection apart, unless elements do.
  let keyColumns: [String]
  let elementColumns: [String]

  package init(
    kind: CollectionKind, keys: [ColumnDefinition], codedKey: RequiredColumn?,
    element: [RequiredColumn], className: String, _ place: ChildPlace
  ) {
    self.kind = kind
    pathColumns = place.path.map(\.name)
    keyColumns = keys.map(\.name)
    elementColumns = element.map(\.definition.name)
    required = RequiredTable(
      definition: Self.definition(keys, element.map(\.definition), element, place),
      className: className, renamedFrom: place.renamedFrom,
      columns: (codedKey.map { [$0] } ?? []) + element,
      owner: place.outer ?? place.path.first?.foreignKey?.table)
  }

  var name: String { required.definition.name }
  /// What a row is found by: its key, or in a set of values its element.
  var foundColumns: [String] { keyColumns.isEmpty ? elementColumns : keyColumns }
  /// Where the key stands in a row that is read.
  var keyPosition: Int { pathColumns.count }
  /// Where the element stands in a row that is read.
  var elementPosition: Int { pathColumns.count + keyColumns.count }

  private static func definition(
    _ keys: [ColumnDefinition], _ elements: [ColumnDefinition], _ required: [RequiredColumn],
    _ place: ChildPlace
  ) -> TableDefinition {
    let path = place.path.map(\.name)
    return TableDefinition(
      name: place.table, columns: place.path + keys + elements,
      primaryKey: path + (keys.isEmpty ? elements : keys).map(\.name), isClustered: true,
      indices: required.filter(\.isReference).map(\.definition.name).map {
        IndexDefinition(name: "index_\(place.table)_\($0)", columns: [$0])
      },
      owner: place.outer.map { RowReference(table: $0, columns: path) })
  }
}
