import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

/// A collection in queries: the place of its rows, and the coding of the values that its elements
/// and keys are compared with.
struct SearchedCollection {
  let table: ChildTable
  let element: any ValueCoding
  /// Whether equal elements have equal stored forms.
  let isSearchable: Bool
  /// The coding of a dictionary's keys; nil if they cannot be compared.
  let key: (any ValueCoding)?
  /// The class of elements that are objects.
  let target: EntityDescription?
  /// Whether elements are collections, whose own elements are in another table.
  let isNested: Bool
  /// The column of the parent's table that is NULL if the collection is nil.
  let presence: String?

  /// The columns of an element that has several.
  var parts: [RequiredColumn] {
    element.layout == nil
      ? []
      : table.required.columns.filter { table.elementColumns.contains($0.definition.name) }
  }

  /// The column that describes an element's stored form.
  var elementColumn: RequiredColumn? {
    table.required.columns.first { $0.definition.name == table.elementColumns.first }
  }
}
