/// The other side of a reference or collection: the objects that refer to this one. It has neither
/// column nor table; it is read from the stored side, ``source``, and kept in step with it in
/// memory.
final class InverseStrategy<Value>: SlotStrategy<Value>, @unchecked Sendable {
  // `@unchecked` is safe: key paths that name a property capture nothing, and everything is
  // constant.
  private let source: AnyKeyPath
  private let sourceEntity: @Sendable () -> EntityDescription
  private let shape: InverseShape<Value>

  init(
    of source: AnyKeyPath, in entity: @escaping @Sendable () -> EntityDescription,
    _ shape: InverseShape<Value>
  ) {
    self.source = source
    sourceEntity = entity
    self.shape = shape
  }

  override func makeBinding(
    _ property: SlotProperty<Value>, _ context: BindingContext
  ) throws -> PropertyBinding {
    guard let inverse, let stored = inverse.storedProperty, stored.refersToObjects,
      stored.inverse == nil,
      stored.targets.allSatisfy({
        context.entity.inherits(from: $0) || $0.inherits(from: context.entity)
      })
    else {
      throw context.invalid(
        property,
        """
        '@Inverse' must name a stored reference or collection of \(sourceEntity().className) that \
        refers to objects of \(context.entity.className)
        """)
    }
    guard stored.canHaveInverse else {
      throw context.invalid(
        property,
        """
        '\(stored.name)' of \(sourceEntity().className) has no place for an object that is put into \
        its inverse, as it is a dictionary or a collection of collections; let '@Inverse' name a \
        reference, an array or a set, or leave it away and ask with findRelated
        """)
    }
    return InverseBinding(property: property, strategy: self, inverse, context)
  }

  override var inverse: Inverse? {
    let entity = sourceEntity()
    return Inverse(
      entity: entity, position: entity.position(of: source) ?? -1, isSingle: shape.isSingle)
  }

  override func visitReferences(
    in value: Value, _ body: (any PersistentObject) throws -> Void
  ) rethrows { try shape.forEach(value, body) }

  override func add(_ object: any PersistentObject, to value: inout Value) -> Bool {
    shape.add(object, &value)
    return true
  }

  override func remove(_ object: any PersistentObject, from value: inout Value) -> Bool {
    shape.remove(&value) { $0 === object }
    return true
  }

  override func removeAll(
    from value: inout Value, where isUnwanted: (any PersistentObject) -> Bool
  ) { shape.remove(&value, isUnwanted) }

  override func slot(_ slot: _Slot<Value>, without deleted: DeletedRows) -> _Slot<Value>? {
    guard var value = slot.value else { return nil }
    var hasDeleted = false
    shape.forEach(value) { hasDeleted = hasDeleted || $0.state == .deleted }
    if !hasDeleted { return nil }
    shape.remove(&value) { $0.state == .deleted }
    return _Slot(value)
  }

  override func describe(_ value: Value) -> String {
    var parts: [String] = []
    shape.forEach(value) { parts.append($0.shortDescription) }
    if shape.isSingle { return parts.first ?? "nil" }
    let shown = parts.prefix(8).joined(separator: ", ")
    return parts.count <= 8 ? "[\(shown)]" : "[\(shown), … \(parts.count) in all]"
  }

  override var refersToObjects: Bool { true }

  override var targets: [EntityDescription] { [sourceEntity()] }

  /// The value that holds these objects.
  func value(of objects: [any PersistentObject]) -> Value {
    var value = shape.empty
    for object in objects { shape.add(object, &value) }
    return value
  }
}

/// The stored side of a derived property.
struct Inverse {
  /// The class that has the stored property.
  let entity: EntityDescription
  /// The stored property's position there and in subclasses.
  let position: Int
  /// Whether it holds one object at most.
  let isSingle: Bool

  var storedProperty: PropertyDescription? {
    entity.properties.indices.contains(position) ? entity.properties[position] : nil
  }

  /// Whether this is the inverse of a property of a class.
  func isInverse(of position: Int, in entity: EntityDescription) -> Bool {
    self.position == position && entity.inherits(from: self.entity)
  }
}

/// The way in which a derived property of some type holds objects.
struct InverseShape<Value>: Sendable {
  let isSingle: Bool
  let make: @Sendable () -> Value
  let visit: @Sendable (Value, (any PersistentObject) throws -> Void) throws -> Void
  let add: @Sendable (any PersistentObject, inout Value) -> Void
  let remove: @Sendable (inout Value, (any PersistentObject) -> Bool) -> Void

  var empty: Value { make() }

  func forEach(
    _ value: Value, _ body: (any PersistentObject) throws -> Void
  ) rethrows {
    try withoutActuallyEscaping(body) { body in
      var objects: [any PersistentObject] = []
      // A closure that only collects cannot throw.
      try? visit(value) { objects.append($0) }
      for object in objects { try body(object) }
    }
  }
}

extension InverseShape {
  /// One object, or none.
  static func single<Target: PersistentObject>() -> InverseShape where Value == Target? {
    InverseShape(
      isSingle: true, make: { nil }, visit: { if let object = $0 { try $1(object) } },
      add: { object, value in value = object as? Target },
      remove: { value, isUnwanted in if let object = value, isUnwanted(object) { value = nil } })
  }

  /// An array, in the order of keys; new objects at the end.
  static func array<Target: PersistentObject>() -> InverseShape where Value == [Target] {
    InverseShape(
      isSingle: false, make: { [] }, visit: { for object in $0 { try $1(object) } },
      add: { object, value in if let object = object as? Target { value.append(object) } },
      remove: { value, isUnwanted in
        // The object is most often one of the last.
        if let index = value.lastIndex(where: isUnwanted) { value.remove(at: index) }
        value.removeAll(where: isUnwanted)
      })
  }

  /// A set.
  static func set<Target: PersistentObject>() -> InverseShape where Value == Set<Target> {
    InverseShape(
      isSingle: false, make: { [] }, visit: { for object in $0 { try $1(object) } },
      add: { object, value in if let object = object as? Target { value.insert(object) } },
      remove: { value, isUnwanted in value = value.filter { !isUnwanted($0) } })
  }
}

/// A derived property bound to a store: it is read from the other side's rows.
final class InverseBinding<Value>: SlotBinding<Value>, @unchecked Sendable {
  private let strategy: InverseStrategy<Value>
  private let inverse: Inverse

  init(
    property: SlotProperty<Value>, strategy: InverseStrategy<Value>, _ inverse: Inverse,
    _ context: BindingContext
  ) {
    self.strategy = strategy
    self.inverse = inverse
    super.init(property: property, context)
  }

  override func read(from row: Row) throws -> _Slot<Value> { .fault }

  override func refresh(_ object: AnyObject, from row: Row) throws { own.set(object, .fault) }

  override func loadFaults(_ objects: [any PersistentObject], owner: ObjectOwner) throws {
    let referring = try owner.objects(referringTo: objects, by: inverse)
    for object in objects {
      let found = referring[ObjectIdentifier(object)] ?? []
      own.set(object, _Slot(strategy.value(of: inverse.isSingle ? one(of: found) : found)))
      if found.contains(where: { $0.state == .new }) { noteNew(in: object, owner) }
    }
  }

  /// Notes new objects, so that a save of the object reaches them.
  private func noteNew(in object: some PersistentObject, _ owner: ObjectOwner) {
    guard let index = entity.properties.firstIndex(where: { $0 === property }) else { return }
    owner.objectWillChange(object, object._object, index)
  }

  /// The one of several referring objects that an optional property holds: the one that was changed
  /// here, otherwise the oldest.
  private func one(of objects: [any PersistentObject]) -> [any PersistentObject] {
    guard let first = objects.first else { return [] }
    return [objects.last { $0.needsSaving } ?? first]
  }
}
