import PersistentObjectsCodec
import PersistentObjectsDriver

/// A reference as the file records it: its place, its target and its rule. Classes that the program
/// does not know have references too.
package struct RecordedReference: Sendable, Hashable {
  package let table: String
  /// The class that has the property.
  package let className: String
  package let property: String
  /// The column of the key, and the column of the class if there is one.
  package let key: String
  package let classColumn: String?
  /// The table that the reference points to, or that of a superclass; nil for any table.
  package let target: String?
  /// The table of the objects whose collection has this reference as an element.
  let parentTable: String?
  /// The delete rule; nil in old files, where it is unknown whether the reference may be NULL.
  package let rule: DeleteRule?
  package let deletesTargets: Bool
  /// Whether a foreign key enforces the rule.
  package let isWatched: Bool

  package var isElement: Bool { parentTable != nil }
  /// The column of the object that refers.
  package var owner: String { isElement ? ColumnName.parent : ColumnName.pk }
  /// The table of the object that refers.
  package var ownerTable: String { parentTable ?? table }
}

extension SchemaCatalog {
  /// All references that are recorded and exist in the file. No row can refer to another in any
  /// other way.
  package var references: [RecordedReference] {
    columns.filter { $1.storage == "\(StorageClass.integer)" }
      .filter { CodecIdentifier.isReference($1.codec) && has($0) }
      .map(reference)
      .filter { has(ColumnKey(table: $0.table, column: $0.owner)) }
      .sorted { ($0.table, $0.key) < ($1.table, $1.key) }
  }

  private func reference(at place: ColumnKey, column: RecordedColumn) -> RecordedReference {
    let table = tables[place.table]
    let classPlace = ColumnKey(table: place.table, column: place.column + ColumnName.classSuffix)
    let classColumn = columns[classPlace]
    let hasClass =
      classColumn?.codec == column.codec && classColumn?.namesClass == true && has(classPlace)
    let watch = table?.foreignKeys[place.column]
    let rule = column.onDelete.flatMap(DeleteRule.init) ?? watch?.rule
    // A foreign key that includes the tenant enforces no rule but that there is such a row.
    let isEnforced = watch != nil && (rule == .restrict || watch?.onDelete != .restrict)
    return RecordedReference(
      table: place.table, className: records[place.table]?.className ?? place.table,
      property: column.property, key: place.column,
      classColumn: hasClass ? classPlace.column : nil,
      target: CodecIdentifier.target(ofReference: column.codec),
      parentTable: parentTable(of: place.table),
      rule: rule, deletesTargets: column.deletesTargets, isWatched: isEnforced)
  }
}

extension SchemaCatalog {
  /// Returns the table of the class that a child table belongs to, however deeply nested; for any
  /// other table, the table itself.
  package func classTable(of table: String) -> String { parentTable(of: table) ?? table }

  /// Returns the table of the objects that own a collection; nil for a class's own table. The
  /// record names it, also for nested collections. Older files have no record, but a foreign key.
  private func parentTable(of table: String) -> String? {
    var owner = records[table]?.owner ?? unrecordedOwner(of: table)
    var seen: Set = [table]
    while let next = owner, seen.insert(next).inserted {
      guard let outer = records[next]?.owner else { return next }
      owner = outer
    }
    return owner
  }

  /// Returns the owner of a child table by its foreign key. In the table of a class, which has a
  /// column `pk`, a property may have that key's column.
  private func unrecordedOwner(of table: String) -> String? {
    guard let found = tables[table], !found.columns.contains(ColumnName.pk) else { return nil }
    return found.foreignKeys[ColumnName.parent]?.table
  }
}

extension ForeignKey {
  /// The rule of a reference that is older than the records of rules. An element's row was then
  /// deleted with its target; no other rows were.
  fileprivate var rule: DeleteRule { onDelete == .restrict ? .restrict : .nullify }
}
