import PersistentObjectsInspection

/// Counts the kinds of elements in a child table.
struct ElementCensus {
  private(set) var rowCount: Int64 = 0
  private(set) var forms: [String: Int64] = [:]
  private(set) var tables: Set<String> = []

  init(
    _ database: DatabaseFile, _ table: String, _ references: LegacyReferenceCheck
  ) throws {
    // The first bytes are enough to recognize an archive, which may be large.
    let rows = try database.prepare(
      """
      SELECT fk IS NOT NULL, fk_table_name, object_class,
      CASE typeof(object_data) WHEN 'blob' THEN substr(object_data, 1, 6)
      WHEN 'null' THEN NULL ELSE '' END
      FROM \(LegacyName.quoted(table))
      """, of: table)
    while try rows.step() { try add(rows, references) }
  }

  private mutating func add(
    _ row: LegacyStatement, _ references: LegacyReferenceCheck
  ) throws {
    rowCount += 1
    guard row.cell(0) == .integer(1) else {
      let form = ElementForm(className: row.cell(2).name ?? "", cell: row.cell(3))
      forms[form.name, default: 0] += 1
      return
    }
    forms["reference", default: 0] += 1
    guard let name = row.cell(1).name else { return }
    let table = references.table(named: name) ?? name
    if tables.count < 1000 { tables.insert(table) }
  }
}

extension ElementForm {
  /// The form's name in `LegacyValue.form`.
  fileprivate var name: String {
    switch self {
    case .string: "text"
    case .number: "number"
    case .boolean: "boolean"
    case .date: "date"
    case .data: "data"
    case .archive: "archive"
    case .null: "null"
    case .unknown: "unknown"
    }
  }
}
