import PersistentObjectsConnections
import PersistentObjectsDriver

/// The classes that a store knows, by table name.
///
/// The classes passed to the store are described when the directory is first searched, not when the
/// store is opened: describing each of them would take most of the time of opening it.
final class EntityDirectory: Sendable {
  private let entities = Guarded(Names())
  private let given: Guarded<Given>

  private struct Given {
    /// The classes that are not described yet.
    var waiting: [any PersistentObject.Type]
    /// The error of the first class that could not be added.
    var failure: (any Error)?
  }

  /// Creates a directory with the classes that were passed to the store.
  init(_ classes: [any PersistentObject.Type]) { given = Guarded(Given(waiting: classes)) }

  private struct Names {
    var byTable: [String: EntityDescription] = [:]
    var byID = EntityTable<EntityDescription>()
    /// The classes whose tables had another name in an earlier version of the program, by that
    /// name.
    var byFormerTable: [String: EntityDescription] = [:]
    /// The property that owns each child table, by table name.
    var children: [String: String] = [:]
  }

  /// Throws if the classes that were passed to the store conflict.
  func requireSound() throws { if let failure = describeGiven() { throw failure } }

  /// Describes the classes that were passed to the store. Concurrent callers wait for it to finish.
  /// - Returns: the error of the first class that could not be added; searches for classes do not
  ///   throw it.
  @discardableResult
  private func describeGiven() -> (any Error)? {
    given.withLock { given in
      let waiting = given.waiting
      given.waiting = []
      for type in waiting {
        do { try add(type._entity) } catch { given.failure = given.failure ?? error }
      }
      return given.failure
    }
  }

  /// Adds a class. Throws if its table is that of another class or a child table. Ignores abstract
  /// classes.
  func add(_ entity: EntityDescription) throws {
    if entity.isAbstract { return }
    try entities.withLock { entities in
      entities.byID[entity.id] = entity
      for former in entity.renamedFrom { entities.byFormerTable[former] = entity }
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
    try requireSound()
    let other = entities.withLock { entities -> String? in
      if let entity = entities.byTable[table] { return entity.className }
      if let other = entities.children[table], other != owner { return other }
      entities.children[table] = owner
      return nil
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
  func hasEntity(table: String) -> Bool { known { $0.byTable[table] != nil } }

  /// Returns the classes that have the former name of a class's table, or whose table had the name
  /// that the class's has now.
  func namesakes(of entity: EntityDescription) -> [EntityDescription] {
    known { entities in
      var found: [EntityDescription] = []
      found += entity.renamedFrom.compactMap { entities.byTable[$0] }
      if let other = entities.byFormerTable[entity.table] { found.append(other) }
      return found
    }
  }

  private func known<R>(_ find: (borrowing Names) -> R) -> R {
    describeGiven()
    return entities.withLock { find($0) }
  }

  /// Returns the class whose table has this name, or had it in an earlier version of the program.
  func entity(table: String) -> EntityDescription? {
    known { entities in
      entities.byTable[table] ?? entities.byFormerTable[table]
    }
  }

  /// Returns the class of a table. Throws `unknownClass` if there is none.
  func entity(forTable table: String) throws -> EntityDescription {
    if let entity = entity(table: table) { return entity }
    throw PersistenceError(
      .unknownClass,
      """
      the table '\(table)' does not belong to a class that this store knows; name the class in the store's \
      `classes`
      """,
      context: .init(table: table))
  }

  /// Returns the known subclasses of a class, in the order of their tables' names.
  func subclasses(of entity: EntityDescription) -> [EntityDescription] {
    known { $0.byTable.values.filter { $0 !== entity && $0.inherits(from: entity) } }
      .sorted { $0.table < $1.table }
  }

  /// Returns the class with an ``EntityDescription/id``.
  func entity(id: Int32) -> EntityDescription? { known { $0.byID[id] } }
}
