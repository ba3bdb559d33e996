/// A collection of persistent objects that can be the stored side of a relation, with its element
/// type erased. Dictionaries do not conform, since an object needs a key to be added to one.
protocol ObjectCollection {
  init()
  /// Adds an object; false where it does not fit.
  mutating func add(_ object: any PersistentObject) -> Bool
  /// Removes an object wherever it is.
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

extension Optional: ObjectCollection where Wrapped: ObjectCollection {
  init() { self = .none }

  /// Adds an object. Nil becomes a collection of one object.
  mutating func add(_ object: any PersistentObject) -> Bool {
    var collection = self ?? Wrapped()
    self = nil
    defer { self = collection }
    return collection.add(object)
  }

  mutating func remove(_ object: any PersistentObject) -> Bool { self?.remove(object) ?? true }
}

private func isSame<Element>(_ element: Element, _ object: any PersistentObject) -> Bool {
  (element as? any PersistentObject).map { $0 === object } ?? false
}
