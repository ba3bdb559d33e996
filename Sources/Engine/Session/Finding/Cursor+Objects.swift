// Cursors on the objects of a query.

extension Cursor where Element: PersistentObject {
  convenience init(_ session: Session, _ query: Query<Element>, chunk: Int = 256) throws {
    try session.throwIfFailed()
    // The following may create tables, in transactions of their own.
    let context =
      query.selection.includesSubclasses ? nil : try session.context(of: Element.self)
    let text =
      try context.map { try session.objectText(query, plan: $0.plan) }
      ?? session.familyText(query).text
    let loading = query.loading
    try self.init(session, text, place: Element._entity.place, chunk: chunk) { cursor, statement in
      let objects =
        try context.map { try cursor.objects(statement, of: $0, in: session) }
        ?? cursor.family(statement, in: session)
      for path in loading { try session.load(path, ofAll: objects) }
      return objects
    }
  }

  private func objects(
    _ statement: Statement, of context: EntityContext, in session: Session
  ) throws -> [Element] {
    try session.loadingTogether(unless: context.plan.requiredReferences.isEmpty) {
      // A second use of the connection, besides the one that lasts as long as the cursor.
      let objects = try session.reading { _ in
        var reader = _RowReader(.empty, plan: context.plan)
        return try rows { () -> Element? in
          try statement.next().map { try session.object(from: $0, &reader, in: context) }
        }
      }
      try session.complete(objects, in: context)
      return objects
    }
  }

  private func family(_ statement: Statement, in session: Session) throws -> [Element] {
    // The objects are read while the statement still holds its snapshot.
    let keys = try rows(keepingSnapshot: true) { try statement.next().map { try FamilyKey($0) } }
    let objects: [Element] = try session.objects(of: keys)
    endSource(after: keys.count)
    return objects
  }
}

extension Session {
  /// Reads a query object by object.
  public func cursor<Object: PersistentObject>(_ query: Query<Object>) throws -> Cursor<Object> {
    try Cursor(self, query)
  }
}

extension Query {
  /// Returns a stream of the objects, for a loop; they are never all in memory at once. See ``ResultStream``.
  public func stream(in session: Session) throws -> ResultStream<Root> {
    ResultStream(try session.cursor(self), session)
  }
}
