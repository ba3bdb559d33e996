// Loading derived properties: finding the objects that refer to some objects.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Session {
  /// Finds the objects that refer to targets. Reads stored references, in one statement for each
  /// class that may refer (two, if it does so through a collection), then applies the changes in
  /// memory.
  func findObjects(
    referringTo targets: [any PersistentObject], by inverse: Inverse
  ) throws -> [ObjectIdentifier: [any PersistentObject]] {
    var found = Referrers(targets)
    try connections.readingTogether {
      for entity in try knownClasses(from: inverse.entity) {
        try addStored(entity, by: inverse, into: &found)
      }
    }
    addUnsaved(inverse, referringTo: targets, into: &found)
    return found.sorted
  }

  /// Returns a class and those that inherit from it, as the file records it.
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
      let child = binding.childTables.first(where: \.refersToObjects)
      let refers = SQLText.points(child?.columns ?? binding.columns, at: target, store.dialect) {
        "\($0, isIn: RowBatch(column: pks), of: .integer)"
      }
      if let child {
        let pairs = try pairs(child, where: refers)
        try addParents(pairs, of: target, in: context, at: inverse.position, into: &found)
      } else {
        let objects: [any PersistentObject] = try fetch(
          entity.type, in: context,
          text: "\(context.plan.select) WHERE \(refers) ORDER BY \(ColumnName.pk)")
        // For objects that have changed here, the values in memory count.
        for object in objects {
          for target in binding.property.referring?.related(of: object, in: self) ?? [] {
            found.add(object, to: target)
          }
        }
      }
    }
  }

  /// Adds the owners of collections that have the targets as elements.
  private func addParents(
    _ pairs: [(parent: Int64, element: Int64)], of target: EntityDescription,
    in context: EntityContext, at index: Int, into found: inout Referrers
  ) throws {
    let parents = try find(context.plan.entity, pks: Set(pairs.map(\.parent)).sorted())
    guard let property = context.plan.entity.properties[index].referring else { return }
    for (parent, element) in pairs {
      guard let object = parents[parent] as? any PersistentObject,
        let target = objectInHand(ofEntity: target.id, pk: element),
        !isChanged(object, at: index) || noteIfLent(target, for: property, of: object, at: index)
          || property.holds(target, in: object, session: self)
      else { continue }
      found.add(object, to: target)
    }
  }

  private func pairs(
    _ child: RequiredTable, where refers: SQLText
  ) throws -> [(parent: Int64, element: Int64)] {
    let text: SQLText = """
      SELECT DISTINCT \(ColumnName.parent), \(ColumnName.reference) \
      FROM \(store.dialect.quoted(child.definition.name)) \
      WHERE \(refers) ORDER BY \(ColumnName.parent)
      """
    return try reading { connection in
      try connection.rows(text) { ($0.integer(at: 0), $0.integer(at: 1)) }
    }
  }

  // MARK: Unsaved

  /// Adds unsaved references.
  private func addUnsaved(
    _ inverse: Inverse, referringTo targets: [any PersistentObject], into found: inout Referrers
  ) {
    let enrolled = tracker.enrolled
    tracker.updateReferrers { $0.add(enrolled: enrolled, in: self) }
    if tracker.referrers == nil {
      tracker.referrers = UnsavedReferrers(
        tracker.newReferrers.objects, enrolled: enrolled, in: self)
    }
    for target in targets {
      let objects = tracker.referrers?.objects(referringTo: target) ?? []
      for object in objects where refers(object, by: inverse, to: target) {
        found.add(object, to: target)
      }
    }
  }

  /// Whether an unsaved object refers to a target, so that its row does not count.
  private func refers(
    _ object: some PersistentObject, by inverse: Inverse, to target: any PersistentObject
  ) -> Bool {
    let entity = type(of: object)._entity
    guard tracker.isUnsaved(object._object) || tracker.newReferrers.contains(object),
      entity.inherits(from: inverse.entity),
      let stored = entity.properties[inverse.position].referring
    else { return false }
    // The rows of an unchanged collection count, whatever else has changed in its object.
    if stored.isCollection && object._object.phase != .new
      && !isChanged(object, at: inverse.position)
    {
      return false
    }
    return !noteIfLent(target, for: stored, of: object, at: inverse.position)
      && stored.holds(target, in: object, session: self)
  }

  /// Notes a target for the end of a change in place of a collection, which then corrects the
  /// target's inverse. Returns false if the collection is not being changed in place. Meanwhile,
  /// its rows count.
  private func noteIfLent(
    _ target: any PersistentObject, for collection: PropertyDescription,
    of object: some PersistentObject, at index: Int
  ) -> Bool {
    guard collection.isCollection && collection.isLent(object) else { return false }
    object._object.noteMissed(target, of: index)
    return true
  }

  private func isChanged(_ object: some PersistentObject, at index: Int) -> Bool {
    object._object.changed != 0 && tracker.changes(of: object).contains(index)
  }
}

/// The objects that refer to each of several targets.
private struct Referrers {
  private let targets: [any PersistentObject]
  private var found: [ObjectIdentifier: [any PersistentObject]] = [:]
  private var seen: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]

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

  /// Adds an object that refers to another, which need not be one of the targets.
  mutating func add(_ object: any PersistentObject, to target: any PersistentObject) {
    let id = ObjectIdentifier(target)
    guard found[id] != nil, seen[id, default: []].insert(ObjectIdentifier(object)).inserted else {
      return
    }
    found[id]?.append(object)
  }

  /// The objects sorted by their keys, new ones at the end.
  var sorted: [ObjectIdentifier: [any PersistentObject]] {
    found.mapValues { objects in
      let stored = objects.filter { $0.pk != nil }.sorted { $0.rowKey < $1.rowKey }
      return stored + objects.filter { $0.pk == nil }
    }
  }
}
