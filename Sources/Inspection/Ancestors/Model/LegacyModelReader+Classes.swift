import PersistentObjectsInspection

// The classes of a model: names, key counters, superclasses.

extension LegacyModelReader {
  mutating func `class`(_ table: LegacyTable) throws -> LegacyClass {
    let own = properties(of: table)
    let (name, isKnown) = className(of: table.name)
    let greatest = try file.greatestKey(of: table.name)
    checkCounter(of: table.name, greatest: greatest)
    let collections = self.collections[table.name] ?? []
    check(names: own.map(\.name) + collections.map(\.name), of: table.name)
    return LegacyClass(
      table: table.name, name: name, isNameKnown: isKnown,
      rowCount: try file.rowCount(of: table.name), lastKey: file.layout.counters[table.name],
      greatestKey: greatest, properties: own, collections: collections,
      possibleSuperclasses: relations.possibleSuperclasses(of: table.name),
      mappedTables: map.tables)
  }

  private mutating func className(of table: String) -> (name: String, isKnown: Bool) {
    if let name = map.classes[table] { return (name, true) }
    let names = (classNames[table] ?? []).sorted()
    let usual = LegacyName.className(ofTable: table)
    if names.count > 1 {
      doubts.append(
        LegacyDoubt(.className, table: table, "references name \(names.joined(separator: ", "))"))
    }
    if let name = names.first { return (names.contains(usual) ? usual : name, true) }
    doubts.append(
      LegacyDoubt(.className, table: table, "no reference names the class; it is called \(usual)"))
    return (usual, false)
  }

  private mutating func checkCounter(of table: String, greatest: Int64?) {
    let counter = file.layout.counters[table]
    guard let counter else {
      doubts.append(LegacyDoubt(.keyCounter, table: table, "it has no key counter"))
      return
    }
    if counter < greatest ?? 0 {
      doubts.append(
        LegacyDoubt(
          .keyCounter, table: table, "its key counter, \(counter), is less than the greatest key"))
    }
  }

  private mutating func check(names: [String], of table: String) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      doubts.append(
        LegacyDoubt(
          .sameName, table: table, column: name,
          "two properties have this name; give one of them another in the map"))
    }
  }
}
