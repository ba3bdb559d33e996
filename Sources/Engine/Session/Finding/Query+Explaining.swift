// What a query is in SQL, and how the database runs it.

/// The database's own account of how it runs a statement; prints as a tree.
public struct StatementPlan: Sendable, CustomStringConvertible {
  /// The statement's text, with placeholders.
  public let sql: String
  /// The steps that are done, each with those inside of it.
  public let steps: [Step]

  /// One thing that the database does, such as `SEARCH person USING INTEGER PRIMARY KEY (rowid=?)`.
  public struct Step: Sendable, CustomStringConvertible {
    /// The database's own words.
    public let text: String
    /// The steps inside.
    public let steps: [Step]

    /// The text, and the steps inside further to the right.
    public var description: String { lines.joined(separator: "\n") }

    fileprivate var lines: [String] { [text] + steps.flatMap { $0.lines.map { "  \($0)" } } }
  }

  /// The statement, and under it the steps.
  public var description: String {
    ([sql] + steps.flatMap { $0.lines.map { "  \($0)" } }).joined(separator: "\n")
  }

  fileprivate init(_ sql: String, _ rows: [(id: Int64, parent: Int64, text: String)]) {
    self.sql = sql
    steps = Self.steps(of: rows, in: 0)
  }

  private static func steps(
    of rows: [(id: Int64, parent: Int64, text: String)], in parent: Int64
  ) -> [Step] {
    rows.filter { $0.parent == parent && $0.id != parent }
      .map { Step(text: $0.text, steps: steps(of: rows, in: $0.id)) }
  }
}

extension Query {
  /// The SQL of ``find(in:)``, with placeholders. With `includingSubclasses()` it is that of the keys.
  public func sql(in session: Session) throws -> String { try text(in: session).sql }

  /// Explains how the database runs ``find(in:)``. One statement, which reads no rows.
  public func explain(in session: Session) throws -> StatementPlan {
    try session.explain(text(in: session))
  }

  /// Explains how the database runs ``value(_:in:)``, and so also counts, sums and extremes:
  /// `query.explain(.count(), in: session)`.
  public func explain<Result>(
    _ aggregate: Aggregate<Root, Result>, in session: Session
  ) throws -> StatementPlan {
    try session.explain(valueText(aggregate, in: session).text)
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

  private func text(in session: Session) throws -> RawText {
    if selection.includesSubclasses { return try session.familyText(self).text }
    return try session.objectText(self, session.plan(of: Root.ownEntity))
  }
}

extension GroupedQuery {
  /// Explains how the database computes ``values(_:in:)``.
  public func explain<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> StatementPlan {
    try session.explain(statement(repeat each aggregates, in: session))
  }
}

extension Session {
  /// Explains how the database would run SQL, which is not run.
  public func explain(_ sql: Criteria) throws -> StatementPlan { try explain(text(sql)) }

  func explain(_ text: RawText) throws -> StatementPlan {
    try throwIfFailed()
    return try reading { connection in
      let statement = try connection.statement(sql: store.dialect.explain(text.sql))
      defer { statement.reset() }
      try text.bind(to: statement)
      var rows: [(Int64, Int64, String)] = []
      while let row = try statement.next() {
        let detail = try TextCoding().decodeResult(from: row, at: row.count - 1)
        rows.append((row.integer(at: 0), row.integer(at: 1), detail))
      }
      return StatementPlan(text.sql, rows)
    }
  }
}
