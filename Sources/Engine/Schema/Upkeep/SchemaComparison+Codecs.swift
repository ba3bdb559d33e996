// Compares the codecs of columns with those that the file records.

import PersistentObjectsCodec
import PersistentObjectsDriver

extension SchemaComparison {
  mutating func compareRecord(
    _ column: RequiredColumn, of table: RequiredTable, recorded key: SchemaCatalog.ColumnKey
  ) throws {
    let name = table.definition.name
    guard let old = catalog.columns[key] else {
      throw mismatch(
        column, of: table, finding: "there is no record of the codec that wrote it")
    }
    let isSame =
      try ([column.codec] + column.formerCodecs).contains { $0.name == old.codec }
      || hasSameCases(column, of: table, recorded: key, old)
    guard isSame, old.versions.allSatisfy(column.canRead) else {
      throw mismatch(
        column, of: table, finding: "it was written by the codec '\(old)'", writtenBy: old)
    }
    guard column.definition.storage.isRecorded(as: old.storage) else {
      throw mismatch(
        column, of: table,
        finding: "the column holds \(old.storage) instead of \(column.definition.storage)",
        writtenBy: old)
    }
    try requireValues(column, of: table, recorded: old)
    var new = column.record
    new.storage = old.storage
    if !resumePresence(column, of: name, recorded: old) {
      new.version = max(old.version, new.version)
      new.oldestVersion = old.oldestVersion
    }
    if old.values != nil && new.values == nil { new.values = "" }
    let newKey = SchemaCatalog.ColumnKey(table: name, column: column.definition.name)
    if new != old || newKey != key { changes.append(.recordColumn(newKey, new)) }
  }

  func mismatch(
    _ column: RequiredColumn, of table: RequiredTable, finding: String,
    writtenBy old: SchemaCatalog.RecordedColumn? = nil
  ) -> PersistenceError {
    let rest = "use the old codec with @Column(codec:), or a new column name"
    let remedy =
      rewriting(column, of: table, writtenBy: old).map { "Rewrite it with \($0), \(rest)" }
      ?? rest.prefix(1).uppercased() + rest.dropFirst()
    return PersistenceError(
      .codecMismatch,
      """
      the property is stored by the codec '\(column.codec)', but \(finding); nothing was changed. \(remedy)
      """,
      context: .init(
        className: className, property: column.property, table: table.definition.name,
        column: column.definition.name))
  }

  /// Returns the call that rewrites a column; nil if there is none: no codec can read the columns
  /// that the engine writes itself, and nested collections cannot be rewritten.
  private func rewriting(
    _ column: RequiredColumn, of table: RequiredTable,
    writtenBy old: SchemaCatalog.RecordedColumn?
  ) -> String? {
    guard let old, let values = column.values, !CodecIdentifier(old.codec).isEngines,
      !table.hasNestedElements
    else { return nil }
    return RecodeCall(
      className: className, property: column.property, isElement: table.owner != nil,
      isKey: column.definition.name == ColumnName.key, values: values, old: old, codecs: codecs
    ).description
  }
}

extension RequiredTable {
  /// Whether the table belongs to a collection whose elements are collections.
  fileprivate var hasNestedElements: Bool {
    let elements = [ColumnName.value, ColumnName.reference]
    let isNested = definition.columns.contains {
      ColumnName.isRowKey($0.name) && $0.name.last?.isNumber == true
    }
    return owner != nil
      && (isNested
        || !columns.contains { elements.contains($0.definition.name) && $0.codec != .presence })
  }
}
