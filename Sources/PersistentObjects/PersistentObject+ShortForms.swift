// The short forms. Those on an object work wherever the object is; those on a class work on the
// main actor, in its session. Each also exists with `in: session`.

extension PersistentObject {
  /// Saves this object and all objects that it reaches, if they are new or changed, in one
  /// transaction.
  ///
  /// An object that was saved before is saved in its own session. On the main actor, a new object
  /// goes to the main actor's session; elsewhere, this throws `wrongSession`: call
  /// `session.save(object)` there. Otherwise see `Session.save(_:)`.
  public func save(isolation: isolated (any Actor)? = #isolation) throws {
    try session(isolation).save(self)
  }

  /// Deletes this object's row, and with `cascade` all that the object refers to. See
  /// `Session.delete(_:cascade:)`.
  public func delete(
    cascade: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) throws {
    // An object with a session knows by itself whether there is anything to delete.
    if let session { return try session.delete(self, cascade: cascade) }
    if state != .deleted { try session(isolation).delete(self, cascade: cascade) }
  }

  /// Restores this object to its last saved state. See `Session.revert(_:)`.
  public func revert(isolation: isolated (any Actor)? = #isolation) throws {
    try session(isolation).revert(self)
  }

  /// Restores some properties to their last saved values: `try joe.revert(\.age, \.home)`.
  public func revert(
    _ keyPath: PartialKeyPath<Self>, _ others: PartialKeyPath<Self>...,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try session(isolation).revert(self, properties: [keyPath] + others)
  }

  /// Reads this object's row again and drops the object's changes, except those in the properties
  /// `kept`: `try joe.refresh(keeping: \.age)`. See `Session.refresh(_:keeping:)`.
  public func refresh(
    keeping kept: PartialKeyPath<Self>..., isolation: isolated (any Actor)? = #isolation
  ) throws { try session(isolation).refresh(self, keepingChangesOf: kept) }

  /// Reads this object's row again, except for the properties that were changed here:
  /// `try joe.refresh(keeping: .changes)`. See `Session.refresh(_:keeping:)`.
  public func refresh(
    keeping kept: KeptProperties, isolation: isolated (any Actor)? = #isolation
  ) throws { try session(isolation).refresh(self, keeping: kept) }

  /// Writes this new object to the row that has its key, or to a new row, and returns the object
  /// that stands for the row from then on. See `Session.upsert(_:by:_:keeping:)`.
  @discardableResult
  public func upsert(
    by key: PartialKeyPath<Self>, _ others: PartialKeyPath<Self>...,
    keeping kept: PartialKeyPath<Self>..., isolation: isolated (any Actor)? = #isolation
  ) throws -> Self {
    try session(isolation).upsert([self], by: [key] + others, keeping: kept)[0]
  }

  /// Returns the saved objects of a class that refer to this one, in any property or in one
  /// property, in this object's session: `try joe.findRelated(Invoice.self)`. See
  /// `findRelated(_:through:in:)`.
  public func findRelated<Other: PersistentObject>(
    _ type: Other.Type = Other.self, through property: PartialKeyPath<Other>? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) throws -> [Other] {
    try findRelated(type, through: property, in: session(isolation))
  }

  /// Returns the saved objects of a class that refer to this one and for which a condition holds,
  /// in this object's session.
  public func findRelated<Other: PersistentObject>(
    _ type: Other.Type = Other.self, through property: PartialKeyPath<Other>? = nil,
    isolation: isolated (any Actor)? = #isolation,
    where predicate: (Columns<Other>) -> Condition
  ) throws -> [Other] {
    try findRelated(type, through: property, in: session(isolation), where: predicate)
  }

  /// Returns the saved objects of a class that refer to this one and that match criteria, in this
  /// object's session.
  public func findRelated<Other: PersistentObject>(
    _ type: Other.Type = Other.self, through property: PartialKeyPath<Other>? = nil,
    _ criteria: Criteria, isolation: isolated (any Actor)? = #isolation
  ) throws -> [Other] {
    try findRelated(type, through: property, criteria, in: session(isolation))
  }

  private func session(_ isolation: (any Actor)?) throws -> Session {
    if isDeleted { throw deletionError }
    return try session ?? Session.current(for: self, isolation: isolation)
  }
}

@MainActor
extension PersistentObject {
  /// Returns the object with a primary key, or nil.
  public static func findByPK(_ pk: Int64) throws -> Self? { try findByPK(pk, in: _main) }

  /// Returns the objects for which a condition holds, in the order of their keys.
  public static func find(
    where predicate: (Columns<Self>) -> Condition
  ) throws -> [Self] { try find(in: _main, where: predicate) }

  /// Returns the objects that match criteria.
  public static func find(_ criteria: Criteria) throws -> [Self] {
    try find(criteria, in: _main)
  }

  /// Returns the first object that matches criteria, or nil.
  public static func findFirst(_ criteria: Criteria) throws -> Self? {
    try findFirst(criteria, in: _main)
  }

  /// Returns the first object for which a condition holds, or nil.
  public static func findFirst(
    where predicate: (Columns<Self>) -> Condition
  ) throws -> Self? { try findFirst(in: _main, where: predicate) }

  /// Whether the file has the table of this class. The call creates nothing.
  public static func tableExists(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Bool { try tableExists(in: _main) }

  /// Returns all objects of the class, in the order of their keys.
  public static func findAll() throws -> [Self] { try findAll(in: _main) }

  /// Returns the number of objects of the class.
  public static func count(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int { try count(in: _main) }

  /// Returns the number of objects that match criteria.
  public static func count(
    _ criteria: Criteria, caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int { try count(criteria, in: _main) }

  /// Returns the number of objects for which a condition holds.
  public static func count(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation,
    where predicate: (Columns<Self>) -> Condition
  ) throws -> Int { try count(in: _main, where: predicate) }

  /// Deletes the object with a primary key, without reading it; returns false if there was none.
  @discardableResult
  public static func delete(
    pk: Int64, cascade: Bool = false,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Bool {
    try delete(pk: pk, cascade: cascade, in: Self._main)
  }

  /// Deletes the objects with these primary keys, without reading them; returns their number.
  @discardableResult
  public static func delete(
    pks: some Sequence<Int64>, cascade: Bool = false,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int {
    try delete(pks: pks, cascade: cascade, in: Self._main)
  }

  /// Deletes the objects that match criteria; returns their number.
  @discardableResult
  public static func delete(
    _ criteria: Criteria, caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int {
    try delete(criteria, in: _main)
  }

  /// Deletes the objects for which a condition holds; returns their number.
  @discardableResult
  public static func delete(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation,
    where predicate: (Columns<Self>) -> Condition
  ) throws -> Int { try delete(in: _main, where: predicate) }
}

@MainActor
extension Query {
  /// Returns the objects, in the query's order.
  public func find() throws -> [Root] { try find(in: Root._main) }

  /// Returns the first object, or nil.
  public func findFirst() throws -> Root? { try findFirst(in: Root._main) }

  /// Returns the number of objects.
  public func count(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int { try count(in: Root._main) }

  /// Calls `body` with one object after another; they are never all in memory.
  public func forEach(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation,
    _ body: (Root) throws -> Void
  ) throws { try forEach(in: Root._main, body) }

  /// Returns the values of some properties, with the primary key of each row; it makes no objects.
  @_disfavoredOverload
  public func values<each Value>(
    of keyPaths: repeat KeyPath<Root, each Value>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(pk: Int64, repeat each Value)] {
    try values(of: repeat each keyPaths, in: Root._main)
  }

  /// Returns the values of one property, with the primary key of each row.
  public func values<A>(
    of a: KeyPath<Root, A>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(pk: Int64, A)] { try values(of: a, in: Root._main) }

  /// Returns the values of two properties, with the primary key of each row.
  public func values<A, B>(
    of a: KeyPath<Root, A>, _ b: KeyPath<Root, B>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(pk: Int64, A, B)] { try values(of: a, b, in: Root._main) }

  /// Returns the values of three properties, with the primary key of each row.
  public func values<A, B, C>(
    of a: KeyPath<Root, A>, _ b: KeyPath<Root, B>, _ c: KeyPath<Root, C>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(pk: Int64, A, B, C)] { try values(of: a, b, c, in: Root._main) }

  /// Returns the values of four properties, with the primary key of each row.
  public func values<A, B, C, D>(
    of a: KeyPath<Root, A>, _ b: KeyPath<Root, B>, _ c: KeyPath<Root, C>, _ d: KeyPath<Root, D>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(pk: Int64, A, B, C, D)] { try values(of: a, b, c, d, in: Root._main) }

  /// Deletes the rows; returns their number.
  @discardableResult
  public func delete(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int { try delete(in: Root._main) }
}
