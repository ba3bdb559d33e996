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
  let visit: @Sendable (Value, (any PersistentObject) -> Void) -> Void
  let add: @Sendable (any PersistentObject, inout Value) -> Void
  let remove: @Sendable (inout Value, (any PersistentObject) -> Bool) -> Void
}

extension InverseShape {
  /// One object, or none.
  static func single<Target: PersistentObject>() -> InverseShape where Value == Target? {
    InverseShape(
      isSingle: true, make: { nil }, visit: { if let object = $0 { $1(object) } },
      add: { object, value in value = object as? Target },
      remove: { value, isUnwanted in if let object = value, isUnwanted(object) { value = nil } })
  }

  /// An array, in the order of keys; new objects at the end.
  static func array<Target: PersistentObject>() -> InverseShape where Value == [Target] {
    InverseShape(
      isSingle: false, make: { [] }, visit: { for object in $0 { $1(object) } },
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
      isSingle: false, make: { [] }, visit: { for object in $0 { $1(object) } },
      add: { object, value in if let object = object as? Target { value.insert(object) } },
      remove: { value, isUnwanted in value = value.filter { !isUnwanted($0) } })
  }
}
