/// A single call of `upsert`, which finds the rows of the given objects and copies their values.
struct Upsert<Object: PersistentObject> {
  let session: Session
  let keys: [PartialKeyPath<Object>]
  let kept: [PartialKeyPath<Object>]
  /// The objects that replace given ones.
  private(set) var standIns: [ObjectIdentifier: any PersistentObject] = [:]

  /// Returns the object for each row, with the values of the given one.
  mutating func merge(_ objects: [Object]) throws -> [Object] {
    var results = objects
    let classes = Dictionary(grouping: objects.indices) { type(of: objects[$0])._entity.id }
    for positions in classes.values.sorted(by: { $0[0] < $1[0] }) {
      let found = try resolve(positions.map { objects[$0] })
      for (position, result) in zip(positions, found) { results[position] = result }
    }
    let replaced = zip(objects, results).filter { $0 !== $1 }
    session.dismiss(replaced.map { $0.0 })
    for (object, result) in replaced { try takeValues(of: object, into: result) }
    if !standIns.isEmpty { replaceReferences(reachedFrom: results) }
    return results
  }

  /// Returns the object of the row for each of some objects of one class.
  private mutating func resolve(_ objects: [Object]) throws -> [Object] {
    guard let first = objects.first else { return [] }
    let context = try session.context(of: type(of: first))
    let key = try UpsertKey(keys, of: context.plan)
    let wanted = try objects.map { try key.bytes(of: $0) }
    var known = try key.find(
      Object.self, wanted: wanted.compactMap(\.self), in: context, session: session)
    return try zip(objects, wanted).map { object, key in
      let result =
        try key.flatMap { known[$0] } ?? (object.state == .detached ? object.copy() : object)
      if let key { known[key] = result }
      if result !== object { standIns[ObjectIdentifier(object)] = result }
      return result
    }
  }

  // MARK: Values

  private func takeValues(of given: Object, into object: Object) throws {
    // If two given objects belong to one new row, the first one may be its object. Insert it, so
    // that the journal restores it like a stored object.
    if object.state == .new { try session.insert(object) }
    // Use a copy, so that the given object keeps its references whatever happens. An object whose
    // session has ended has lost them; the row keeps its own.
    let source = given.state == .detached ? given : try given.shallowCopy()
    if source !== given { replaceReferences(in: source) }
    let passed = try passedOver(in: object)
    for (index, property) in type(of: object)._entity.properties.enumerated()
    where !passed.contains(index) {
      guard let value = property.given(source) else { continue }
      if try !session.agree(object, other: source, at: index) {
        property.assign(value, to: object, at: index)
      }
    }
  }

  /// Returns the properties that an object keeps. It already has the key, unless that was changed
  /// since its row was read or saved.
  private func passedOver(in object: Object) throws -> Set<Int> {
    let entity = type(of: object)._entity
    let plan = try session.context(of: entity).plan
    // The primary key has no position, and a field leaves the rest of its value to be taken.
    let keys = Set(keys.compactMap { entity.position(of: $0) })
    return try keys.union(kept.map { try plan.position(of: $0) })
      .subtracting(keys.intersection(session.tracker.changes(of: object)))
      .union(entity.enginesProperties)
  }

  // MARK: References

  private func replaceReferences(in object: some PersistentObject) {
    for property in type(of: object)._entity.properties {
      property.referring?.replaceReferences(in: object) { standIns[ObjectIdentifier($0)] ?? $0 }
    }
  }

  /// Replaces references to given objects in the new objects that the results reach.
  private func replaceReferences(reachedFrom results: [Object]) {
    let referring = newObjects(reachedFrom: results).filter(refersToGiven)
    session.dismiss(referring)
    for object in referring {
      for property in type(of: object)._entity.properties where property.refersToObjects {
        session.tracker.journal(.value(property.capture(object)))
      }
      replaceReferences(in: object)
      object._object.made(object)
    }
  }

  private func newObjects(reachedFrom results: [Object]) -> [any PersistentObject] {
    var seen: Set<ObjectIdentifier> = []
    var waiting: [any PersistentObject] = results
    var found: [any PersistentObject] = []
    while let object = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
      if object.state == .new { found.append(object) }
      for property in type(of: object)._entity.properties {
        property.referring?.visitReferences(of: object) {
          waiting.append(standIns[ObjectIdentifier($0)] ?? $0)
        }
      }
    }
    return found
  }

  private func refersToGiven(_ object: any PersistentObject) -> Bool {
    var refers = false
    for (_, property) in type(of: object)._entity.storedReferences {
      property.visitReferences(of: object) {
        refers = refers || standIns[ObjectIdentifier($0)] != nil
      }
    }
    return refers
  }
}

extension Session {
  /// Whether two objects of one class have the same value in a property, bit for bit in stored
  /// form, as far as that is known before saving. Values that are equal in Swift may differ in
  /// stored form.
  fileprivate func agree(
    _ object: some PersistentObject, other: some PersistentObject, at index: Int
  ) throws -> Bool {
    let binding = try context(of: type(of: object)._entity).plan.bindings[index]
    if binding.hasChildRows && binding.isFault(object) { try loadThrowing(index, of: object) }
    do {
      return try binding.form(of: object) == binding.form(of: other)
    } catch {
      // A value that cannot be stored is reported when it is saved.
      return false
    }
  }
}
