import PersistentObjectsInspection

/// Looks up the objects that references name.
final class LegacyReferenceCheck {
  private let database: DatabaseFile
  private let lastKeys: [String: Int64]
  private var lookups: [String: LegacyStatement] = [:]
  /// The tables of classes, from the map and from earlier lookups.
  private var tables: [String: String]
  /// The tables by their names in lower case.
  private lazy var byLowerCase = Dictionary(
    lastKeys.keys.sorted().map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - lastKeys: for each table of a class, the last key that was ever used.
  ///   - tables: the tables of classes whose names do not follow the original's rule.
  init(_ database: DatabaseFile, lastKeys: [String: Int64], tables: [String: String]) {
    self.database = database
    self.lastKeys = lastKeys
    self.tables = tables
  }

  /// Returns the table of a class; nil if the file does not have it.
  func table(ofClass name: String) -> String? {
    if let known = tables[name] { return known }
    let table = LegacyName.inFile(name)
    guard isTable(table) else { return nil }
    if tables.count < 10_000 { tables[name] = table }
    return table
  }

  func isTable(_ name: String) -> Bool { lastKeys[name] != nil }

  /// Returns the table with a name, regardless of case.
  func table(named name: String) -> String? {
    isTable(name) ? name : byLowerCase[name.lowercased()]
  }

  /// Returns whether a reference's key was ever used.
  func wasGiven(_ reference: LegacyReference) -> Bool {
    lastKeys[reference.table].map { reference.key <= $0 } ?? false
  }

  func exists(_ reference: LegacyReference) throws -> Bool {
    guard isTable(reference.table) else { return false }
    let lookup = try lookup(reference.table)
    defer { lookup.reset() }
    lookup.bind(reference.key, at: 0)
    return try lookup.step()
  }

  private func lookup(_ table: String) throws -> LegacyStatement {
    if let known = lookups[table] { return known }
    let sql = "SELECT 1 FROM \(LegacyName.quoted(table)) WHERE pk = ?"
    let lookup = try database.prepare(sql)
    lookups[table] = lookup
    return lookup
  }
}
