/// A collection of persistent objects that is the stored side of a relation, seen without the type of
/// its elements.
protocol ObjectCollection {
  /// Adds an object; false where it does not fit.
  mutating func add(_ object: any PersistentObject) -> Bool
  /// Takes an object out wherever it stands.
  mutating func remove(_ object: any PersistentObject) -> Bool
}

extension Array: ObjectCollection {
  mutating func add(_ object: any PersistentObject) -> Bool {
    guard let element = object as? Element else { return false }
    append(element)
    return true
  }

  mutating func remove(_ object: any PersistentObject) -> Bool {
    removeAll { isSame($0, object) }
    return true
  }
}

extension Set: ObjectCollection {
  mutating func add(_ object: any PersistentObject) -> Bool {
    guard let element = object as? Element else { return false }
    insert(element)
    return true
  }

  mutating func remove(_ object: any PersistentObject) -> Bool {
    if let element = object as? Element { remove(element) }
    return true
  }
}

extension Dictionary: ObjectCollection {
  /// There is no key for it.
  mutating func add(_ object: any PersistentObject) -> Bool { false }

  mutating func remove(_ object: any PersistentObject) -> Bool {
    self = filter { !isSame($0.value, object) }
    return true
  }
}

extension Optional: ObjectCollection where Wrapped: ObjectCollection {
  mutating func add(_ object: any PersistentObject) -> Bool { self?.add(object) ?? false }
  mutating func remove(_ object: any PersistentObject) -> Bool { self?.remove(object) ?? true }
}

private func isSame<Element>(_ element: Element, _ object: any PersistentObject) -> Bool {
  (element as? any PersistentObject).map { $0 === object } ?? false
}
