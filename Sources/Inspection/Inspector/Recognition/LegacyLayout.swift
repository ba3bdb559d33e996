/// The tables of a file, before their contents are examined.
package struct LegacyLayout {
  private(set) var tables: [LegacyTable] = []
  /// The tables of classes.
  package private(set) var objectTables: [LegacyTable] = []
  /// The child tables.
  package private(set) var elementTables: [LegacyTable] = []
  /// The views, virtual tables and other objects that the original never made.
  package private(set) var others: [String] = []
  /// Whether the file is a store of this package.
  private(set) var isStore = false
  package private(set) var counters: [String: Int64] = [:]
  /// A table whose name Swift considers equal to that of another one, while SQLite compares bytes.
  package private(set) var twin: String?
  private var names: Set<String> = []

  package init(_ database: DatabaseFile) throws {
    let list = try database.prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid")
    while try list.step() {
      guard let type = list.cell(0).text, let name = list.cell(1).text else { continue }
      try add(type, name, sql: list.cell(2).text ?? "", database)
    }
    try readCounters(database)
  }

  private mutating func add(
    _ type: String, _ name: String, sql: String, _ database: DatabaseFile
  ) throws {
    if name == "_persistent_table" { isStore = true }
    if name.lowercased().hasPrefix("sqlite_") { return }
    guard type == "table", !sql.uppercased().hasPrefix("CREATE VIRTUAL") else {
      others.append(name)
      return
    }
    if !names.insert(name).inserted { twin = name }
    let columns = try Self.columns(of: name, database)
    let table = LegacyTable(name: name, columns: columns, place: tables.count)
    tables.append(table)
    switch table.shape {
    case .objects: objectTables.append(table)
    case .elements: elementTables.append(table)
    default: break
    }
  }

  private static func columns(
    of table: String, _ database: DatabaseFile
  ) throws -> [LegacyTable.Column] {
    let list = try database.prepare("SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)")
    list.bind(table, at: 0)
    var columns: [LegacyTable.Column] = []
    while try list.step() {
      columns.append(
        LegacyTable.Column(
          name: list.cell(0).text ?? "", type: list.cell(1).text ?? "",
          keyPlace: list.cell(2).integer ?? 0, isHidden: list.cell(3) != .integer(0)))
    }
    return columns
  }

  private mutating func readCounters(_ database: DatabaseFile) throws {
    guard let table = tables.first(where: { $0.shape == .counters }) else { return }
    let list = try database.prepare(
      "SELECT name, seq FROM \(LegacyName.quoted(table.name))")
    while try list.step() {
      if let name = list.cell(0).text, let count = list.cell(1).integer {
        counters[name] = count
      }
    }
  }
}

extension LegacyLayout {
  var hasCounters: Bool { tables.contains { $0.shape == .counters } }

  package var foreignTables: [LegacyTable] { tables.filter { $0.shape == .other } }
}
