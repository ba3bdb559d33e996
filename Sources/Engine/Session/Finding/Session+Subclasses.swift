// Which tables hold objects of a class, by what the file records of inheritance.

extension Session {
  /// The classes that inherit from one, directly or not, and have a table in the file; in the order
  /// of their tables' names, without the class itself. Their plans are still to be made.
  ///
  /// Throws `unknownClass` when the file has a table of a subclass that the store has not met, so
  /// that objects are never left out silently. One statement each time: any program may make such a table
  /// at any moment, and to ask the file whether it has changed would be a statement, too.
  func subclasses(of entity: EntityDescription) throws -> [EntityDescription] {
    if entity.isAbstract { return try concreteSubclasses(of: entity) }
    let tables = try reading { try SchemaCatalog.recordedTables($0) }
    let known = store.directory.subclasses(of: entity).filter { $0.hasTable(in: tables) }
    let names = Set([entity.table, entity.renamedFrom].compactMap(\.self))
    for table in SchemaCatalog.tables(inheritingFrom: names, tables) {
      let subclass = store.directory.entity(table: table)
      guard subclass?.inherits(from: entity) != true else { continue }
      throw unknownClass(of: table, tables, which: "inherits from", entity)
    }
    return known
  }

  /// The error for a table of a class that the store has not met.
  func unknownClass(
    of table: String, _ tables: [String: SchemaCatalog.RecordedTable], which relation: String,
    _ entity: EntityDescription, remedy: String = ""
  ) -> PersistenceError {
    PersistenceError(
      .unknownClass,
      """
      the file has objects of \(tables[table]?.className ?? "a class") in the table '\(table)', which \
      \(relation) \(entity.className), but the store has not met that class; name it in the store's \
      `classes`\(remedy)
      """,
      context: .init(className: entity.className, table: table))
  }
}
