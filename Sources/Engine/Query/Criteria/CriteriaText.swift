/// Writes the clauses of criteria for a class in a store.
struct CriteriaText {
  private let clauses: CriteriaClauses
  private let plan: EntityPlan
  private let columns: CriteriaColumns
  private let empty: RawText

  init(_ clauses: CriteriaClauses, plan: EntityPlan, empty: RawText) throws {
    let clauses = try clauses.read(by: plan.dialect)
    self.clauses = clauses
    self.plan = plan
    self.empty = empty
    columns = CriteriaColumns(clauses.words, plan: plan)
  }

  /// All that follows the table's name.
  var whole: RawText {
    text(before: clauses.needsWhere ? " WHERE " : " ", range: clauses.tokens.indices)
  }

  /// The condition that the criteria select a row; nil if they select all. Beside joined tables it
  /// is a nested statement, in which names mean the columns of the class.
  func condition(in scope: QueryScope) -> RawText? {
    if clauses.isClosed { return isAmong(whole, in: scope) }
    if clauses.condition.isEmpty { return nil }
    if scope.isQualified {
      return isAmong(text(before: " WHERE ", range: clauses.condition), in: scope)
    }
    return text(before: "(", range: clauses.condition, after: ")")
  }

  /// The terms of the order.
  func order(in scope: QueryScope) throws -> RawText {
    guard !clauses.isGrouped else {
      throw PersistenceError(
        .invalidQuery,
        """
        criteria that put rows together and order them cannot go on with other clauses; write those \
        into the criteria, too
        """,
        context: .init(className: plan.entity.className, table: plan.entity.table))
    }
    return text(before: "", range: clauses.order, isQualified: scope.isQualified)
  }

  private func isAmong(_ clause: RawText, in scope: QueryScope) -> RawText {
    var text = empty
    text.append("\(scope.qualifiedKey) IN (SELECT \(ColumnName.pk) FROM \(plan.quotedTable)")
    text.append(clause)
    text.append(")")
    return text
  }

  private func text(
    before: String, range: Range<Int>, after: String = "", isQualified: Bool = false
  ) -> RawText {
    var text = empty
    text.append(before)
    var position = clauses.tokens[..<range.lowerBound].count { !$0.isSpace }
    for token in clauses.tokens[range] {
      append(token, at: position, to: &text, isQualified: isQualified)
      if !token.isSpace { position += 1 }
    }
    text.append(after)
    return text
  }

  private func append(
    _ token: SQLToken, at position: Int, to text: inout RawText, isQualified: Bool
  ) {
    switch token {
    case .space(let piece), .literal(let piece), .symbol(let piece): text.append(piece)
    case .value(let value):
      text.append(value, comparedWith: columns.binding(comparedAt: position))
    case .name(_, let name):
      let column = columns.columnNamedAsProperty(at: position)
      if isQualified && columns.isOwnColumn(at: position) { text.append("\(plan.quotedTable).") }
      text.append(column.map(plan.dialect.quoted) ?? name)
    }
  }
}
