// Running the statements of queries.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension Session {
  /// The plans of the classes that a query's paths lead to.
  var plans: PlanSource {
    // The file is read once for each class, however often a statement names the class.
    var families: [ObjectIdentifier: [EntityDescription]] = [:]
    return PlanSource(
      plan: { [unowned self] in try plan(of: $0) },
      family: { [unowned self] entity in
        if let known = families[ObjectIdentifier(entity)] { return known }
        let family = try readyFamily(of: entity)
        families[ObjectIdentifier(entity)] = family
        return family
      }, registry: store.registry, dialect: store.dialect)
  }

  /// Returns the classes of ``family(of:)`` when all of them have been used before. The first use
  /// of one may write, which ends the session's snapshot: the next one may have tables of further
  /// classes.
  private func readyFamily(of entity: EntityDescription) throws -> [EntityDescription] {
    var family = try family(of: entity)
    while true {
      let unused = family.filter { knownPlan($0) == nil }
      if unused.isEmpty { return family }
      for one in unused { _ = try plan(of: one) }
      let former = family
      family = try self.family(of: entity)
      if family.elementsEqual(former, by: ===) { return family }
    }
  }

  /// Returns a class and those of its subclasses that have a table in the file, the class itself
  /// first. Throws `unknownClass` if the file has a subclass that the store does not know.
  private func family(of entity: EntityDescription) throws -> [EntityDescription] {
    if entity.isAbstract { return try concreteFamily(of: entity) }
    // The file records classes once one of them has its table.
    _ = try plan(of: entity)
    return [entity] + (entity.isFinal ? [] : try subclasses(of: entity))
  }

  /// Runs a statement and reads its first row.
  func firstRow<R>(_ text: SQLText, read: (Row) throws -> R?) throws -> R? {
    try asking { try $0.firstRow(text, read) }
  }

  /// Runs a statement and reads all its rows.
  func rows<R>(_ text: SQLText, read: (Row) throws -> R) throws -> [R] {
    try asking { try $0.rows(text, read) }
  }

  /// Runs a statement and calls `body` with each row.
  func forEachRow(_ text: SQLText, body: (Row) throws -> Void) throws {
    try asking { try $0.forEachRow(text, body) }
  }

  /// Calls `body` with a connection unless the session has failed.
  func asking<R>(_ body: (Connection) throws -> R) throws -> R {
    try throwIfFailed()
    return try reading(body)
  }
}
