// The tables that hold objects of an abstract class. The file does not record abstract classes:
// their subclasses are those that the store has met, and a table that may belong to another
// subclass is an error.

import PersistentObjectsDriver
import PersistentObjectsSchema

extension Session {
  /// Returns the subclasses of an abstract class that rows may belong to. If none has a table yet,
  /// it returns one whose table is still to be created. Throws `unknownClass` if the store has met
  /// no subclass.
  func concreteFamily(of entity: EntityDescription) throws -> [EntityDescription] {
    let subclasses = try subclasses(of: entity)
    if !subclasses.isEmpty { return subclasses }
    if let first = store.directory.subclasses(of: entity).first { return [first] }
    throw PersistenceError(
      .unknownClass,
      """
      \(entity.className) is abstract, and the store does not know a class that inherits from it; name its \
      subclasses in the store's `classes`
      """, context: entity.place)
  }

  /// Does the same as ``subclasses(of:)``, for an abstract class.
  func concreteSubclasses(of entity: EntityDescription) throws -> [EntityDescription] {
    if let superclass = entity.concrete { try store.directory.add(superclass) }
    let known = store.directory.subclasses(of: entity)
    // The first use of a class has already updated the file's records to this version's form.
    let isRecorded = known.contains { knownPlan($0) != nil }
    let tables = try reading { connection in
      try isRecorded
        ? SchemaCatalog.recordedTables(connection) : SchemaCatalog(connection).records
    }
    if let table = try suspects(of: entity, tables).min() {
      throw unknownClass(
        of: table, tables, which: "may be of a subclass of", entity,
        remedy: ", or prune the table if the program no longer has such a class")
    }
    return known.filter { $0.hasTable(in: tables) }
  }

  // MARK: Unknown classes

  /// Returns the tables of classes that the store has not met and that may inherit from an abstract
  /// class.
  private func suspects(
    of entity: EntityDescription, _ tables: [String: SchemaCatalog.RecordedTable]
  ) throws -> [String] {
    let unknown = tables.keys.filter {
      tables[$0]?.owner == nil && store.directory.entity(table: $0) == nil
    }
    let superclasses = unknown.map { knownSuperclass(of: $0, tables) }
    let related = zip(unknown, superclasses).filter { _, superclass in
      superclass === entity.concrete || superclass?.inherits(from: entity) == true
    }
    if related.isEmpty { return [] }
    let properties = try reading { try SchemaCatalog.recordedProperties($0, tables: tables) }
    return related.filter { table, superclass in
      superclass?.inherits(from: entity) == true
        || entity.mayHave(recorded: properties[table] ?? [])
    }.map(\.0)
  }

  /// Returns the nearest superclass of a table's class that the store has met.
  private func knownSuperclass(
    of table: String, _ tables: [String: SchemaCatalog.RecordedTable]
  ) -> EntityDescription? {
    var next = tables[table]?.superclass
    // In a file that someone has edited, the records may form a cycle.
    var seen: Set = [table]
    while let superclass = next, seen.insert(superclass).inserted {
      if let entity = store.directory.entity(table: superclass) { return entity }
      next = tables[superclass]?.superclass
    }
    return nil
  }
}

extension EntityDescription {
  /// Whether the file has the table of this class, under its current or a former name.
  func hasTable(in tables: [String: SchemaCatalog.RecordedTable]) -> Bool {
    ([table] + renamedFrom).contains { tables[$0] != nil }
  }

  /// Whether a table may belong to a subclass, judging by its recorded properties: the tables of
  /// all subclasses have those that an abstract class declares, unless they are all new.
  fileprivate func mayHave(recorded names: Set<String>) -> Bool {
    let own = properties.dropFirst(concrete?.properties.count ?? 0).filter { $0.derived == nil }
    return own.isEmpty || own.contains { names.contains($0.name) || names.contains($0.column) }
  }
}
