// A column or table that another version of the program has renamed is not created again under its
// former name, because its values would seem to be lost.

import PersistentObjectsDriver

extension SchemaComparison {
  /// Adds the step that creates the table of former names. It must come before the first renaming.
  mutating func recordFormerNames() {
    let step = SchemaChange.createTable(SchemaCatalog.formerNameDefinition)
    if catalog.tables[SchemaCatalog.formerNameTable] == nil && !changes.contains(step) {
      changes.append(step)
    }
  }

  /// Returns the steps that record the names a column had between the one in the file and the
  /// present one, so that versions of the program with these names are refused.
  func otherFormerNames(
    of column: RequiredColumn, in table: RequiredTable, than found: String
  ) -> [SchemaChange] {
    let used = table.definition.columns.map(\.name) + [found]
    return column.formerNames.filter { !used.contains($0) }.map {
      .recordFormerName($0, table: table.definition.name, column: column.definition.name)
    }
  }

  /// Returns the steps that record the other former names of a table that is renamed. A
  /// collection's follow from those of its class and its property.
  func otherFormerNames(of table: RequiredTable, than found: String) -> [SchemaChange] {
    table.formerNames.filter { $0 != found && $0 != table.definition.name && !isKnown($0) }.map {
      .recordFormerName($0, table: table.definition.name, column: "")
    }
  }

  /// Throws if a class needs a column by a name that was changed, unless the class also has the
  /// current name and thus uses the former one for something else.
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
      of its own, give it another column
      """, in: existing.name, column: former)
  }

  package
    /// Throws if a class or a collection needs a table by a name that was changed, unless the table
    /// with the current name belongs to a class of the program.
    func requireUnnamed(_ table: RequiredTable) throws
  {
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

  /// Throws if tables, or columns of a table, exchange their names: the file would not show whether
  /// they have done so.
  func requireNoExchange() throws {
    let tables = required.map {
      RequiredNames(current: $0.definition.name, former: $0.formerNames)
    }
    let exchanged = tables.exchanged
    for table in required {
      if table.definition.name == exchanged {
        throw exchange(
          of: "table '\(table.definition.name)'", table, remedy: "@Persistent(table:) or @Column")
      }
      guard let name = table.namesOfColumns.exchanged else { continue }
      throw exchange(of: "column '\(name)'", table, column: name, remedy: "@Column")
    }
  }

  private func exchange(
    of place: String, _ table: RequiredTable, column: String? = nil, remedy: String
  ) -> PersistenceError {
    PersistenceError(
      .invalidModel,
      """
      renamedFrom: leads from the \(place) back to itself, so the file would not show whether the names have been \
      exchanged; nothing was changed. Keep each with the name that its values have in the file, with \(remedy)
      """,
      context: .init(
        className: table.className,
        property: table.columns.first { $0.definition.name == column }?.property,
        table: table.definition.name, column: column))
  }
}
