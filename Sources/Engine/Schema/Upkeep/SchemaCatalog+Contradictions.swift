// Records that hide rows or values: readers follow the records, and leave out what these do not
// lead to.

import PersistentObjectsDriver

extension SchemaCatalog {
  /// The problems of the records that hide rows or values: recorded tables that are missing, and
  /// contradictions.
  package var losses: [IntegrityReport.Problem] { missingTables + contradictions }

  /// The recorded tables that are missing, sorted by name.
  var missingTables: [IntegrityReport.Problem] {
    records.keys.filter { tables[$0] == nil }.sorted().map {
      problem(in: $0, "the table is recorded but missing")
    }
  }

  /// The contradictions between records, and between the records and the tables that exist.
  var contradictions: [IntegrityReport.Problem] {
    if records.isEmpty { return [] }
    return missingRecords + recordedTables.flatMap(contradictions(of:))
  }

  private var missingRecords: [IntegrityReport.Problem] {
    tables[Self.columnTable] == nil
      ? [problem(in: Self.columnTable, "the table is missing, so no column is recorded")] : []
  }

  private func contradictions(of table: String) -> [IntegrityReport.Problem] {
    let findings = [
      ownerContradiction(of: table), superclassContradiction(of: table),
      columnContradiction(of: table),
    ]
    return findings.compactMap(\.self).map { problem(in: table, $0) }
  }

  private func ownerContradiction(of table: String) -> String? {
    guard let owner = records[table]?.owner else { return nil }
    if records[owner] == nil {
      return "the owner_table \(owner) is not recorded, so the elements belong to no object"
    }
    if leadsBack(to: table, \.owner) {
      return "the owner_table leads back to the table itself, so the elements belong to no object"
    }
    let hasParent = has(ColumnKey(table: table, column: ColumnName.parent))
    return hasParent
      ? nil : "it is recorded as a collection's table, but has no column \(ColumnName.parent)"
  }

  private func superclassContradiction(of table: String) -> String? {
    guard let superclass = records[table]?.superclass else { return nil }
    if leadsBack(to: table, \.superclass) {
      return "the superclass_table leads back to the table itself"
    }
    return isChild(superclass) ? "the superclass_table \(superclass) is a collection's table" : nil
  }

  /// Returns whether a chain of tables, such as those of owners, contains its beginning.
  private func leadsBack(to table: String, _ next: (RecordedTable) -> String?) -> Bool {
    var place = records[table].flatMap(next)
    var seen: Set<String> = []
    while let current = place, seen.insert(current).inserted {
      if current == table { return true }
      place = records[current].flatMap(next)
    }
    return false
  }

  private func columnContradiction(of table: String) -> String? {
    // That is one finding, not one for each table.
    if tables[Self.columnTable] == nil { return nil }
    let names = tables[table]?.columns ?? []
    return isChild(table)
      ? elementContradiction(of: table, names) : classContradiction(of: table, names)
  }

  /// Returns the contradiction in the columns of a class. Other programs may have added some, so
  /// those without a record only count if there are no others, and no collections.
  private func classContradiction(of table: String, _ names: [String]) -> String? {
    let own = names.filter { $0 != ColumnName.pk }
    let isRecorded = own.contains { columns[ColumnKey(table: table, column: $0)] != nil }
    let hasCollections = records.values.contains { $0.owner == table }
    return own.isEmpty || isRecorded || hasCollections
      ? nil : "none of the columns is recorded, so the objects have no properties"
  }

  private func elementContradiction(of table: String, _ names: [String]) -> String? {
    let keys = names.filter { ColumnName.isRowKey($0) && !ColumnName.isCounted($0) }
    let unrecorded = (keys + elementColumns(names, in: table)).first {
      record(of: $0, in: table) == nil
    }
    return unrecorded.map { "the column \($0) is not recorded, so the elements have no values" }
  }

  /// Returns the columns of elements that have to be recorded: the reference, the fields of a value
  /// in several columns, or the one value.
  private func elementColumns(_ names: [String], in table: String) -> [String] {
    if names.contains(ColumnName.reference) { return [ColumnName.reference] }
    let fields = names.filter { record(of: $0, in: table)?.values?.isEmpty == false }
    return fields.isEmpty ? [ColumnName.value] : fields
  }

  private func problem(in table: String, _ message: String) -> IntegrityReport.Problem {
    IntegrityReport.Problem(kind: .record, table: table, message: message)
  }
}
