import PersistentObjectsInspection

/// Finds the class to which each child table belongs, by its name first.
///
/// The name of a child table begins with that of its class: `person_friends`. With the classes
/// `person` and `person_group`, the table `person_group_members` could belong to either. Then the
/// order in which tables were created decides, unless the keys in the table are those of another
/// class.
struct LegacyChildOwners {
  private let database: DatabaseFile
  private let layout: LegacyLayout
  private let map: LegacyMap
  private let candidates: [String: [LegacyTable]]
  /// Whether the writer created child tables after the tables of their classes, unlike the
  /// original.
  private let childrenComeAfter: Bool

  struct Owner {
    let table: LegacyTable
    /// The reason for choosing this class among several; nil if there was no choice.
    var reason: String?
  }

  init(_ database: DatabaseFile, _ layout: LegacyLayout, _ map: LegacyMap) {
    self.database = database
    self.layout = layout
    self.map = map
    let candidates = layout.possibleOwners
    let certain = layout.elementTables.filter { candidates[$0.name]?.count == 1 }
    self.candidates = candidates
    childrenComeAfter =
      !certain.isEmpty
      && certain.allSatisfy { $0.neighbourBefore(layout) == candidates[$0.name]?.first?.name }
  }

  /// Returns the class of a child table; nil if there is none.
  func owner(of child: LegacyTable) throws -> Owner? {
    let owners = candidates[child.name] ?? []
    if let name = map.owners[child.name] {
      return owners.first { $0.name == name }.map { Owner(table: $0) }
    }
    guard let first = owners.first else { return nil }
    if owners.count == 1 { return Owner(table: first) }
    return try chosen(among: owners, for: child)
  }

  private func chosen(
    among owners: [LegacyTable], for child: LegacyTable
  ) throws -> Owner? {
    var orphans: [String: Int64] = [:]
    for owner in owners { orphans[owner.name] = try self.orphans(of: child, owner) }
    let parents = try parentCount(of: child)
    // The original left the elements of deleted objects behind, so some parents may be missing.
    if let neighbour = neighbour(of: child, owners),
      orphans[neighbour.name, default: 0] * 2 <= parents
    {
      return Owner(table: neighbour, reason: "it was made along with that class's table")
    }
    let fewest = orphans.values.min()
    let best = owners.filter { orphans[$0.name] == fewest }
    if best.count == 1 {
      return best.first.map { Owner(table: $0, reason: "its keys are keys of that class") }
    }
    let longest = best.max { $0.name.utf8.count < $1.name.utf8.count }
    return longest.map { Owner(table: $0, reason: "its name is the longest that fits") }
  }

  private func parentCount(of child: LegacyTable) throws -> Int64 {
    let table = LegacyName.quoted(child.name)
    let count = try database.firstCell(
      "SELECT count(DISTINCT CAST(parent_pk AS INTEGER)) FROM \(table)")
    return count.integer ?? 0
  }

  private func orphans(
    of child: LegacyTable, _ owner: LegacyTable
  ) throws -> Int64 {
    let (child, owner) = (
      LegacyName.quoted(child.name), LegacyName.quoted(owner.name)
    )
    let count = try database.firstCell(
      """
      SELECT count(*) FROM (SELECT DISTINCT CAST(parent_pk AS INTEGER) AS key FROM \(child))
      WHERE key NOT IN (SELECT pk FROM \(owner))
      """)
    return count.integer ?? 0
  }
}

// MARK: - The order of creation

extension LegacyChildOwners {
  /// Returns the nearest class in the order of tables. The original created a class's child tables
  /// right before its table. If the file shows that another writer created them right after it,
  /// that order counts.
  private func neighbour(of child: LegacyTable, _ owners: [LegacyTable]) -> LegacyTable? {
    let name = childrenComeAfter ? child.neighbourBefore(layout) : child.neighbourAfter(layout)
    return owners.first { $0.name == name }
  }
}

extension LegacyTable {
  /// Returns the last class whose table was created before this one.
  fileprivate func neighbourBefore(_ layout: LegacyLayout) -> String? {
    layout.objectTables.last { $0.place < place }?.name
  }

  fileprivate func neighbourAfter(_ layout: LegacyLayout) -> String? {
    layout.objectTables.first { $0.place > place }?.name
  }
}

extension LegacyLayout {
  /// The classes to which each child table may belong, keyed by its name.
  var possibleOwners: [String: [LegacyTable]] {
    let classes = Dictionary(
      objectTables.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let lengths = Set(classes.keys.map(\.utf8.count))
    return Dictionary(
      elementTables.map { ($0.name, $0.owners(among: classes, lengths: lengths)) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension LegacyTable {
  /// Returns the classes whose tables are named like the part of the name before a `_`. Parts that
  /// are as long as no class's name are not copied: a hostile name has thousands of them.
  fileprivate func owners(
    among classes: [String: LegacyTable], lengths: Set<Int>
  ) -> [LegacyTable] {
    name.indices.dropFirst().dropLast().compactMap { end in
      guard name[end] == "_",
        lengths.contains(name.utf8.distance(from: name.startIndex, to: end))
      else { return nil }
      return classes[String(name[..<end])]
    }
  }
}
