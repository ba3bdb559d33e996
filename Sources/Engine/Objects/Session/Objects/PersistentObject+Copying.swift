// Copies of objects, and their values as a dictionary.

import PersistentObjectsDriver

extension PersistentObject {
  /// Returns a new, unsaved object of the same class with the same values. Properties that are not
  /// loaded yet are loaded first, in one statement per property for all objects of the fetch.
  ///
  /// References and collections refer to the same objects, unless `deep` is true: then these are
  /// copied, too, with all that they reach, and the copies refer to each other in the same way as
  /// the originals. Properties that keep the time of a save, and a version, have the values of a
  /// new object, and transient properties have their default values. Values that are objects
  /// themselves, such as `NSMutableString`, are shared. The initializers of the class are not
  /// called.
  ///
  /// Throws whatever loading throws; with properties that are not in memory, `wrongSession` for a
  /// deleted object and `objectNotFound` for a detached one whose row is gone.
  public func copy(deep: Bool = false) throws -> Self {
    var copies = CopiedObjects()
    let copy = try deep ? copies.copyAll(reachedFrom: self) : copies.copy(self)
    copies.tellInverses()
    return copy
  }

  /// Returns the values by property name, from which ``init(values:)`` makes an equal object.
  ///
  /// A property that is nil has the value nil, and a reference has the object as its value.
  /// Properties that are not loaded yet are loaded first; throws whatever ``copy(deep:)`` throws.
  public func values() throws -> [String: Any?] {
    try loadAll()
    var values: [String: Any?] = [:]
    for property in type(of: self)._entity.properties where property.derived == nil {
      values.updateValue(property.plain(self), forKey: property.name)
    }
    return values
  }

  /// Returns a copy that is not added to the inverses of the objects it refers to.
  ///
  /// - Parameter others: values that the copy has instead, by property name.
  func shallowCopy(replacing others: [String: Any?] = [:]) throws -> Self {
    try loadAll()
    let entity = type(of: self)._entity
    let engines = entity.enginesProperties
    let values = entity.properties.enumerated().map { index, property -> GivenValue in
      if let other = others[property.name].flatMap(property.given) { return other }
      let isNotCopied = engines.contains(index) || property.derived != nil
      let value = isNotCopied ? property.givenByDefault() : property.given(self)
      return value ?? GivenValue()
    }
    return try type(of: self).init(given: GivenValues(values), entity)
  }

  /// Loads all properties that are not loaded yet.
  func loadAll() throws {
    try refuseInChangeInPlace("copied")
    for (index, property) in type(of: self)._entity.properties.enumerated() {
      if property.isLoaded(self) || property.derived != nil { continue }
      if let detached = _object.annex?.detached {
        try detached.read(self, index)
        if !property.isLoaded(self) { throw notInMemory(property, .objectNotFound, "row is gone") }
      } else if let session, state != .deleted {
        try session.loadThrowing(index, of: self)
      } else {
        throw notInMemory(property, .wrongSession, "object was deleted")
      }
    }
  }

  private func notInMemory(
    _ property: PropertyDescription, _ code: PersistenceError.Code, _ reason: String
  ) -> PersistenceError {
    PersistenceError(
      code, "\(property.name) is not in memory, and the \(reason)",
      context: .init(className: type(of: self)._entity.className, property: property.name, pk: pk))
  }
}

/// The copies of an object graph that were made so far.
private struct CopiedObjects {
  /// The copies with their originals, which are kept alive so that no other object gets their
  /// identifiers.
  private var copies: [ObjectIdentifier: (original: AnyObject, copy: any PersistentObject)] = [:]
  /// The copies of detached objects, by the rows of these: each reads other objects of the same
  /// row.
  private var copiesOfRows: [AnyKey: any PersistentObject] = [:]
  /// The copies, in the order in which they were made.
  private var all: [any PersistentObject] = []

  mutating func copyAll<Object: PersistentObject>(reachedFrom object: Object) throws -> Object {
    let copy = try copy(object)
    var position = 0
    while position < all.count {
      let next = all[position]
      try replaceReferences(in: next)
      position += 1
    }
    return copy
  }

  mutating func copy<Object: PersistentObject>(_ object: Object) throws -> Object {
    let row = object.state == .detached ? object.anyKey : nil
    let known = copies[ObjectIdentifier(object)]?.copy ?? row.flatMap { copiesOfRows[$0] }
    if let known = known as? Object { return known }
    let copy = try object.shallowCopy()
    copies[ObjectIdentifier(object)] = (object, copy)
    if let row { copiesOfRows[row] = copy }
    all.append(copy)
    return copy
  }

  private mutating func replaceReferences(in copy: some PersistentObject) throws {
    for (_, property) in type(of: copy)._entity.storedReferences {
      try property.replaceReferences(in: copy) { try self.copy($0) }
    }
  }

  /// Adds the copies to the inverses of the objects that they refer to now. A copy that still
  /// refers to an original would take the place of another object there.
  func tellInverses() {
    func tell(_ copy: some PersistentObject) { copy._object.made(copy) }
    for copy in all { tell(copy) }
  }
}
