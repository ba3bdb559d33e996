// Creating objects from snapshots, and setting their values from snapshots.

import PersistentObjectsDriver

extension PersistentObject {
  /// Creates a new, unsaved object from the values in a snapshot.
  ///
  /// ```swift
  /// let values = try JSONDecoder().decode(Person.Snapshot.self, from: body)
  /// let person = try Person(values)
  /// ```
  ///
  /// A snapshot has references as keys; the session finds their objects, in one statement for each
  /// property and class, and without one for objects in memory. As with ``copy(deep:)``, the
  /// primary key, times of saves and the version are those of a new object. Properties that the
  /// snapshot lacks have their default value, or nil: derived properties, references to objects
  /// that had not been saved, and values that cannot leave their isolation. The initializers of the
  /// class are not called.
  ///
  /// - Parameter session: the session that finds the objects referred to; not needed without
  ///   references.
  /// - Throws: `objectNotFound` for a reference to an object that is gone; `invalidValues` for a
  ///   property that can have neither the snapshot's value nor a default one, and for references if
  ///   there is no session.
  public init<Values: ObjectSnapshot>(_ snapshot: Values, in session: Session? = nil) throws
  where Values.Object == Self {
    try self.init(
      values: SnapshotReading(entity: Self._entity, session: session).values(in: snapshot.contents))
  }

  /// Sets the properties to the values of a snapshot of this object, for example after editing them
  /// elsewhere. The setters of the class are not called, but changes are tracked; equal values do
  /// not count as changes.
  ///
  /// Properties that the snapshot lacks stay as they are, and so do collections with objects that
  /// had not been saved, and the times of saves. References are resolved in this object's session,
  /// as with ``init(_:in:)``. A snapshot that was encoded and decoded has nil for a reference to an
  /// object that had not been saved, and lacks such elements.
  ///
  /// - Throws: `conflict` if the class has a version, and the snapshot's differs from this
  ///   object's; `invalidValues` for a snapshot of another object; whatever ``init(_:in:)`` throws.
  ///   Nothing is set then.
  public func setValues<Values: ObjectSnapshot>(_ snapshot: Values) throws
  where Values.Object == Self {
    try setValues(
      SnapshotReading(entity: Self._entity, session: session).changes(of: self, to: snapshot))
  }
}

/// A reader of snapshots of a class, which finds their values and the objects that they refer to.
private struct SnapshotReading {
  let entity: EntityDescription
  let session: Session?

  /// Returns the values that a snapshot contains, by property name.
  func values(in contents: [String: Any]) throws -> [String: Any?] {
    let engines = entity.enginesProperties
    var values: [String: Any?] = [:]
    for (index, property) in entity.properties.enumerated()
    where property.derived == nil && !engines.contains(index) {
      guard let content = contents[property.name] else { continue }
      switch (content as? any AnySnapshotField)?.content {
      case .nothing?, .unsaved?: continue
      default: values[property.name] = try value(content, of: property)
      }
    }
    return values
  }

  // MARK: References

  /// Returns the value that a field of a snapshot stands for; nil if it has none.
  private func value(_ field: Any, of property: PropertyDescription) throws -> Any? {
    guard let field = field as? any AnySnapshotField else { return field }
    switch field.content {
    case .value(let value): return value
    case .nothing, .unsaved: return nil
    case .key(nil): return property.given(references: [])
    case .key(let key?) where !property.isCollection: return try references([key], of: property)
    case .keys(let keys, _) where property.isCollection: return try references(keys, of: property)
    case .key, .keys: throw isOfOtherShape(property)
    }
  }

  /// Returns the value that refers to the objects with these keys.
  private func references(
    _ keys: [SnapshotReference], of property: PropertyDescription
  ) throws -> Any {
    if let value = property.given(references: try objects(keys, of: property)) { return value }
    throw PersistenceError(
      .invalidValues,
      """
      the snapshot refers to objects of another class than \(property.name) does; nothing was set. Use keys of objects \
      of its class
      """, context: .init(className: entity.className, property: property.name))
  }

  /// Returns the objects with these keys, in the same order.
  private func objects(
    _ keys: [SnapshotReference], of property: PropertyDescription
  ) throws -> [AnyObject] {
    if keys.isEmpty { return [] }
    guard let session else { throw needsSession(property) }
    var found: [String?: [Int64: AnyObject]] = [:]
    for (table, keys) in Dictionary(grouping: keys, by: \.table) {
      let target =
        try table.map(session.store.directory.entity(forTable:)) ?? property.impliedTarget
      found[table] = try target.map { try session.find($0, pks: keys.map(\.pk)) }
    }
    return try keys.map { key in
      guard let object = found[key.table]?[key.pk] else { throw isGone(key, property) }
      return object
    }
  }

  // MARK: Changes

  /// Returns the values of a snapshot whose stored form differs from the object's.
  func changes(
    of object: some PersistentObject, to snapshot: some ObjectSnapshot
  ) throws -> [String: Any?] {
    let contents = snapshot.contents
    if let pk = contents["pk"] as? Int64, pk != object.pk { throw isOfAnother(object, pk: pk) }
    // What is known of a collection in part cannot replace it.
    let values = try values(
      in: contents.filter { ($1 as? any AnySnapshotField)?.content.isPartial != true })
    let changes = try changes(of: object, to: values)
    for index in entity.versions {
      let name = entity.properties[index].name
      guard let taken = integer(contents[name]),
        let present = integer(entity.properties[index].plain(object)), taken != present
      else { continue }
      throw conflict(object, taken: taken, present: present, changed: Set(changes.keys))
    }
    return changes
  }

  private func changes(
    of object: some PersistentObject, to values: [String: Any?]
  ) throws -> [String: Any?] {
    guard let plan = object._object.context?.plan else { return values }
    let changed = try object.shallowCopy(replacing: values)
    var changes = values
    for (property, binding) in zip(entity.properties, plan.bindings) {
      guard let value = values[property.name], property.given(value) != nil else { continue }
      // A value that cannot be encoded is reported when it is saved.
      let isSame = try? binding.form(of: object) == binding.form(of: changed)
      if isSame == true { changes[property.name] = nil }
    }
    return changes
  }

  private func integer(_ value: Any?) -> Int64? {
    (value as? any BinaryInteger).flatMap { Int64(exactly: $0) }
  }

  // MARK: Errors

  private func needsSession(_ property: PropertyDescription) -> PersistenceError {
    PersistenceError(
      .invalidValues,
      """
      the snapshot has only the keys of the objects that \(property.name) refers to, so a session must find them: \
      \(entity.className)(snapshot, in: session)
      """, context: .init(className: entity.className, property: property.name))
  }

  private func isOfOtherShape(_ property: PropertyDescription) -> PersistenceError {
    let (one, list) = ("one key", "a list of keys")
    let (given, needed) = property.isCollection ? (one, list) : (list, one)
    return PersistenceError(
      .invalidValues,
      "the snapshot has \(given) for \(property.name), which needs \(needed); nothing was set",
      context: .init(className: entity.className, property: property.name))
  }

  private func isGone(
    _ key: SnapshotReference, _ property: PropertyDescription
  ) -> PersistenceError {
    let table = key.table ?? property.impliedTarget?.table ?? "any table"
    return PersistenceError(
      .objectNotFound,
      "the snapshot refers to row \(key.pk) of \(table), which is missing; nothing was set",
      context: .init(className: entity.className, property: property.name))
  }

  private func isOfAnother(_ object: some PersistentObject, pk: Int64) -> PersistenceError {
    PersistenceError(
      .invalidValues,
      """
      the snapshot is of the object with the key \(pk); nothing was set. Find that object, or make a new one from \
      the snapshot
      """, context: .init(className: entity.className, table: entity.table, pk: object.pk))
  }

  private func conflict(
    _ object: some PersistentObject, taken: Int64, present: Int64, changed: Set<String>
  ) -> PersistenceError {
    PersistenceError(
      .conflict,
      """
      the object has version \(present), but the snapshot has version \(taken): someone else has saved the object \
      since the snapshot was taken. Nothing was set; take a new snapshot of the object, and edit that
      """, context: .init(className: entity.className, table: entity.table, pk: object.pk),
      cause: RowConflict(
        className: entity.className, table: entity.table, pk: object.pk ?? 0, version: taken,
        changedProperties: entity.properties.map(\.name).filter(changed.contains),
        presentValues: object._object.context?.plan.namedValues { binding in
          (try? binding.form(of: object)) ?? []
        }))
  }
}
