// Copies of objects, and their values as a dictionary.

extension PersistentObject {
  /// A new, unsaved object of the same class with the same values; what was not loaded yet is read
  /// first, in one statement per property for all objects of the fetch.
  ///
  /// References and collections refer to the same objects, unless `deep` is true: then those are
  /// copied, too, and those that they reach; what refers to one object, or to each other, does so
  /// among the copies. Properties that keep the time of a save, and a version, are as in a new object,
  /// and transient properties have their default values. Values that are objects themselves, such as
  /// `NSMutableString`, are shared. The initializers of the class are not called.
  ///
  /// Throws what reading throws, and `wrongSession` for an object that has something still to be
  /// read after its row was deleted or its session has ended.
  public func copy(deep: Bool = false) throws -> Self {
    var copies = CopiedObjects()
    return try deep ? copies.copyAll(reachedFrom: self) : copies.copy(self)
  }

  /// The values by the names of properties: what ``init(values:)`` makes an equal object of.
  ///
  /// Nil stands for nil. References give the object. What was not loaded yet is read first; throws
  /// as ``copy(deep:)`` does.
  public func values() throws -> [String: Any?] {
    try loadAll()
    var values: [String: Any?] = [:]
    for property in type(of: self)._entity.properties where property.inverse == nil {
      values.updateValue(property.plain(self), forKey: property.name)
    }
    return values
  }

  /// A copy of which the inverses of what it refers to are not told.
  ///
  /// - Parameter others: values that the copy has instead, by the names of properties.
  func shallowCopy(replacing others: [String: Any?] = [:]) throws -> Self {
    try loadAll()
    let entity = type(of: self)._entity
    let engines = entity.enginesProperties
    let values = entity.properties.enumerated().map { index, property -> GivenValue in
      if let other = others[property.name].flatMap(property.given) { return other }
      let isNotCopied = engines.contains(index) || property.inverse != nil
      let value = isNotCopied ? property.givenByDefault() : property.given(self)
      return value ?? GivenValue()
    }
    return try type(of: self).init(given: GivenValues(values), entity)
  }

  /// Reads all that is still to be read.
  func loadAll() throws {
    try refuseInChangeInPlace("copied")
    for (index, property) in type(of: self)._entity.properties.enumerated() {
      if property.isLoaded(self) || property.inverse != nil { continue }
      guard let session, state != .deleted else {
        throw PersistenceError(
          .wrongSession,
          """
          \(property.name) was not loaded before the object was deleted or its session ended
          """,
          context: .init(
            className: type(of: self)._entity.className, property: property.name, pk: pk))
      }
      try session.loadThrowing(index, of: self)
    }
  }
}

/// The copies made so far of a graph of objects.
private struct CopiedObjects {
  /// The copies with their originals, so that none dies and leaves its identity to another.
  private var copies: [ObjectIdentifier: (original: AnyObject, copy: any PersistentObject)] = [:]
  /// Copies that still refer to originals.
  private var waiting: [any PersistentObject] = []

  mutating func copyAll<Object: PersistentObject>(reachedFrom object: Object) throws -> Object {
    let copy = try copy(object)
    while let next = waiting.popLast() { try replaceReferences(in: next) }
    return copy
  }

  mutating func copy<Object: PersistentObject>(_ object: Object) throws -> Object {
    if let known = copies[ObjectIdentifier(object)]?.copy as? Object { return known }
    let copy = try object.shallowCopy()
    copy._object.made(copy)
    copies[ObjectIdentifier(object)] = (object, copy)
    waiting.append(copy)
    return copy
  }

  private mutating func replaceReferences(in copy: some PersistentObject) throws {
    for (index, property) in type(of: copy)._entity.properties.enumerated()
    where property.inverse == nil {
      let related = copy._object.related(copy, index)
      defer { if let related { copy._object.relate(copy, index, related) } }
      try property.replaceReferences(in: copy) { try self.copy($0) }
    }
  }
}
