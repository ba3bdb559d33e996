/// The table in which a collection's elements lie, one a row.
struct ChildTable: Sendable {
  let kind: CollectionKind
  let required: RequiredTable
  let keyColumns: [String]
  let elementColumns: [String]

  init(
    kind: CollectionKind, property: PropertyDescription, parent: EntityDescription,
    key: RequiredColumn?, element: [RequiredColumn]
  ) {
    self.kind = kind
    keyColumns =
      switch kind {
      case .array: [ColumnName.index]
      case .set: []
      case .dictionary: [ColumnName.key]
      }
    elementColumns = element.map(\.definition.name)
    required = RequiredTable(
      definition: Self.definition(kind, property, parent, key, element),
      className: parent.className,
      renamedFrom: Self.oldName(property, parent),
      columns: (key.map { [$0] } ?? []) + element)
  }

  var name: String { required.definition.name }
  /// How many columns stand between the parent's key and the element.
  var keyCount: Int { keyColumns.count }
  /// Where the element stands in a row that is read.
  var elementPosition: Int { 1 + keyCount }

  private static func name(_ parent: String, _ column: String) -> String { "\(parent)_\(column)" }

  private static func oldName(_ property: PropertyDescription, _ parent: EntityDescription)
    -> String?
  {
    if parent.renamedFrom == nil && property.renamedFrom == nil { return nil }
    return name(parent.renamedFrom ?? parent.table, property.renamedFrom ?? property.column)
  }

  private static func definition(
    _ kind: CollectionKind, _ property: PropertyDescription, _ parent: EntityDescription,
    _ key: RequiredColumn?, _ element: [RequiredColumn]
  ) -> TableDefinition {
    let parentColumn = ColumnDefinition(
      name: ColumnName.parent, storage: .integer, isRequired: true,
      foreignKey: ForeignKey(table: parent.table, onDelete: .cascade))
    let index = ColumnDefinition(name: ColumnName.index, storage: .integer, isRequired: true)
    let keys = kind == .array ? [index] : key.map { [$0.definition] } ?? []
    let elements = element.map(\.definition)
    let found = kind == .set ? elements : keys
    let table = name(parent.table, property.column)
    return TableDefinition(
      name: table, columns: [parentColumn] + keys + elements,
      primaryKey: ([parentColumn] + found).map(\.name), isClustered: true,
      indices: element.filter(\.isReference).map(\.definition.name).map {
        IndexDefinition(name: "index_\(table)_\($0)", columns: [$0])
      })
  }
}

/// The statements that read and write one child table, prepared once per connection.
final class ChildStatements: Sendable {
  let select: StatementText
  let selectOne: StatementText
  let insert: StatementText
  let update: StatementText
  let delete: StatementText
  let deleteAll: StatementText
  let deleteRange: StatementText
  let shiftAway: StatementText
  let shiftBack: StatementText
  private let dialect: any Dialect

  init(table: ChildTable, dialect: any Dialect) {
    self.dialect = dialect
    let name = dialect.quoted(table.name)
    let keys = table.keyColumns.map(dialect.quoted)
    let elements = table.elementColumns.map(dialect.quoted)
    let parent = ColumnName.parent
    let index = ColumnName.index
    let order = table.kind == .array ? [parent, index] : [parent]
    let found = table.kind == .set ? elements : keys
    func parameters(_ columns: [String], from start: Int, joinedBy separator: String) -> String {
      columns.enumerated().map { "\($1) = \(dialect.placeholder(start + $0))" }
        .joined(separator: separator)
    }
    let one = "\(parent) = \(dialect.placeholder(1))"
    let values = ([parent] + keys + elements).indices.map { dialect.placeholder($0 + 1) }

    select = StatementText(
      """
      SELECT \(([parent] + keys + elements).joined(separator: ", ")) FROM \(name) \
      WHERE \(dialect.isMember(parent, dialect.placeholder(1))) \
      ORDER BY \(order.joined(separator: ", "))
      """)
    selectOne = StatementText(
      """
      SELECT \((keys + elements).joined(separator: ", ")) FROM \(name) WHERE \(one) \
      ORDER BY \(order.joined(separator: ", "))
      """)
    insert = StatementText(
      """
      INSERT INTO \(name) (\(([parent] + keys + elements).joined(separator: ", "))) \
      VALUES (\(values.joined(separator: ", ")))
      """)
    update = StatementText(
      """
      UPDATE \(name) SET \(parameters(elements, from: 2 + keys.count, joinedBy: ", ")) \
      WHERE \(([one] + [parameters(keys, from: 2, joinedBy: " AND ")]).joined(separator: " AND "))
      """)
    delete = StatementText(
      "DELETE FROM \(name) WHERE \(one) AND \(parameters(found, from: 2, joinedBy: " AND "))")
    deleteAll = StatementText("DELETE FROM \(name) WHERE \(one)")
    deleteRange = StatementText(
      """
      DELETE FROM \(name) WHERE \(one) AND \(index) >= \(dialect.placeholder(2)) \
      AND \(index) < \(dialect.placeholder(3))
      """)
    // Moving positions by one statement would meet rows that still have the new position, so the
    // rows first move below zero.
    shiftAway = StatementText(
      """
      UPDATE \(name) SET \(index) = -1 - \(index) - \(dialect.placeholder(3)) \
      WHERE \(one) AND \(index) >= \(dialect.placeholder(2))
      """)
    shiftBack = StatementText(
      "UPDATE \(name) SET \(index) = -1 - \(index) WHERE \(one) AND \(index) < 0")
  }

  func listParameter(_ parents: [Int64]) -> StoredValue { dialect.listParameter(parents) }
}
