/// The classes that a store has met, by table name.
final class EntityDirectory: Sendable {
  private let entities = Guarded(Names())

  private struct Names {
    var byTable: [String: EntityDescription] = [:]
    var byID: [Int32: EntityDescription] = [:]
    /// The properties that child tables belong to.
    var children: [String: String] = [:]
  }

  /// Adds a class; throws if another class has the same table. Abstract classes need not be added.
  func add(_ entity: EntityDescription) throws {
    if entity.isAbstract { return }
    try entities.withLock { entities in
      entities.byID[entity.id] = entity
      if let owner = entities.children[entity.table] {
        throw PersistenceError(
          .invalidModel,
          """
          the class \(entity.className) has the table '\(entity.table)', which is the child table \
          of \(owner); give one of them another name with @Persistent(table:) or @Column
          """,
          context: entity.place)
      }
      let other = entities.byTable.updateValue(entity, forKey: entity.table)
      guard let other, other !== entity else { return }
      entities.byTable[entity.table] = other
      throw PersistenceError(
        .invalidModel,
        """
        the classes \(other.className) and \(entity.className) have the same table; give one of \
        them another with @Persistent(table:)
        """,
        context: entity.place)
    }
  }

  /// Reserves the name of a child table, so that no class and no other property can use it.
  func claim(childTable table: String, for owner: String) throws {
    let other = entities.withLock { entities in
      if let entity = entities.byTable[table] { return entity.className as String? }
      let other = entities.children.updateValue(owner, forKey: table)
      return other == owner ? nil : other
    }
    guard let other else { return }
    throw PersistenceError(
      .invalidModel,
      """
      \(owner) needs the child table '\(table)', which is the table of \(other); give one of them \
      another name with @Persistent(table:) or @Column
      """,
      context: .init(table: table))
  }

  /// Whether a table belongs to a class.
  func hasEntity(table: String) -> Bool { entities.withLock { $0.byTable[table] != nil } }

  /// The class of a table, or of one that had this name.
  func entity(table: String) -> EntityDescription? {
    entities.withLock { entities in
      entities.byTable[table] ?? entities.byTable.values.first { $0.renamedFrom == table }
    }
  }

  /// Returns the class of a table; throws `unknownClass` if there is none.
  func entity(forTable table: String) throws -> EntityDescription {
    if let entity = entity(table: table) { return entity }
    throw PersistenceError(
      .unknownClass,
      """
      the table '\(table)' belongs to no class that this store knows; name the class in the store's \
      `classes`
      """,
      context: .init(table: table))
  }

  /// The known classes that inherit from one, in the order of their tables' names.
  func subclasses(of entity: EntityDescription) -> [EntityDescription] {
    entities.withLock { $0.byTable.values.filter { $0 !== entity && $0.inherits(from: entity) } }
      .sorted { $0.table < $1.table }
  }

  /// The class with an ``EntityDescription/id``.
  func entity(id: Int32) -> EntityDescription? { entities.withLock { $0.byID[id] } }
}
