// Cursors on the objects of a query.

import PersistentObjectsDriver

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
    let isOneStatement = loading.isEmpty && context?.plan.requiredReferences.isEmpty == true
    try self.init(session, text, place: Element._entity.place, chunk: chunk) { cursor in
      try session.loadingTogether(unless: isOneStatement) {
        let objects =
          try context.map { try cursor.objects(of: $0, in: session) } ?? cursor.family(in: session)
        for path in loading { try session.load(path, ofAll: objects) }
        return objects
      }
    }
  }

  private func objects(of context: EntityContext, in session: Session) throws -> [Element] {
    if mayBeOutdated { return try presentObjects(of: context, in: session) }
    // A second use of the connection, besides the one that lasts as long as the cursor.
    let objects = try session.reading { _ in
      var reader = _RowReader(.empty, plan: context.plan)
      return try rows { row -> Element in try session.object(from: row, &reader, in: context) }
    }
    try session.complete(objects, in: context)
    return objects
  }

  /// Reads the objects of a chunk by their keys, without those whose rows are gone.
  private func presentObjects(of context: EntityContext, in session: Session) throws -> [Element] {
    let pks = try rows { $0.integer(at: 0) }
    let objects = try session.fetch(Element.self, in: context, pks: pks)
    let found = Dictionary(
      objects.map { ($0._object.pk, $0) }, uniquingKeysWith: { first, _ in first })
    return pks.compactMap { found[$0] }
  }

  private func family(in session: Session) throws -> [Element] {
    let keys = try rows { try FamilyKey($0) }
    return try session.objects(of: keys, areAllThere: !mayBeOutdated)
  }
}

extension Session {
  /// Reads a query object by object.
  public func cursor<Object: PersistentObject>(_ query: Query<Object>) throws -> Cursor<Object> {
    try Cursor(self, query)
  }
}

extension Query {
  /// Returns a stream of the objects, for a loop; they are never all in memory at once. See
  /// ``ResultStream``.
  public func stream(in session: Session) throws -> ResultStream<Root> {
    ResultStream(try session.cursor(self), session)
  }
}
