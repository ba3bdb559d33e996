import PersistentObjects
import PersistentObjectsSQLite

/// The tables and other parts of another program's database.
package struct ForeignSchema {
  package let tables: [ForeignTable]
  /// The views, triggers and virtual tables, by name. No class represents them.
  package let others: [(kind: String, name: String)]
  /// The names of the entities of Core Data, if that has made the database.
  package let entities: [String]

  /// - Parameter omitted: the names of tables to leave out.
  ///
  /// Throws `unknownClass` if there is no such table.
  package init(_ file: DatabaseFile, omitting omitted: Set<String> = []) throws {
    let virtual = try Self.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage = 0 ORDER BY name", file)
    let names = try Self.texts(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 \
      AND name NOT GLOB 'sqlite_*' ORDER BY name
      """, file)
    // A virtual table keeps its data in additional tables.
    let shadows = try Set(
      Self.texts(
        "SELECT name FROM pragma_table_list WHERE type = 'shadow' AND schema = 'main'", file))
    if let name = omitted.subtracting(names).min() {
      throw PersistenceError(.unknownClass, "\(file.path) has no table \(name) to leave out")
    }
    let own = names.filter { !shadows.contains($0) && !omitted.contains($0) }
    entities =
      names.contains("Z_PRIMARYKEY")
      ? try Self.texts("SELECT Z_NAME FROM Z_PRIMARYKEY ORDER BY 1", file) : []
    let withoutRowID = try Set(
      Self.texts("SELECT name FROM pragma_table_list WHERE wr = 1 AND schema = 'main'", file))
    tables = try own.map { try ForeignTable($0, isWithoutRowID: withoutRowID.contains($0), file) }
    let rest = try file.rows(
      "SELECT type, name FROM sqlite_schema WHERE type IN ('view', 'trigger') ORDER BY 1, 2")
    others =
      omitted.sorted().map { ("table", $0) } + virtual.map { ("virtual table", $0) }
      + rest.compactMap { row in
        if case (.text(let kind), .text(let name)) = (row[0], row[1]) { (kind, name) } else { nil }
      }
  }

  private static func texts(_ sql: String, _ file: DatabaseFile) throws -> [String] {
    try file.rows(sql).compactMap { if case .text(let text) = $0[0] { text } else { nil } }
  }

  /// Returns the table with a name. The case of its letters is ignored, unless one matches exactly.
  package func table(_ name: String) -> ForeignTable? {
    tables.first { $0.name == name }
      ?? tables.first { $0.name.foldedName == name.foldedName }
  }

  /// Returns words for the target of a foreign key that has no class.
  package func description(ofTarget name: String) -> String {
    let other = others.first { $0.kind != "trigger" && $0.name.foldedName == name.foldedName }
    return other.map { "the \($0.kind) \($0.name), which has no class" }
      ?? "the table \(name), which is missing"
  }
}

extension ForeignTable {
  fileprivate init(_ name: String, isWithoutRowID: Bool, _ file: DatabaseFile) throws {
    let literal = SQLiteDialect().literal(.text(name))
    self.init(
      name: name,
      columns: try file.rows(
        """
        SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(\(literal)) \
        WHERE hidden <> 1 ORDER BY cid
        """
      ).compactMap(Column.init),
      foreignKeys: try Self.foreignKeys(literal, file), indices: try Self.indices(literal, file),
      isWithoutRowID: isWithoutRowID,
      declaration: ForeignDeclaration(
        try file.firstValue(
          "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = \(literal)"
        ).text ?? ""))
  }

  private static func foreignKeys(
    _ table: String, _ file: DatabaseFile
  ) throws -> [ForeignReference] {
    let rows = try file.rows(
      """
      SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(\(table)) \
      ORDER BY id, seq
      """)
    // SQLite lists the last foreign key first.
    let keys = Dictionary(grouping: rows) { $0[0] }.sorted {
      $0.key.integer ?? 0 > $1.key.integer ?? 0
    }
    return keys.compactMap { _, parts in
      guard let target = parts[0][1].text else { return nil }
      return ForeignReference(
        columns: parts.compactMap { $0[2].text }, target: target,
        targetColumns: parts.compactMap { $0[3].text }, onDelete: parts[0][4].text ?? "NO ACTION")
    }
  }

  private static func indices(_ table: String, _ file: DatabaseFile) throws -> [ForeignIndex] {
    let rows = try file.rows(
      """
      SELECT l.name, l."unique", l.partial, x.name, x."desc", x.coll, l.origin \
      FROM pragma_index_list(\(table)) AS l, pragma_index_xinfo(l.name) AS x \
      WHERE x.key = 1 ORDER BY l.seq DESC, x.seqno
      """)
    var indices: [ForeignIndex] = []
    for (name, parts) in rows.grouped(by: { $0[0].text ?? "" }) {
      let columns = parts.compactMap { part in
        part[3].text.map { ForeignIndex.Column(name: $0, isDescending: part[4].integer == 1) }
      }
      indices.append(
        ForeignIndex(
          name: name, columns: columns, isUnique: parts[0][1].integer == 1,
          isOfPrimaryKey: parts[0][6].text == "pk", isOfConstraint: parts[0][6].text == "u",
          peculiarity: peculiarity(of: parts)))
    }
    return indices
  }

  /// Returns the reason why no index of a class can be the same; nil if one can.
  private static func peculiarity(of parts: [[StoredValue]]) -> String? {
    if parts.contains(where: { $0[3].text == nil }) { return "it has an expression" }
    if parts[0][2].integer != 0 { return "it covers only some rows" }
    let collations = parts.compactMap { $0[5].text }.filter { $0.uppercased() != "BINARY" }
    return collations.first.map { "it compares by \($0)" }
  }
}

extension ForeignTable.Column {
  fileprivate init?(_ row: [StoredValue]) {
    guard let name = row[0].text else { return nil }
    self.init(
      name: name, declaredType: (row[1].text ?? "").uppercased(), isRequired: row[2].integer == 1,
      defaultText: row[3].text, keyPlace: Int(clamping: row[4].integer ?? 0),
      isGenerated: row[5].integer ?? 0 > 1)
  }
}

extension [[StoredValue]] {
  /// Returns the groups of consecutive rows with the same key.
  fileprivate func grouped(
    by key: ([StoredValue]) -> String
  ) -> [(key: String, rows: [[StoredValue]])] {
    reduce(into: []) { groups, row in
      if groups.last?.key == key(row) {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append((key(row), [row]))
      }
    }
  }
}
