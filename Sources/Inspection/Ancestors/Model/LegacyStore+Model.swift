import PersistentObjects
import PersistentObjectsInspection

extension LegacyStore {
  /// Determines the model of the file, reading each table once.
  ///
  /// - Parameter map: names and kinds that cannot be derived from the file.
  /// - Throws: `PersistenceError` if the file is another kind of database, if the map names
  ///   something that the file does not have, or if the file cannot be read.
  public func model(map: LegacyMap = LegacyMap()) throws -> LegacyModel {
    try requireLegacy()
    try map.check(layout)
    let model = try LegacyModelReader(self, map).model()
    try requireUnchanged()
    return model
  }

  /// Throws `invalidModel` if the file is another kind of database, or if the names of two tables
  /// cannot be told apart.
  func requireLegacy() throws {
    guard recognition.isLegacy else {
      throw PersistenceError(
        .invalidModel,
        "\(path) was not written by SQLite Persistent Objects: "
          + recognition.reasons.joined(separator: ", ") + ".")
    }
    if let twin = layout.twin {
      throw PersistenceError(
        .invalidModel,
        """
        \(path) has two tables called \(twin), with composed and with decomposed letters; rename \
        one of them in a copy of the file
        """)
    }
  }

  /// Returns the last key that was ever used, by table.
  func lastKeys() throws -> [String: Int64] {
    if let knownKeys { return knownKeys }
    var keys: [String: Int64] = [:]
    for table in layout.objectTables {
      let greatest = try greatestKey(of: table.name) ?? 0
      keys[table.name] = max(greatest, layout.counters[table.name] ?? 0)
    }
    knownKeys = keys
    return keys
  }

  func greatestKey(of table: String) throws -> Int64? {
    try database.firstCell("SELECT max(pk) FROM \(LegacyName.quoted(table))").integer
  }

  func rowCount(of table: String) throws -> Int64 {
    try database.firstCell("SELECT count(*) FROM \(LegacyName.quoted(table))").integer ?? 0
  }
}

extension LegacyMap {
  /// Throws an error if the map names something that the file does not have. Otherwise, a typing
  /// error would be ignored silently.
  func check(_ layout: LegacyLayout) throws {
    let tables = Set(layout.objectTables.map(\.name))
    let children = layout.elementTables.map(\.name)
    for table in Set(names.keys).union(classes.keys).union(kinds.keys).union(owners.values).sorted()
    where !tables.contains(table) {
      throw PersistenceError(
        .invalidModel, "The map names the table \(table), which the file does not have.")
    }
    for child in owners.keys.sorted() where !children.contains(child) {
      throw PersistenceError(
        .invalidModel, "The map names the child table \(child), which the file does not have.")
    }
    for (child, owner) in owners.sorted(by: { $0.key < $1.key })
    where !child.hasPrefix(owner + "_") {
      throw PersistenceError(
        .invalidModel, "Judging by its name, \(child) cannot belong to \(owner).")
    }
    for table in layout.objectTables { try check(table, children) }
    try requireOneTable()
  }

  /// Throws an error if the map gives two tables to one class.
  private func requireOneTable() throws {
    let tables = Dictionary(grouping: classes.keys, by: { classes[$0] ?? "" })
    guard let (name, twins) = tables.filter({ $1.count > 1 }).min(by: { $0.key < $1.key })
    else { return }
    throw PersistenceError(
      .invalidModel,
      "The map names the class \(name) for several tables: \(twins.sorted().joined(separator: ", "))."
    )
  }

  private func check(_ table: LegacyTable, _ children: [String]) throws {
    let columns = Set(table.properties.map(\.name))
    for column in (names[table.name] ?? [:]).keys.sorted()
    where !columns.contains(column) && !children.contains("\(table.name)_\(column)") {
      throw noColumn(column, in: table.name)
    }
    for column in (kinds[table.name] ?? [:]).keys.sorted() where !columns.contains(column) {
      throw noColumn(column, in: table.name)
    }
  }

  private func noColumn(_ column: String, in table: String) -> PersistenceError {
    PersistenceError(
      .invalidModel,
      "The map names the column \(column) of \(table), which the file does not have.")
  }
}
