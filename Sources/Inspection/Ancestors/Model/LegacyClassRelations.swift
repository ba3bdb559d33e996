import PersistentObjectsInspection

/// The possible relations of classes. A class may be a superclass of one that has all its
/// properties.
struct LegacyClassRelations {
  private let tables: [LegacyTable]
  /// The columns and child tables of each class, with their types.
  private let properties: [String: Set<String>]

  init(_ layout: LegacyLayout) {
    tables = layout.objectTables
    var properties: [String: Set<String>] = [:]
    for table in tables where tables.count <= Self.mostTables {
      properties[table.name] = Set(table.properties.map { "\($0.name) \($0.type)" })
    }
    let possibleOwners = layout.possibleOwners
    for child in layout.elementTables {
      // Leave out child tables that could belong to another class, too.
      let owners = possibleOwners[child.name] ?? []
      guard owners.count == 1, let owner = owners.first?.name else { continue }
      properties[owner]?.insert("\(child.name.dropFirst(owner.count)) \(child.shape)")
    }
    self.properties = properties
  }

  /// The maximum number of classes to compare. Each is compared with every other, which would take
  /// hours for a hostile file.
  private static let mostTables = 1000

  func possibleSuperclasses(of table: String) -> [String] {
    guard let own = properties[table] else { return [] }
    return tables.map(\.name).filter { isSuperclass(properties[$0] ?? [], of: own) }
  }

  private func isSuperclass(_ properties: Set<String>, of own: Set<String>) -> Bool {
    !properties.isEmpty && properties.count < own.count && own.isSuperset(of: properties)
  }

  private func isRelated(_ properties: Set<String>, to own: Set<String>) -> Bool {
    if isSuperclass(properties, of: own) || isSuperclass(own, of: properties) { return true }
    let smaller = min(properties.count, own.count)
    return smaller >= 4 && properties.intersection(own).count * 4 >= smaller * 3
  }

  /// Returns the tables of classes that may be superclasses, subclasses or siblings: the two
  /// classes share most properties of the smaller one. A program adds properties to tables one by
  /// one as it uses them, so some may be missing.
  func related(to table: String) -> [LegacyTable] {
    guard let own = properties[table] else { return [] }
    return tables.filter { $0.name != table && isRelated(properties[$0.name] ?? [], to: own) }
  }
}
