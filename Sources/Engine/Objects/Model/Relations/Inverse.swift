/// The stored side of a derived property.
struct Inverse {
  /// The class that has the stored property.
  let entity: EntityDescription
  /// The stored property's position in that class and in its subclasses.
  let position: Int
  /// Whether the derived property holds at most one object.
  let isSingle: Bool

  var storedProperty: PropertyDescription? {
    entity.properties.indices.contains(position) ? entity.properties[position] : nil
  }

  /// Whether this is the inverse of a property of a class.
  func isInverse(of position: Int, in entity: EntityDescription) -> Bool {
    self.position == position && entity.inherits(from: self.entity)
  }
}

/// The way a derived property of some type holds objects.
struct InverseShape<Value>: Sendable {
  let isSingle: Bool
  let make: @Sendable () -> Value
  let visit: @Sendable (Value, (any PersistentObject) -> Void) -> Void
  /// Passes the contiguous references to a function.
  let show: @Sendable (Value, (ReferenceSpan) -> Void) -> Void
  /// Returns the position of an object, which is 0 if the value has no positions; nil if it is not
  /// there.
  let find: @Sendable (any PersistentObject, Value) -> Int?
  /// Adds an object, at the given position if the value has positions.
  let add: @Sendable (any PersistentObject, inout Value, _ position: Int?) -> Void
  /// Removes an object from its position.
  let remove: @Sendable (any PersistentObject, inout Value, _ position: Int) -> Void
}

extension InverseShape {
  /// Returns the shape of one object or none.
  static func single<Target: PersistentObject>() -> InverseShape where Value == Target? {
    InverseShape(
      isSingle: true, make: { nil }, visit: { if let object = $0 { $1(object) } },
      show: { value, body in
        withUnsafePointer(to: value) { body(ReferenceSpan($0, count: value == nil ? 0 : 1)) }
      },
      find: { object, value in value === object ? 0 : nil },
      add: { object, value, _ in value = object as? Target },
      remove: { _, value, _ in value = nil })
  }

  /// Returns the shape of an array in the order of keys, with new objects at the end.
  static func array<Target: PersistentObject>() -> InverseShape where Value == [Target] {
    InverseShape(
      isSingle: false, make: { [] }, visit: { for object in $0 { $1(object) } },
      show: { value, body in
        value.withUnsafeBufferPointer { body(ReferenceSpan($0.baseAddress, count: $0.count)) }
      },
      find: { object, value in
        value.withUnsafeBufferPointer {
          ReferenceSpan($0.baseAddress, count: $0.count).position(of: object)
        }
      },
      add: { object, value, position in
        guard let object = object as? Target else { return }
        value.insert(object, at: min(position ?? value.count, value.count))
      },
      remove: { _, value, position in value.remove(at: position) })
  }

  /// Returns the shape of a set.
  static func set<Target: PersistentObject>(
    elements: @escaping @Sendable (Value, (UnsafeBufferPointer<Target>) -> Void) -> Void
  ) -> InverseShape where Value == Set<Target> {
    InverseShape(
      isSingle: false, make: { [] }, visit: { for object in $0 { $1(object) } },
      show: { value, body in
        elements(value) { body(ReferenceSpan($0.baseAddress, count: $0.count)) }
      },
      find: { object, value in
        if let object = object as? Target, let index = value.firstIndex(of: object),
          value[index] === object
        {
          return 0
        }
        // Unless it is that of its address, its hash value may have changed since it was inserted.
        return !object.isHashedByAddress && value.contains { $0 === object } ? 0 : nil
      },
      add: { object, value, _ in if let object = object as? Target { value.insert(object) } },
      remove: { object, value, _ in if let object = object as? Target { value.remove(object) } })
  }
}

extension PersistentObject {
  fileprivate var isHashedByAddress: Bool {
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(self))
    return hasher.finalize() == hashValue
  }
}
