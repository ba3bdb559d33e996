// An optional collection that becomes required leaves its column behind, which is then no longer
// written. The record says so, for the case that the collection becomes optional again.

import PersistentObjectsCodec
import PersistentObjectsDriver

extension SchemaComparison {
  /// Adds the records of the columns that collections of a class have left behind.
  mutating func leavePresence(of table: RequiredTable, in existing: ExistingTable) {
    if table.owner != nil { return }
    let name = table.definition.name
    let declared = table.columnNames
    for column in existing.columns where !declared.contains(column) {
      guard var record = catalog.columns[.init(table: existing.name, column: column)],
        record.isPresence,
        required.contains(where: { collection in
          collection.owner == name && collection.names.contains("\(existing.name)_\(column)")
        })
      else { continue }
      record.version = CodecIdentifier.formerPresence.version
      changes.append(.recordColumn(.init(table: name, column: column), record))
    }
  }

  /// Adds the step that completes the column of a collection that is optional again. Rows with NULL
  /// and elements were written while it was required; others may have been nil before.
  ///
  /// - Returns: false if the column was kept up.
  mutating func resumePresence(
    _ column: RequiredColumn, of table: String, recorded old: SchemaCatalog.RecordedColumn
  ) -> Bool {
    guard old.isFormerPresence, let collection = column.presenceOf else { return false }
    lastChanges.append(
      .fillPresence(
        column.definition.name, table: table, collection: collection.definition.name))
    return true
  }
}
