// Running queries in a session.

extension Query {
  /// Returns the objects in the query's order. Runs one statement, and one for each `loading(_:)`
  /// and each required reference. All of them see one snapshot: if there are several, a session
  /// that holds no snapshot runs them in a transaction.
  public func find(in session: Session) throws -> [Root] { try session.find(self) }

  /// Returns the first object, or nil.
  public func findFirst(in session: Session) throws -> Root? {
    let cursor = try Cursor(session, limitedToOne, chunk: 1)
    defer { cursor.close() }
    return try cursor.next()
  }

  /// Calls `body` with one object after another; they are never all in memory at once. If `body`
  /// saves, run the whole call in a transaction; see ``Cursor``.
  public func forEach(in session: Session, _ body: (Root) throws -> Void) throws {
    let cursor = try session.cursor(self)
    defer { cursor.close() }
    while let object = try cursor.next() { try body(object) }
  }

  /// Deletes the rows without loading them, and returns their number. Objects in memory whose rows
  /// are deleted become `deleted`. Outside a transaction, this runs in one of its own.
  ///
  /// SQL: `SELECT pk …`, then one `DELETE FROM person WHERE pk IN …`.
  @discardableResult
  public func delete(in session: Session) throws -> Int { try session.delete(self) }
}

extension PersistentObject {
  // MARK: Finding in a session

  /// Returns the object with a primary key, or nil. Runs one statement, or none if the object is in
  /// memory and up to date.
  public static func findByPK(_ pk: Int64, in session: Session) throws -> Self? {
    try session.find(Self.self, pk: pk)
  }

  /// Returns the objects that satisfy a condition, ordered by primary key.
  ///
  /// ```swift
  /// Person.find(in: session) { $0.lastName == "Smith" && $0.age > 30 }
  /// // SELECT … FROM person WHERE (last_name = ?1 AND age > ?2) ORDER BY pk
  /// ```
  public static func find(
    in session: Session, where predicate: (Columns<Self>) -> Condition
  ) throws -> [Self] { try Query<Self>().where(predicate).find(in: session) }

  /// Returns the objects that criteria select: `"WHERE age > \(30) ORDER BY last_name"`.
  public static func find(_ criteria: Criteria, in session: Session) throws -> [Self] {
    try Query<Self>(criteria).find(in: session)
  }

  /// Returns the first object that criteria select, or nil.
  public static func findFirst(_ criteria: Criteria, in session: Session) throws -> Self? {
    try Query<Self>(criteria).findFirst(in: session)
  }

  /// Returns the first object, by primary key, that satisfies a condition, or nil.
  public static func findFirst(
    in session: Session, where predicate: (Columns<Self>) -> Condition
  ) throws -> Self? { try Query<Self>().where(predicate).findFirst(in: session) }

  /// Returns all objects of the class, ordered by primary key.
  public static func findAll(in session: Session) throws -> [Self] {
    try Query<Self>().find(in: session)
  }

  /// Returns the number of objects of the class.
  public static func count(in session: Session) throws -> Int {
    try Query<Self>().count(in: session)
  }

  /// Returns the number of objects that criteria select.
  public static func count(_ criteria: Criteria, in session: Session) throws -> Int {
    try Query<Self>(criteria).count(in: session)
  }

  /// Returns the number of objects that satisfy a condition.
  public static func count(
    in session: Session, where predicate: (Columns<Self>) -> Condition
  ) throws -> Int { try Query<Self>().where(predicate).count(in: session) }

  /// Deletes the objects that criteria select, and returns their number.
  @discardableResult
  public static func delete(_ criteria: Criteria, in session: Session) throws -> Int {
    try Query<Self>(criteria).delete(in: session)
  }

  /// Deletes the objects that satisfy a condition, and returns their number.
  @discardableResult
  public static func delete(
    in session: Session, where predicate: (Columns<Self>) -> Condition
  ) throws -> Int { try Query<Self>().where(predicate).delete(in: session) }

  /// Deletes the object with a primary key without loading it; returns false if there was none.
  /// Otherwise like `Session.delete(_:cascade:)`.
  @discardableResult
  public static func delete(
    pk: Int64, cascade: Bool = false, in session: Session
  ) throws -> Bool { try session.delete(Self.self, pks: [pk], cascade: cascade) > 0 }

  /// Deletes the objects with these primary keys without loading them, and returns the number of
  /// those that existed. Otherwise like `Session.delete(_:cascade:)`.
  @discardableResult
  public static func delete(
    pks: some Sequence<Int64>, cascade: Bool = false, in session: Session
  ) throws -> Int { try session.delete(Self.self, pks: pks, cascade: cascade) }
}
