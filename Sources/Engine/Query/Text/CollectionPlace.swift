/// A collection of an object in a statement.
struct CollectionPlace {
  let binding: PropertyBinding
  let collection: SearchedCollection
  let owner: QueryRow.Variant

  /// `FROM person_tags AS tags WHERE tags.parent_pk = person.pk`.
  func rows(named name: String, _ dialect: any Dialect) -> String {
    "FROM \(table(named: name, dialect)) WHERE \(name).\(ColumnName.parent) = \(owner.pk)"
  }

  /// `person_tags AS tags`.
  func table(named name: String, _ dialect: any Dialect) -> String {
    "\(dialect.quoted(collection.table.name)) AS \(name)"
  }

  /// The element of a row; `name` is the table's name in the statement.
  func element(named name: String, _ dialect: any Dialect) throws -> Operand {
    guard !collection.isNested else {
      throw PersistenceError(
        .notSearchable, "a collection inside a collection cannot be searched",
        context: binding.place(pk: nil))
    }
    return Operand(
      columns: collection.table.elementColumns.map { "\(name).\(dialect.quoted($0))" },
      coding: collection.element, column: collection.elementColumn, binding: binding,
      isSearchable: collection.isSearchable, isOnOptionalPath: true)
  }

  /// The key of a dictionary's row.
  func key(named name: String, _ dialect: any Dialect) throws -> Operand {
    guard let coding = collection.key, let column = collection.table.keyColumns.first else {
      throw PersistenceError(
        .notSearchable,
        "only a dictionary has keys, and they can be searched if their codec is searchable",
        context: binding.place(pk: nil))
    }
    return Operand(columns: ["\(name).\(dialect.quoted(column))"], coding: coding, binding: binding)
  }
}

extension Operand {
  /// The first of two values that is not NULL.
  func coalesced(with other: Operand) -> Operand {
    Operand(
      columns: zip(columns, other.columns).map { "coalesce(\($0), \($1))" }, coding: coding,
      column: column, binding: binding, isSearchable: isSearchable, isOnOptionalPath: true)
  }
}

extension PropertyBinding {
  /// The error for a property that is not a collection in its own table.
  var noChildTable: PersistenceError {
    PersistenceError(
      .notSearchable,
      """
      the property has no child table of its own, so its elements cannot be searched: it lies in \
      one column, or is derived from others
      """,
      context: place(pk: nil))
  }
}
