// `renamedFrom:` takes the former name of a column or table. With that of the property or class, it
// would seem to be missing, and would be created again without the values.

import PersistentObjectsDriver

extension SchemaComparison {
  /// Throws if the former name of a missing column is that of a property whose column is there and
  /// belongs to no other property.
  func requireColumnName(
    _ column: RequiredColumn, of table: RequiredTable, in existing: ExistingTable
  ) throws {
    let declared = table.columnNames
    for former in column.formerNames where !existing.columns.contains(former) {
      let meant = existing.columns.first { name in
        !declared.contains(name)
          && catalog.columns[.init(table: existing.name, column: name)]?.property == former
      }
      guard let meant else { continue }
      throw table.mismatch(
        Self.confusion("the property '\(former)'", with: "its column", meant), in: existing.name,
        column: column.definition.name)
    }
  }

  /// Throws if the former name of a missing table is that of a class or a collection whose table is
  /// there and belongs to no other one.
  func requireTableName(_ table: RequiredTable) throws {
    if table.owner == nil {
      try requireClassTable(table)
    } else {
      try requireCollectionTable(table)
    }
  }

  private func requireClassTable(_ table: RequiredTable) throws {
    for former in table.formerNames {
      let meant = catalog.records.filter { name, record in
        record.className == former && record.owner == nil && name != former
          && catalog.tables[name] != nil && !isKnown(name)
      }.keys.min()
      guard let meant else { continue }
      throw table.mismatch(
        Self.confusion("the class '\(former)'", with: "its table", meant), in: meant)
    }
  }

  private func requireCollectionTable(_ table: RequiredTable) throws {
    let owners = table.classNames
    guard let current = owners.first, table.owner == current else { return }
    for former in table.formerNames {
      guard let owner = owners.first(where: { former.hasPrefix("\($0)_") }) else { continue }
      let property = String(former.dropFirst(owner.count + 1))
      // The class alone was renamed.
      if "\(current)_\(property)" == table.definition.name { continue }
      guard let meant = unclaimedTable(ofProperty: property, in: owners) else { continue }
      let prefix = catalog.records[meant]?.owner.map { "\($0)_" } ?? ""
      throw table.mismatch(
        Self.confusion(
          "the property '\(property)'", with: "its table, without that of the class",
          String(meant.trimmingPrefix(prefix))),
        in: meant, property: table.columns.first?.property)
    }
  }

  /// Returns the table of a collection that none of the compared classes has any more.
  private func unclaimedTable(ofProperty property: String, in owners: [String]) -> String? {
    catalog.columns.filter { key, column in
      column.property == property && catalog.tables[key.table] != nil
        && catalog.records[key.table]?.owner.map(owners.contains) == true
        && !required.contains { $0.names.contains(key.table) }
    }.keys.map(\.table).min()
  }

  private static func confusion(_ given: String, with taken: String, _ meant: String) -> String {
    """
    renamedFrom: names \(given), but takes the name of \(taken); nothing was changed. Write \
    renamedFrom: "\(meant)"
    """
  }
}
