// The short forms of queries, on the main actor, in the session of the class's store. Each also
// exists with `in: session`.

@MainActor
extension Query {
  /// Returns at most `size` objects that come after a bookmark; without a bookmark, the first ones.
  public func page(size: Int, after bookmark: Bookmark? = nil) throws -> Page<Root> {
    try page(size: size, after: bookmark, in: Root._main)
  }

  /// Returns at most `size` objects that come before a bookmark; for nil, the last ones.
  public func page(size: Int, before bookmark: Bookmark?) throws -> Page<Root> {
    try page(size: size, before: bookmark, in: Root._main)
  }

  /// Returns the objects one after another, for a loop.
  public func stream() throws -> ResultStream<Root> { try stream(in: Root._main) }

  /// Whether there is an object.
  public func exists(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Bool { try exists(in: Root._main) }

  /// Returns an aggregate of the objects: `query.value(.maximum(\.home.population))`.
  public func value<Result>(
    _ aggregate: Aggregate<Root, Result>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Result {
    try value(aggregate, in: Root._main)
  }

  /// Changes all objects of the query with one statement per table; returns their number.
  @discardableResult
  public func update(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation,
    _ changes: (inout ColumnChanges<Root>) -> Void
  ) throws -> Int {
    try update(in: Root._main, changes)
  }

  /// Returns the SQL of the query, with placeholders.
  public func sql(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> String { try sql(in: Root._main) }

  /// Returns the database's plan for the query.
  public func explain(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> StatementPlan { try explain(in: Root._main) }

  /// Returns the database's plan for an aggregate.
  public func explain<Result>(
    _ aggregate: Aggregate<Root, Result>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> StatementPlan {
    try explain(aggregate, in: Root._main)
  }

  /// Returns the database's plan for the page after a bookmark.
  public func explainPage(
    size: Int, after bookmark: Bookmark? = nil,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> StatementPlan {
    try explainPage(size: size, after: bookmark, in: Root._main)
  }
}

@MainActor
extension Projection {
  /// Returns the rows, in the query's order.
  public func find(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [Output] { try find(in: Root._main) }

  /// Returns the first row, or nil.
  public func findFirst(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Output? { try findFirst(in: Root._main) }

  /// Returns the number of rows.
  public func count(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int { try count(in: Root._main) }

  /// Returns the rows one after another, for a loop.
  public func stream() throws -> ResultStream<Output> { try stream(in: Root._main) }

  /// Returns the SQL of the projection, with placeholders.
  public func sql(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> String { try sql(in: Root._main) }
}

@MainActor
extension JoinedQuery {
  /// Returns the pairs.
  public func find<A: _JoinedColumns, B: _JoinedColumns>() throws -> [(A.Match, B.Match)]
  where Sources == (A, B) { try find(in: Root._main) }

  /// Returns the tuples of objects of three classes.
  public func find<A: _JoinedColumns, B: _JoinedColumns, C: _JoinedColumns>() throws -> [(
    A.Match, B.Match, C.Match
  )] where Sources == (A, B, C) { try find(in: Root._main) }

  /// Returns the tuples of objects of four classes.
  public func find<
    A: _JoinedColumns, B: _JoinedColumns, C: _JoinedColumns, D: _JoinedColumns
  >() throws -> [(A.Match, B.Match, C.Match, D.Match)] where Sources == (A, B, C, D) {
    try find(in: Root._main)
  }

  /// Returns the number of tuples.
  public func count(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int { try count(in: Root._main) }
}

@MainActor
extension _GroupedQuery {
  /// Returns the objects of each group.
  public func elements() throws -> [(key: (repeat each Key), elements: [Root])] {
    try elements(in: Root._main)
  }

  /// Returns the key and the values of each group, ordered by key.
  @_disfavoredOverload
  public func values<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(key: (repeat each Key), repeat each Value)] {
    try values(repeat each aggregates, in: Root._main)
  }

  /// Returns the key and one value of each group.
  public func values<A>(
    _ a: Aggregate<Root, A>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(key: (repeat each Key), A)] { try values(a, in: Root._main) }

  /// Returns the key and two values of each group.
  public func values<A, B>(
    _ a: Aggregate<Root, A>, _ b: Aggregate<Root, B>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(key: (repeat each Key), A, B)] { try values(a, b, in: Root._main) }

  /// Returns the key and three values of each group.
  public func values<A, B, C>(
    _ a: Aggregate<Root, A>, _ b: Aggregate<Root, B>, _ c: Aggregate<Root, C>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(key: (repeat each Key), A, B, C)] { try values(a, b, c, in: Root._main) }

  /// Returns the key and four values of each group.
  public func values<A, B, C, D>(
    _ a: Aggregate<Root, A>, _ b: Aggregate<Root, B>, _ c: Aggregate<Root, C>,
    _ d: Aggregate<Root, D>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> [(key: (repeat each Key), A, B, C, D)] { try values(a, b, c, d, in: Root._main) }

  /// Returns the database's plan for the values.
  public func explain<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>,
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> StatementPlan { try explain(repeat each aggregates, in: Root._main) }
}

@MainActor
extension PersistentObject {
  /// Returns the objects in which properties, given by name, have these values.
  public static func find(_ values: [String: (any Sendable)?]) throws -> [Self] {
    try find(values, in: _main)
  }

  /// Returns the first object in which properties have these values, or nil.
  public static func findFirst(_ values: [String: (any Sendable)?]) throws -> Self? {
    try findFirst(values, in: _main)
  }

  /// Returns the number of objects in which properties have these values.
  public static func count(
    _ values: [String: (any Sendable)?],
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int {
    try count(values, in: _main)
  }

  /// Deletes the objects in which properties have these values; returns their number.
  @discardableResult
  public static func delete(
    _ values: [String: (any Sendable)?],
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int {
    try delete(values, in: _main)
  }

  /// Deletes all objects of the class; returns their number.
  @discardableResult
  public static func deleteAll(
    caller: _OnTheMainActor_ElsewhereAdd_in_session = #isolation
  ) throws -> Int { try deleteAll(in: _main) }
}
