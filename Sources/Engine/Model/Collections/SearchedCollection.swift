/// A collection as queries see it: where its rows lie, and what writes the values that its elements
/// and keys are compared with.
struct SearchedCollection {
  let table: ChildTable
  let element: any ValueCoding
  /// Whether equal elements have equal stored forms.
  let isSearchable: Bool
  /// What writes a dictionary's keys, unless they cannot be compared.
  let key: (any ValueCoding)?
  /// The class of elements that are objects.
  let target: EntityDescription?
  /// Whether elements are collections, whose own elements lie in another table.
  let isNested: Bool
  /// The column of the parent's table that is NULL where the collection is nil.
  let presence: String?

  /// What tells of an element's stored form.
  var elementColumn: RequiredColumn? {
    table.required.columns.first { $0.definition.name == table.elementColumns.first }
  }
}
