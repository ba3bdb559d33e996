import PersistentObjectsCodec
import PersistentObjectsDriver

// The cases of an enum.

extension SchemaComparison {
  /// Whether a column names the case of an enum, now and in the file. Adds the step that renames
  /// cases. Throws if rows have a case that the enum no longer has.
  mutating func hasSameCases(
    _ column: RequiredColumn, of table: RequiredTable, recorded key: SchemaCatalog.ColumnKey,
    _ old: SchemaCatalog.RecordedColumn
  ) throws -> Bool {
    guard let cases = column.codec.cases,
      let former = CodecIdentifier(old.codec, version: old.version).cases
    else { return false }
    let gone = former.filter { !cases.contains($0) }
    let renamed = column.renamedCases.filter { gone.contains($0.key) }
    for name in gone where renamed[name] == nil {
      if try hasRow(query(for: name, in: key)) {
        throw table.mismatch(
          """
          rows have the case '\(name)', which the enum does not have; nothing was changed. If it has another \
          name now, declare the former one with @Column(renamedFrom:); otherwise declare the case, or change \
          these rows first
          """, in: key.table, column: column.definition.name)
      }
    }
    if !renamed.isEmpty {
      changes.append(
        .renameCases(renamed, column: column.definition.name, table: table.definition.name))
    }
    return true
  }

  private func query(for name: String, in key: SchemaCatalog.ColumnKey) -> SQLText {
    let dialect = catalog.dialect
    return """
      SELECT 1 FROM \(dialect.quoted(key.table)) WHERE \(dialect.quoted(key.column)) = \(.text(name)) LIMIT 1
      """
  }
}
