extension Session {
  /// Writes an object to the row that has its key, or to a new row, and gives the object that stands
  /// for the row from then on.
  ///
  /// ```swift
  /// let joe = try session.upsert(Person(email: "joe@a.org", name: "Joe"), by: \.email)
  /// // SELECT pk, email, name FROM person WHERE email IN (?1)
  /// // UPDATE person SET name = ?1 WHERE pk = ?2        if there is one, named otherwise
  /// // INSERT INTO person …                             if there is none
  /// ```
  ///
  /// If there is such a row, its object gets all values of the given one, which stays new and leaves
  /// the inverses of what it refers to; only what differs is written. References to the given object
  /// lead to the other one. A key with a nil in it is that of no row. An object whose session has ended
  /// can be given, too: so by `\.pk` its values come to this session. It has let go of its references,
  /// which the row keeps.
  ///
  /// In a transaction of its own, or a savepoint, with what hooks and rules ask for. Throws
  /// `invalidQuery` if the key is neither `\.pk` nor that of a unique index, and what saving throws;
  /// then nothing was changed.
  ///
  /// - Parameters:
  ///   - object: a new object.
  ///   - key: the property that says which row it is, and `others`, if one is not enough.
  ///   - kept: properties that a row that is there keeps.
  @discardableResult
  public func upsert<Object: PersistentObject>(
    _ object: Object, by key: PartialKeyPath<Object>, _ others: PartialKeyPath<Object>...,
    keeping kept: PartialKeyPath<Object>...
  ) throws -> Object {
    try upsert([object], by: [key] + others, keeping: kept)[0]
  }

  /// Writes objects to the rows that have their keys, or to new rows, and gives the objects that
  /// stand for the rows, in the same order. Of several objects with one key the later ones are
  /// written over the earlier.
  ///
  /// One `SELECT` for all objects of a class, then the statements of a save. Otherwise like
  /// ``upsert(_:by:_:keeping:)``.
  @discardableResult
  public func upsert<Object: PersistentObject>(
    contentsOf objects: some Sequence<Object>, by key: PartialKeyPath<Object>,
    _ others: PartialKeyPath<Object>..., keeping kept: PartialKeyPath<Object>...
  ) throws -> [Object] {
    try upsert(Array(objects), by: [key] + others, keeping: kept)
  }

  package func upsert<Object: PersistentObject>(
    _ objects: [Object], by keys: [PartialKeyPath<Object>],
    keeping kept: [PartialKeyPath<Object>]
  ) throws -> [Object] {
    try throwIfFailed()
    for object in objects { try requireMergeable(object) }
    return try inAttempts {
      try transaction {
        var upsert = Upsert(session: self, keys: keys, kept: kept)
        let results = try upsert.merge(objects)
        try save(contentsOf: results.map { $0 as any PersistentObject })
        return results
      }
    }
  }

  /// Refuses objects that are no source of values here.
  private func requireMergeable(_ object: some PersistentObject) throws {
    if object._object.phase == .deleted { throw object.deletionError }
    try object.refuseInChangeInPlace("saved")
    if let owner = object._object.context?.owner, owner !== self {
      throw wrongSession(object, reason: "it belongs to another session; give a copy() of it")
    }
  }
}
