// Swift takes names for equal whether their letters are composed or decomposed; databases compare
// bytes.

import PersistentObjectsDriver

extension SchemaComparison {
  /// Throws if it is unclear which of two tables with the same name is meant.
  func requireOneForm(of existing: ExistingTable, for table: RequiredTable) throws {
    guard catalog.ambiguousTables.contains(existing.name) else { return }
    throw table.mismatch(
      """
      the database has two tables '\(existing.name)', whose names differ only in their Unicode form, composed or \
      decomposed; nothing was changed. Rename one of them with SQL first
      """, in: existing.name)
  }

  /// Throws if the file has a name only in another form of Unicode, which is the same to Swift and
  /// another name to the database.
  func requireSameForm(
    of name: String, among found: [String], in table: RequiredTable, column: String? = nil
  ) throws {
    guard name.utf8.contains(where: { $0 >= 128 }),
      !found.contains(where: { $0.utf8.elementsEqual(name.utf8) })
    else { return }
    throw table.mismatch(
      """
      the file has the name '\(name)' in another Unicode form, composed or decomposed, which is another name to the \
      database; nothing was changed. Write the name as it is in the file
      """, in: table.definition.name, column: column)
  }
}
