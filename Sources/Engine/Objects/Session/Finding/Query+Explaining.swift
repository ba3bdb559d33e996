// The SQL of a query, and how the database runs it.

import PersistentObjectsConnections
public import PersistentObjectsDriver

extension Query {
  /// Returns the SQL of ``find(in:)``, with placeholders. With `includingSubclasses()`, this is the
  /// SQL that reads the keys.
  public func sql(in session: Session) throws -> String {
    try text(in: session).sql(session.store.dialect)
  }

  /// Explains how the database runs ``find(in:)``. One statement, which reads no rows.
  public func explain(in session: Session) throws -> StatementPlan {
    try session.explain(text(in: session))
  }

  /// Explains how the database runs ``value(_:in:)``, and so also counts, sums, minimums and
  /// maximums: `query.explain(.count(), in: session)`.
  public func explain<Result>(
    _ aggregate: Aggregate<Root, Result>, in session: Session
  ) throws -> StatementPlan {
    try session.explain(valueText(aggregate, plans: session.plans).text)
  }

  /// Explains how the database reads the page after a bookmark.
  public func explainPage(
    size: Int, after bookmark: Bookmark? = nil, in session: Session
  ) throws -> StatementPlan {
    let part = try paged(size, from: bookmark, isReversed: false)
    if part.selection.includesSubclasses {
      return try session.explain(session.familyText(part).text)
    }
    let plan = try session.plan(of: Root.ownEntity)
    return try session.explain(PageText(part.selection, plan: plan, plans: session.plans).text)
  }

  private func text(in session: Session) throws -> SQLText {
    if selection.includesSubclasses { return try session.familyText(self).text }
    return try session.objectText(self, plan: session.plan(of: Root.ownEntity))
  }
}

extension _GroupedQuery {
  /// Explains how the database computes ``values(_:in:)``.
  public func explain<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> StatementPlan {
    try session.explain(statement(repeat each aggregates, in: session))
  }
}

extension Session {
  /// Explains how the database would run SQL, without running it.
  public func explain(_ sql: Criteria) throws -> StatementPlan { try explain(text(sql)) }

  func explain(_ text: SQLText) throws -> StatementPlan {
    try asking { connection in
      let sql = text.sql(store.dialect)
      let rows = try connection.statement(sql: store.dialect.explain(sql)).binding(text.bind)
        .rows(\.values)
      return StatementPlan(sql: sql, steps: store.dialect.steps(ofExplanation: rows))
    }
  }
}
