// Running queries in a session.

extension Query {
  /// The objects, in the query's order. One statement, and one for each `loading(_:)` and each
  /// required reference; all of them see one snapshot, for which a session that holds none begins
  /// and ends a transaction where there are several.
  public func find(in session: Session) throws -> [Root] { try session.find(self) }

  /// The first object, or nil.
  public func findFirst(in session: Session) throws -> Root? {
    let cursor = try Cursor(session, first, chunk: 1)
    defer { cursor.close() }
    return try cursor.next()
  }

  /// Calls `body` with one object after the other; they are never all in memory. A `body` that saves
  /// needs a transaction around the whole; see ``Cursor``.
  public func forEach(in session: Session, _ body: (Root) throws -> Void) throws {
    let cursor = try session.cursor(self)
    defer { cursor.close() }
    while let object = try cursor.next() { try body(object) }
  }

  /// Deletes the rows, without making objects of them, and gives their number. Objects of them
  /// that are in hand become `deleted`. In a transaction of its own outside of one.
  ///
  /// SQL: `SELECT pk …`, then one `DELETE FROM person WHERE pk IN …`.
  @discardableResult
  public func delete(in session: Session) throws -> Int { try session.delete(self) }
}

extension PersistentObject {
  // MARK: Finding in a session

  /// The object with a primary key, or nil. One statement, none if the object is in hand and up to
  /// date.
  public static func findByPK(_ pk: Int64, in session: Session) throws -> Self? {
    try session.find(Self.self, pk: pk)
  }

  /// The objects for which a condition holds, in the order of their keys.
  ///
  /// ```swift
  /// Person.find(in: session) { $0.lastName == "Smith" && $0.age > 30 }
  /// // SELECT … FROM person WHERE (last_name = ?1 AND age > ?2) ORDER BY pk
  /// ```
  public static func find(
    in session: Session, where predicate: (Columns<Self>) -> Condition
  ) throws -> [Self] { try Query<Self>().where(predicate).find(in: session) }

  /// The objects that criteria select: `"WHERE age > \(30) ORDER BY last_name"`.
  public static func find(_ criteria: Criteria, in session: Session) throws -> [Self] {
    try Query<Self>(criteria).find(in: session)
  }

  /// The first object that criteria select, or nil.
  public static func findFirst(_ criteria: Criteria, in session: Session) throws -> Self? {
    try Query<Self>(criteria).findFirst(in: session)
  }

  /// The first object for which a condition holds, in the order of keys, or nil.
  public static func findFirst(
    in session: Session, where predicate: (Columns<Self>) -> Condition
  ) throws -> Self? { try Query<Self>().where(predicate).findFirst(in: session) }

  /// All objects of the class, in the order of their keys.
  public static func findAll(in session: Session) throws -> [Self] {
    try Query<Self>().find(in: session)
  }

  /// The number of objects of the class.
  public static func count(in session: Session) throws -> Int {
    try Query<Self>().count(in: session)
  }

  /// The number of objects that criteria select.
  public static func count(_ criteria: Criteria, in session: Session) throws -> Int {
    try Query<Self>(criteria).count(in: session)
  }

  /// The number of objects for which a condition holds.
  public static func count(
    in session: Session, where predicate: (Columns<Self>) -> Condition
  ) throws -> Int { try Query<Self>().where(predicate).count(in: session) }

  /// Deletes the objects that criteria select; gives their number.
  @discardableResult
  public static func delete(_ criteria: Criteria, in session: Session) throws -> Int {
    try Query<Self>(criteria).delete(in: session)
  }

  /// Deletes the objects for which a condition holds; gives their number.
  @discardableResult
  public static func delete(
    in session: Session, where predicate: (Columns<Self>) -> Condition
  ) throws -> Int { try Query<Self>().where(predicate).delete(in: session) }

  /// Deletes the object with a primary key, without reading it; false if there was none. Otherwise as
  /// `Session.delete(_:cascade:)`.
  @discardableResult
  public static func delete(
    pk: Int64, cascade: Bool = false, in session: Session
  ) throws -> Bool { try session.delete(Self.self, pks: [pk], cascade: cascade) > 0 }

  /// Deletes the objects with these primary keys, without reading them; gives the number of those that
  /// were there. Otherwise as `Session.delete(_:cascade:)`.
  @discardableResult
  public static func delete(
    pks: some Sequence<Int64>, cascade: Bool = false, in session: Session
  ) throws -> Int { try session.delete(Self.self, pks: pks, cascade: cascade) }
}
