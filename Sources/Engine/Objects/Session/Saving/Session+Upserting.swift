extension Session {
  /// Writes an object to the row that has its key, or to a new row, and returns the object that
  /// represents the row from then on.
  ///
  /// ```swift
  /// let joe = try session.upsert(Person(email: "joe@a.org", name: "Joe"), by: \.email)
  /// // SELECT pk, email, name FROM person WHERE email = ?1
  /// // UPDATE person SET name = ?1 WHERE pk = ?2        if there is one, named otherwise
  /// // INSERT INTO person …                             if there is none
  /// ```
  ///
  /// If such a row exists, its object gets all values of the given object, and only differences are
  /// written. The given object stays new, and is removed from the inverses of the objects it refers
  /// to. References to the given object are redirected to the row's object. A key that contains nil
  /// matches no row. The given object may be one whose session has ended: with `\.pk` as the key,
  /// its values are brought into this session. Such an object has lost its references, so the row
  /// keeps its own.
  ///
  /// Runs in a transaction of its own, or in a savepoint, with hooks and rules. Throws
  /// `invalidQuery` if the key is neither `\.pk` nor that of a unique index, and whatever saving
  /// throws; nothing is changed then.
  ///
  /// - Parameters:
  ///   - object: a new object.
  ///   - key: the property that identifies the row, together with `others` if one is not enough.
  ///   - kept: properties whose values an existing row keeps.
  @discardableResult
  public func upsert<Object: PersistentObject>(
    _ object: Object, by key: PartialKeyPath<Object>, _ others: PartialKeyPath<Object>...,
    keeping kept: PartialKeyPath<Object>...
  ) throws -> Object {
    try upsert([object], by: [key] + others, keeping: kept)[0]
  }

  /// Writes objects to the rows that have their keys, or to new rows, and returns the objects that
  /// represent the rows, in the same order. If several objects have the same key, later ones
  /// overwrite earlier ones.
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

  /// Throws if an object cannot be used as a source of values in this session.
  private func requireMergeable(_ object: some PersistentObject) throws {
    if object._object.phase == .deleted { throw object.deletionError }
    try object.refuseInChangeInPlace("saved")
    if let owner = object._object.context?.session, owner !== self {
      throw wrongSession(object, reason: "it belongs to another session; pass a copy() of it")
    }
  }
}
