// A column or table that another version of the program has renamed is not made again under its
// former name: its values would seem to be lost.

extension SchemaComparison {
  /// Comes before the first renaming.
  mutating func recordFormerNames() {
    let step = SchemaChange.createTable(SchemaCatalog.formerNameDefinition)
    if catalog.tables[SchemaCatalog.formerNameTable] == nil && !changes.contains(step) {
      changes.append(step)
    }
  }

  /// Throws if a class wants a name that was renamed, unless it also has the present name and so
  /// uses the former one for something else.
  func requireUnnamed(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable
  ) throws {
    let former = column.definition.name
    guard let present = catalog.formerNames[.init(table: existing.name, column: former)],
      existing.columns.contains(present),
      !table.definition.columns.contains(where: { $0.name == present })
    else { return }
    throw table.mismatch(
      """
      another version of the program has renamed the column '\(former)' to '\(present)'; nothing was \
      changed. Use that version, or give the property that column with @Column("\(present)"); for values \
      of its own give it another one
      """, in: existing.name, column: former)
  }

  /// The same for the table of a class or a collection.
  func requireUnnamed(_ table: RequiredTable) throws {
    let former = table.definition.name
    guard let present = catalog.formerNames[.init(table: former, column: "")],
      catalog.tables[present] != nil
    else { return }
    let owner = catalog.classTable(of: present)
    let isOfOneClass = owner == catalog.classTable(of: table.owner ?? former)
    if isKnown(isOfOneClass ? present : owner) { return }
    throw table.mismatch(
      """
      another version of the program has renamed the table '\(former)' to '\(present)'; nothing was \
      changed. Use that version. If the program has a class for either table, name that of '\(present)' \
      among the classes of the store's configuration
      """, in: former, property: table.owner.flatMap { _ in table.columns.first?.property })
  }
}
