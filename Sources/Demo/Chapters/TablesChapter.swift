import PersistentObjects
import PersistentObjectsCommandLine

/// Shows the tables as any other program would see them.
struct TablesChapter: Chapter {
  let title = "Tables, as they lie in the database"
  let explanation = """
    A class is a table, a property a column, a collection a child table that is clustered by its \
    owner. References are foreign keys. Nothing here is private: any tool for the database shows the same.
    """

  func run(_ tour: Tour) throws {
    let session = try Session.main
    if tour.database.isOnServer {
      try showCatalog(session, tour)
    } else {
      try showFile(session, tour)
    }
    try showRows(session, tour)
    try showReport(tour)
  }

  private func showFile(_ session: Session, _ tour: Tour) throws {
    let schema = try tour.call(
      #"try session.rows("SELECT type, name, tbl_name FROM sqlite_schema WHERE sql <> ''")"#
    ) { try session.rows("SELECT type, name, tbl_name FROM sqlite_schema WHERE sql <> ''") }
    try tour.write(TextTable(["type", "name", "table"], rows: schema))
    for table in ["package", "package_depends"] { try showDefinition(of: table, session, tour) }
  }

  private func showCatalog(_ session: Session, _ tour: Tour) throws {
    let columns: Criteria = """
      SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns \
      WHERE table_schema = current_schema() AND table_name LIKE 'package%' \
      ORDER BY table_name, ordinal_position
      """
    let schema = try tour.call("try session.rows(columns)") { try session.rows(columns) }
    try tour.write(TextTable(["table", "column", "type"], rows: schema))
    try tour.check("each table of packages is there", !schema.isEmpty)
  }

  private func showDefinition(of table: String, _ session: Session, _ tour: Tour) throws {
    let rows = try session.rows("SELECT sql FROM sqlite_schema WHERE name = \(table)")
    guard case .text(let sql)? = rows.first?.first else { return }
    try tour.write(sql: sql)
    try tour.check("\(table) is a STRICT table", sql.contains(") STRICT"))
  }

  private func showRows(_ session: Session, _ tour: Tour) throws {
    let packages = try session.rows(
      """
      SELECT pk, name, priority, is_essential, size, homepage, section, source, \
      coalesce(length(other_relations), 0) FROM package ORDER BY pk LIMIT 5
      """)
    try tour.say("The first rows of package:")
    try tour.write(
      TextTable(
        [
          "pk", "name", "priority", "is_essential", "size", "homepage", "section", "source",
          "archive bytes",
        ], rows: packages))
    for child in Self.childTables {
      try tour.say("The first rows of \(child.table):")
      try tour.write(TextTable(child.columns, rows: session.rows(child.query)))
    }
  }

  private static let childTables: [(table: String, columns: [String], query: Criteria)] = [
    (
      "package_depends", ["parent_pk", "array_index", "value"],
      "SELECT * FROM package_depends LIMIT 4"
    ),
    (
      "package_dependencies", ["parent_pk", "array_index", "fk"],
      "SELECT * FROM package_dependencies LIMIT 4"
    ),
    ("package_tags", ["parent_pk", "value"], "SELECT * FROM package_tags LIMIT 4"),
    (
      "package_checksums", ["parent_pk", "dictionary_key", "value"],
      "SELECT * FROM package_checksums LIMIT 4"
    ),
  ]

  /// Shows the records of codecs. Because of them, another codec or version is refused instead of
  /// misreading rows.
  private func showReport(_ tour: Tour) throws {
    let store = tour.store
    try tour.say(
      """
      The database also records which codec wrote which column. debian-version is chosen by the \
      registry, debian-relation by the type Relation itself, and nobody declared a codec for \
      OtherRelations, which makes it a keyed-archive. A report says what the file has, and what \
      the next use of the class would change:
      """)
    try tour.write(code: "try store.blocking.schema(of: Package.self)")
    let report = try store.blocking.schema(of: Package.self)
    var table = TextTable(["table", "rows", "column", "holds", "property", "codec", "version"])
    for part in report.tables {
      for (index, column) in part.columns.enumerated() {
        let heads = index == 0 ? [part.name, part.rowCount.grouped] : ["", ""]
        table.append(heads + Self.cells(of: column))
      }
    }
    try tour.write(table)
    try tour.check(
      "the file is as the class wants it", report.pending.isEmpty && report.conflict == nil)
    let codecs = Set(report.tables.flatMap(\.columns).compactMap(\.codec))
    try tour.check(
      "both codecs of the demo and the fallback are in use",
      codecs.isSuperset(of: ["debian-version", "debian-relation", "keyed-archive"]))
  }

  private static func cells(of column: ColumnReport) -> [String] {
    let version = column.versions.map { String($0.upperBound) }
    return [
      column.name, column.storage ?? "", column.property ?? "", column.codec ?? "", version ?? "",
    ]
  }
}
