// The tables that hold objects of a class, according to the inheritance that the file records.

import PersistentObjectsDriver
import PersistentObjectsSchema

extension Session {
  /// Returns the classes that inherit from a class, directly or indirectly, and have a table in the
  /// file, ordered by table name, without the class itself. Their plans may not have been made yet.
  ///
  /// Throws `unknownClass` if the file has a table of a subclass that the store has not met, so
  /// that objects are never left out silently. Runs one statement each time: any program may create
  /// such a table at any moment, and finding out whether the file has changed would take a
  /// statement, too.
  func subclasses(of entity: EntityDescription) throws -> [EntityDescription] {
    if entity.isAbstract { return try concreteSubclasses(of: entity) }
    let tables = try reading { try SchemaCatalog.recordedTables($0) }
    let known = store.directory.subclasses(of: entity).filter { $0.hasTable(in: tables) }
    let names = Set([entity.table] + entity.renamedFrom)
    for table in SchemaCatalog.tables(inheritingFrom: names, tables) {
      let subclass = store.directory.entity(table: table)
      guard subclass?.inherits(from: entity) != true else { continue }
      throw unknownClass(of: table, tables, which: "inherits from", entity)
    }
    return known
  }

  /// Returns the error for a table of a class that the store has not met.
  func unknownClass(
    of table: String, _ tables: [String: SchemaCatalog.RecordedTable], which relation: String,
    _ entity: EntityDescription, remedy: String = ""
  ) -> PersistenceError {
    PersistenceError(
      .unknownClass,
      """
      the file has objects of \(tables[table]?.className ?? "a class") in the table '\(table)', which \
      \(relation) \(entity.className), but the store does not know that class; name it in the store's \
      `classes`\(remedy)
      """,
      context: .init(className: entity.className, table: table))
  }
}
