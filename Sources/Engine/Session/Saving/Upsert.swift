/// One call of `upsert`: finds the rows that given objects mean, and takes the values over.
struct Upsert<Object: PersistentObject> {
  private let session: Session
  private let keys: [PartialKeyPath<Object>]
  private let kept: [PartialKeyPath<Object>]
  /// The objects that stand in for given ones.
  private var standIns: [ObjectIdentifier: any PersistentObject] = [:]

  init(_ session: Session, keys: [PartialKeyPath<Object>], kept: [PartialKeyPath<Object>]) {
    self.session = session
    self.keys = keys
    self.kept = kept
  }

  /// Gives the object for each row, with the values of the given one.
  mutating func merge(_ objects: [Object]) throws -> [Object] {
    var results = objects
    let classes = Dictionary(grouping: objects.indices) { type(of: objects[$0])._entity.id }
    for positions in classes.values.sorted(by: { $0[0] < $1[0] }) {
      let found = try resolve(positions.map { objects[$0] })
      for (position, result) in zip(positions, found) { results[position] = result }
    }
    for (object, result) in zip(objects, results) where object !== result {
      try takeValues(of: object, into: result)
    }
    if !standIns.isEmpty { replaceReferences(reachedFrom: results) }
    return results
  }

  /// The object of the row that each of some objects of one class means.
  private mutating func resolve(_ objects: [Object]) throws -> [Object] {
    guard let first = objects.first else { return [] }
    let context = try session.context(of: type(of: first)._entity)
    let key = try UpsertKey(keys, of: context.plan)
    let wanted = try objects.map { try key.bytes(of: $0) }
    var known = try key.find(Object.self, wanted.compactMap(\.self), context, session)
    return try zip(objects, wanted).map { object, key in
      let result: Object
      if let key, let other = known[key] {
        result = other
      } else {
        result = object.state == .detached ? try object.copy() : object
        if let key { known[key] = result }
      }
      if result !== object { standIns[ObjectIdentifier(object)] = result }
      return result
    }
  }

  // MARK: Values

  private func takeValues(of given: Object, into object: Object) throws {
    let entity = type(of: object)._entity
    // A copy, so that the given object keeps its references whatever becomes of this. One whose
    // session has ended has let go of them; the row keeps its own.
    let source = given.state == .detached ? given : try given.copy()
    if source !== given { replaceReferences(in: source) }
    let passed = try Set((keys + kept).compactMap { try position(of: $0, in: entity) })
      .union(entity.timestamps.map(\.index))
    for (index, property) in entity.properties.enumerated() where !passed.contains(index) {
      guard let holder = property as? any ValueHolder, let value = holder.given(source) else {
        continue
      }
      if try !session.agree(object, source, at: index) {
        holder.assign(value, to: object, at: index)
      }
    }
  }

  /// The position of a property; nil for the primary key.
  private func position(
    of keyPath: PartialKeyPath<Object>, in entity: EntityDescription
  ) throws -> Int? {
    if keyPath == \Object.pk { return nil }
    return try session.context(of: entity).plan.position(of: keyPath)
  }

  // MARK: References

  private func replaceReferences(in object: some PersistentObject) {
    for property in type(of: object)._entity.properties {
      property.replaceReferences(in: object) { standIns[ObjectIdentifier($0)] ?? $0 }
    }
  }

  /// New objects that the results reach may refer to given ones, too.
  private func replaceReferences(reachedFrom results: [Object]) {
    var seen: Set<ObjectIdentifier> = []
    var waiting: [any PersistentObject] = results
    while let object = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
      let properties = type(of: object)._entity.properties
      if object.state == .new {
        for property in properties where property.refersToObjects {
          session.journal(.value(property.capture(object)))
        }
        replaceReferences(in: object)
      }
      for property in properties { property.visitReferences(of: object) { waiting.append($0) } }
    }
  }
}

extension Session {
  /// Whether two objects of one class have the same value in a property, as far as can be told
  /// before saving.
  fileprivate func agree(
    _ object: some PersistentObject, _ other: some PersistentObject, at index: Int
  ) throws -> Bool {
    let binding = try context(of: type(of: object)._entity).plan.bindings[index]
    if binding.hasChildRows {
      if binding.isFault(object) { try loadThrowing(index, of: object) }
      guard let holder = binding.property as? any ValueHolder else { return false }
      return areEqual(holder.plain(object), holder.plain(other))
    }
    // What cannot be stored is reported when it is saved.
    guard let stored = try? binding.storedKey(of: object) else { return false }
    return stored == (try? binding.storedKey(of: other))
  }

  private func areEqual(_ left: Any?, _ right: Any?) -> Bool {
    guard let left = left as? any Equatable else { return left == nil && right == nil }
    return isEqual(left, right)
  }

  private func isEqual<Value: Equatable>(_ left: Value, _ right: Any?) -> Bool {
    right as? Value == left
  }
}
