package import PersistentObjectsDriver
package import PersistentObjectsSchema

/// The place of a child table: below a class's table, or below a child table whose elements are
/// collections.
package struct ChildPlace {
  let table: String
  /// The names that the table may have in older files. The class and the property may have been
  /// renamed in different versions of the program.
  let formerNames: [String]
  /// The current name and the former ones of the class's table.
  let classNames: [String]
  /// The columns by which rows identify their collection: the parent's key, then the keys of the
  /// enclosing collections.
  package let path: [ColumnDefinition]
  /// The enclosing child table; nil below a class's table.
  let outer: String?

  /// Returns the place below a collection in this place, whose rows are identified by these
  /// columns.
  package func inside(_ keys: [ColumnDefinition]) -> ChildPlace {
    ChildPlace(
      table: Self.elements(of: table), formerNames: formerNames.map(Self.elements),
      classNames: classNames,
      path: (path + keys).map {
        ColumnDefinition(
          name: $0.name, storage: $0.storage, meaning: $0.meaning, isRequired: $0.isRequired)
      },
      outer: table)
  }

  /// The number of nested collections down to the elements, from 1.
  package var depth: Int { path.count }

  private static func name(of column: String, in parent: String) -> String { "\(parent)_\(column)" }
  private static func elements(of table: String) -> String { name(of: "elements", in: table) }
}

extension ChildPlace {
  /// Makes a place below a class's table.
  init(_ property: PropertyDescription, parent: EntityDescription) {
    let classNames = [parent.table] + parent.renamedFrom
    let columns = [property.column] + property.renamedFrom
    let names = classNames.flatMap { table in columns.map { Self.name(of: $0, in: table) } }
    self.init(
      column: property.column, parent: parent.table, formerNames: Array(names.dropFirst()),
      classNames: classNames)
  }

  /// Makes a place below a class's table.
  ///
  /// - Parameter column: the last part of the name.
  package init(
    column: String, parent: String, formerNames: [String] = [], classNames: [String] = []
  ) {
    let key = ColumnDefinition(
      name: ColumnName.parent, storage: .integer, isRequired: true,
      foreignKey: ForeignKey(table: parent, onDelete: .cascade))
    self.init(
      table: Self.name(of: column, in: parent), formerNames: formerNames, classNames: classNames,
      path: [key], outer: nil)
  }
}

/// The table of a collection's elements, one per row. No other type knows the names in it.
package struct ChildTable: Sendable {
  let kind: CollectionKind
  package let required: RequiredTable
  /// The columns that identify the collection of a row.
  let pathColumns: [String]
  /// The columns that identify a row within its collection; empty if the row's element does.
  let keyColumns: [String]
  let elementColumns: [String]
  /// The columns of a dictionary's keys.
  let codedKeys: [RequiredColumn]

  package init(
    kind: CollectionKind, keys: [ColumnDefinition], codedKeys: [RequiredColumn] = [],
    element: [RequiredColumn], className: String, _ place: ChildPlace
  ) {
    self.kind = kind
    self.codedKeys = codedKeys
    let path = place.path.map(\.name)
    let elements = element.map(\.definition)
    pathColumns = path
    keyColumns = keys.map(\.name)
    elementColumns = elements.map(\.name)
    required = RequiredTable(
      definition: TableDefinition(
        name: place.table, columns: place.path + keys + elements,
        primaryKey: path + (keys.isEmpty ? elements : keys).map(\.name), isClustered: true,
        indices: element.filter(\.isReference).map(\.definition.name).map {
          IndexDefinition(name: "index_\(place.table)_\($0)", columns: [$0])
        },
        owner: place.outer.map { RowReference(table: $0, columns: path) }),
      className: className, formerNames: place.formerNames, classNames: place.classNames,
      columns: codedKeys + element,
      owner: place.outer ?? place.path.first?.foreignKey?.table)
  }

  var name: String { required.definition.name }
  /// The columns that find a row: its key, or its element in a set of values.
  var foundColumns: [String] { keyColumns.isEmpty ? elementColumns : keyColumns }
  /// The position of the key in a row that is read.
  var keyPosition: Int { pathColumns.count }
  /// The position of the element in a row that is read.
  var elementPosition: Int { pathColumns.count + keyColumns.count }
}
