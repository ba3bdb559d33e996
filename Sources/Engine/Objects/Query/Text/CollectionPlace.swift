import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A collection of an object in a statement: the rows of a child table, or those of a class that
/// refers to the object.
class CollectionPlace {
  let binding: PropertyBinding
  /// The description of the elements, if they have a child table.
  let collection: SearchedCollection?
  let owner: QueryRow.Variant
  let scope: QueryScope
  /// The name of the collection's table in the statement, reserved at its first use.
  private(set) lazy var name = scope.quotedName(binding.property.column)

  init(
    _ binding: PropertyBinding, collection: SearchedCollection?, owner: QueryRow.Variant,
    in scope: QueryScope
  ) {
    self.binding = binding
    self.collection = collection
    self.owner = owner
    self.scope = scope
  }

  /// The name of the collection's table in the database.
  var quotedTable: String {
    collection.map { scope.dialect.quoted($0.table.name) } ?? ""
  }

  /// `person_tags AS tags`.
  var table: String { "\(quotedTable) AS \(name)" }

  /// `tags.parent_pk = person.pk`.
  var isOwned: String { "\(name).\(ColumnName.parent) = \(owner.pk)" }

  /// `FROM person_tags AS tags WHERE tags.parent_pk = person.pk`.
  var rows: String { "FROM \(table) WHERE \(isOwned)" }

  /// The row of an element, if the element is an object in the table itself.
  var row: QueryRow? { nil }

  /// Returns the order of elements that another order leaves equal.
  func ownOrder(_ direction: SortDirection) -> [String] {
    let columns = collection?.table.foundColumns.map(qualified) ?? ["\(name).\(ColumnName.pk)"]
    return direction == .ascending ? columns : columns.map { "\($0) DESC" }
  }

  /// The element in a row.
  var element: Operand {
    get throws {
      guard let collection, !collection.isNested else {
        throw notSearchable("a collection inside a collection cannot be searched")
      }
      return Operand(
        columns: collection.table.elementColumns.map { SQLText(qualified($0)) },
        coding: collection.element,
        column: collection.elementColumn, parts: collection.parts, binding: binding,
        isSearchable: collection.isSearchable, isOnOptionalPath: true)
    }
  }

  /// The key in a dictionary's row.
  var key: Operand {
    get throws {
      guard let collection, let coding = collection.key else {
        throw notSearchable(
          "only a dictionary has keys, and they can be searched only if their codec is searchable")
      }
      let table = collection.table
      return Operand(
        columns: table.keyColumns.map { SQLText(qualified($0)) }, coding: coding,
        column: table.codedKeys.first, parts: coding.layout == nil ? [] : table.codedKeys,
        binding: binding)
    }
  }

  private func qualified(_ column: String) -> String { "\(name).\(scope.dialect.quoted(column))" }

  private func notSearchable(_ message: String) -> PersistenceError {
    PersistenceError(.notSearchable, message, context: binding.place(pk: nil))
  }
}
