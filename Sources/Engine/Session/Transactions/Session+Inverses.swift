// Reading derived properties: which objects refer to some objects.

extension Session {
  /// Reads what is stored, in one statement for each class that may refer (two, if they do so by a
  /// collection), then follows what has changed in memory.
  func findObjects(
    referringTo targets: [any PersistentObject], by inverse: Inverse
  ) throws -> [ObjectIdentifier: [any PersistentObject]] {
    var found = Referrers(targets)
    try connections.readingTogether {
      for entity in try knownClasses(from: inverse.entity) {
        try addStored(entity, by: inverse, into: &found)
      }
    }
    addUnsaved(inverse, into: &found)
    return found.sorted
  }

  /// A class and those that inherit from it, as the file records it.
  private func knownClasses(from entity: EntityDescription) throws -> [EntityDescription] {
    if entity.isFinal { return [entity] }
    return try (entity.isAbstract ? [] : [entity]) + subclasses(of: entity)
  }

  // MARK: Stored

  private func addStored(
    _ entity: EntityDescription, by inverse: Inverse, into found: inout Referrers
  ) throws {
    let context = try context(of: entity)
    let binding = context.plan.bindings[inverse.position]
    for (target, pks) in found.keysByClass {
      if let child = binding.childTables.first(where: \.refersToObjects) {
        try addParents(
          context, binding: binding, child: child, entity: target, pks: pks, into: &found)
      } else {
        let condition = PointingCondition(binding.columns, target, store.dialect)
        let sql =
          "\(context.plan.select) WHERE \(condition.sql) ORDER BY \(ColumnName.pk)"
        for object in try fetch(
          entity.type, in: context, after: sql, bind: { condition.bind(pks, to: $0) })
        where !isChanged(object, at: inverse.position) {
          for target in binding.property.related(of: object, in: self) {
            found.add(object, to: target)
          }
        }
      }
    }
  }

  private func fetch<Object: PersistentObject>(
    _ type: Object.Type, in context: EntityContext, after sql: String, bind: (Statement) -> Void
  ) throws -> [any PersistentObject] {
    try fetch(type, in: context, text: .text(sql), bind: bind)
  }

  /// The owners of collections that have the targets as elements.
  private func addParents(
    _ context: EntityContext, binding: PropertyBinding, child: RequiredTable,
    entity target: EntityDescription, pks: [Int64], into found: inout Referrers
  ) throws {
    let pairs = try self.pairs(child, entity: target, pks: pks)
    let parents = try find(context.plan.entity, pks: Set(pairs.map(\.parent)).sorted())
    for (parent, element) in pairs {
      guard let object = parents[parent] as? any PersistentObject,
        !isChanged(object, property: binding.property, in: context),
        let target = objectInHand(ofEntity: target.id, pk: element)
      else { continue }
      found.add(object, to: target)
    }
  }

  private func pairs(
    _ child: RequiredTable, entity target: EntityDescription, pks: [Int64]
  ) throws -> [(parent: Int64, element: Int64)] {
    let condition = PointingCondition(child.columns, target, store.dialect)
    let table = store.dialect.quoted(child.definition.name)
    return try reading { connection in
      let statement = try connection.statement(
        sql: """
          SELECT DISTINCT \(ColumnName.parent), \(ColumnName.reference) FROM \(table) \
          WHERE \(condition.sql) ORDER BY \(ColumnName.parent)
          """)
      defer { statement.reset() }
      condition.bind(pks, to: statement)
      var pairs: [(Int64, Int64)] = []
      while let row = try statement.next() {
        pairs.append((row.integer(at: 0), row.integer(at: 1)))
      }
      return pairs
    }
  }

  // MARK: Unsaved

  /// Corrects what was read: what has changed here counts as it is in memory.
  private func addUnsaved(_ inverse: Inverse, into found: inout Referrers) {
    let unsaved = tracking.enrolled.filter { isUnsaved($0) } + newReferrers.objects
    for object in unsaved where isOf(inverse.entity, object: object) {
      guard object.state == .new || isChanged(object, at: inverse.position) else { continue }
      let property = type(of: object)._entity.properties[inverse.position]
      for target in property.related(of: object, in: self) { found.add(object, to: target) }
    }
  }

  private func isOf(_ entity: EntityDescription, object: some PersistentObject) -> Bool {
    type(of: object)._entity.inherits(from: entity)
  }

  private func isChanged(_ object: some PersistentObject, at index: Int) -> Bool {
    object._object.changed != 0 && changes(of: object).contains(index)
  }

  private func isChanged(
    _ object: some PersistentObject, property: PropertyDescription, in context: EntityContext
  ) -> Bool {
    guard object._object.changed != 0 else { return false }
    return changes(of: object).contains { context.plan.entity.properties[$0] === property }
  }
}

/// The objects that refer to each of some objects.
private struct Referrers {
  private let targets: [any PersistentObject]
  private var found: [ObjectIdentifier: [any PersistentObject]] = [:]
  private var seen: Set<Pair> = []

  private struct Pair: Hashable {
    let target: ObjectIdentifier
    let object: ObjectIdentifier
  }

  init(_ targets: [any PersistentObject]) {
    self.targets = targets
    for target in targets { found[ObjectIdentifier(target)] = [] }
  }

  /// The keys of the targets, by their class.
  var keysByClass: [(EntityDescription, [Int64])] {
    var keys: [Int32: (EntityDescription, [Int64])] = [:]
    for target in targets {
      let entity = type(of: target)._entity
      keys[entity.id, default: (entity, [])].1.append(target.rowKey)
    }
    return keys.sorted { $0.key < $1.key }.map { ($0.value.0, $0.value.1.sorted()) }
  }

  /// Notes that an object refers to another, which may be none of the targets.
  mutating func add(_ object: any PersistentObject, to target: any PersistentObject) {
    let pair = Pair(target: ObjectIdentifier(target), object: ObjectIdentifier(object))
    guard found[pair.target] != nil, seen.insert(pair).inserted else { return }
    found[pair.target]?.append(object)
  }

  /// Sorts objects by their keys, new ones at the end.
  var sorted: [ObjectIdentifier: [any PersistentObject]] {
    found.mapValues { objects in
      let stored = objects.filter { $0.pk != nil }.sorted { $0.rowKey < $1.rowKey }
      return stored + objects.filter { $0.pk == nil }
    }
  }
}

/// The condition that a reference points at one of several objects of a class.
private struct PointingCondition {
  let sql: String
  private let table: String?
  private let dialect: any Dialect

  init(_ columns: [RequiredColumn], _ target: EntityDescription, _ dialect: any Dialect) {
    self.dialect = dialect
    let start = columns.firstIndex(where: \.isReference) ?? 0
    let names = columns[start...].map { dialect.quoted($0.definition.name) }
    let isOne = dialect.isMember(names[0], dialect.placeholder(1), .integer)
    guard names.count > 1 else {
      sql = isOne
      table = nil
      return
    }
    let isOfClass = "\(names[1]) = \(dialect.placeholder(2))"
    let mayLackClass = columns[start].codec == .reference(to: target.table)
    sql =
      mayLackClass
      ? "\(isOne) AND (\(isOfClass) OR \(names[1]) IS NULL)" : "\(isOne) AND \(isOfClass)"
    table = target.table
  }

  func bind(_ pks: [Int64], to statement: Statement) {
    statement.set(RowBatch(column: pks), at: 0)
    if let table { statement.set(.text(table), at: 1) }
  }
}
