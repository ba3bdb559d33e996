// Running the statements of queries.

extension Session {
  /// The classes that a query's ways lead to.
  var plans: PlanSource {
    // The file is asked once for each class, however often a statement names it.
    var families: [ObjectIdentifier: [EntityDescription]] = [:]
    return PlanSource(
      plan: { [unowned self] in try plan(of: $0) },
      family: { [unowned self] entity in
        if let known = families[ObjectIdentifier(entity)] { return known }
        let family = try family(of: entity)
        families[ObjectIdentifier(entity)] = family
        return family
      }, registry: store.registry, dialect: store.dialect)
  }

  /// A class and its subclasses that have a table in the file, the class itself first. Throws
  /// `unknownClass` when the file has a subclass that the store does not know.
  private func family(of entity: EntityDescription) throws -> [EntityDescription] {
    if entity.isAbstract { return try concreteFamily(of: entity) }
    // The file's record of classes is there when one has its table.
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
