// Finding, counting and deleting the objects of a class by the values of properties.

extension PersistentObject {
  // MARK: By the values of properties

  /// Returns the objects whose properties, given by name, have these values; nil stands for NULL.
  /// Use it for names from outside the program: they are checked when the query runs, a predicate
  /// by the compiler.
  ///
  /// ```swift
  /// Person.find(["lastName": "Smith", "age": 7], in: session)
  /// // SELECT … FROM person WHERE (age = ?1 AND last_name = ?2) ORDER BY pk
  /// ```
  ///
  /// Throws `invalidQuery` for a name that is not a stored property, and for a value of another
  /// type.
  public static func find(
    _ values: [String: (any Sendable)?], in session: Session
  ) throws -> [Self] { try Query<Self>().where(values).find(in: session) }

  /// Returns the first object whose properties have these values, or nil.
  public static func findFirst(
    _ values: [String: (any Sendable)?], in session: Session
  ) throws -> Self? { try Query<Self>().where(values).findFirst(in: session) }

  /// Returns the number of objects whose properties have these values.
  public static func count(
    _ values: [String: (any Sendable)?], in session: Session
  ) throws -> Int { try Query<Self>().where(values).count(in: session) }

  /// Deletes the objects whose properties have these values, and returns their number.
  @discardableResult
  public static func delete(
    _ values: [String: (any Sendable)?], in session: Session
  ) throws -> Int { try Query<Self>().where(values).delete(in: session) }

  /// Deletes all objects of the class, and returns their number.
  @discardableResult
  public static func deleteAll(in session: Session) throws -> Int {
    try Query<Self>().delete(in: session)
  }

  // MARK: By one property

  /// Returns the objects whose property at an index has a value.
  static func find<Value>(
    _ index: Int, equals value: Value, in session: Session
  ) throws -> [Self] {
    if _entity.isAbstract { return try query(index, value: value).find(in: session) }
    return try session.find(Self.self, property: index, equals: value)
  }

  /// Returns the first object whose property at an index has a value; called by generated finders.
  public static func _findFirst<Value>(
    at index: Int, _ value: Value, in session: Session
  ) throws -> Self? { try query(index, value: value).findFirst(in: session) }

  /// Returns the number of objects whose property at an index has a value.
  static func count<Value>(
    _ index: Int, equals value: Value, in session: Session
  ) throws -> Int { try query(index, value: value).count(in: session) }

  /// Returns the objects whose text at an index matches a pattern.
  static func find(
    _ index: Int, matching pattern: String, in session: Session
  ) throws -> [Self] {
    let search = TextSearch(kind: .pattern(escape: nil), text: pattern)
    return try Query<Self>().narrowed(by: .text(.path(path(index)), search)).find(in: session)
  }

  private static func query<Value>(_ index: Int, value: Value) -> Query<Self> {
    Query<Self>().narrowed(by: .comparison(.path(path(index)), .equal, ConditionArgument(value)))
  }

  private static func path(_ index: Int) -> ColumnPath {
    ColumnPath(named: _entity.properties[index].name)
  }
}

extension Query {
  /// Narrows the query to the objects whose properties, given by name, have these values; nil
  /// stands for NULL.
  public func `where`(_ values: [String: (any Sendable)?]) -> Query {
    values.sorted { $0.key < $1.key }.reduce(self) { query, entry in
      let path = ValueNode.path(ColumnPath(named: entry.key))
      guard let value = entry.value else { return query.narrowed(by: .isNull(path)) }
      return query.narrowed(by: .comparison(path, .equal, argument(value)))
    }
  }

  private func argument(_ value: some Sendable) -> ConditionArgument { ConditionArgument(value) }
}
