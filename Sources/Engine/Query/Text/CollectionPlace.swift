/// A collection of an object in a statement.
final class CollectionPlace {
  let binding: PropertyBinding
  let collection: SearchedCollection
  let owner: QueryRow.Variant
  private let scope: QueryScope
  /// The name of its table in the statement, taken at its first use.
  private(set) lazy var name = scope.quotedName(binding.property.column)

  init(
    _ binding: PropertyBinding, collection: SearchedCollection, owner: QueryRow.Variant,
    in scope: QueryScope
  ) {
    self.binding = binding
    self.collection = collection
    self.owner = owner
    self.scope = scope
  }

  /// `person_tags AS tags`.
  var table: String { "\(scope.dialect.quoted(collection.table.name)) AS \(name)" }

  /// `tags.parent_pk = person.pk`.
  var isOwned: String { "\(name).\(ColumnName.parent) = \(owner.pk)" }

  /// `FROM person_tags AS tags WHERE tags.parent_pk = person.pk`.
  var rows: String { "FROM \(table) WHERE \(isOwned)" }

  /// The element of a row.
  var element: Operand {
    get throws {
      guard !collection.isNested else {
        throw notSearchable("a collection inside a collection cannot be searched")
      }
      return Operand(
        columns: collection.table.elementColumns.map(qualified), coding: collection.element,
        column: collection.elementColumn, binding: binding,
        isSearchable: collection.isSearchable, isOnOptionalPath: true)
    }
  }

  /// The key of a dictionary's row.
  var key: Operand {
    get throws {
      guard let coding = collection.key, let column = collection.table.keyColumns.first else {
        throw notSearchable(
          "only a dictionary has keys, and they can be searched if their codec is searchable")
      }
      return Operand(columns: [qualified(column)], coding: coding, binding: binding)
    }
  }

  private func qualified(_ column: String) -> String { "\(name).\(scope.dialect.quoted(column))" }

  private func notSearchable(_ message: String) -> PersistenceError {
    PersistenceError(.notSearchable, message, context: binding.place(pk: nil))
  }
}
