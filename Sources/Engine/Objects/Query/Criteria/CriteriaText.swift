import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The SQL of criteria for a class in a store.
struct CriteriaText {
  private let clauses: CriteriaClauses
  private let plan: EntityPlan
  private let scope: QueryScope
  private let columns: CriteriaColumns

  init(_ clauses: CriteriaClauses, plan: EntityPlan, in scope: QueryScope) throws {
    self.clauses = try clauses.read(by: plan.dialect)
    self.plan = plan
    self.scope = scope
    columns = CriteriaColumns(self.clauses.words, plan: plan)
  }

  /// The SQL that follows the table's name.
  var whole: SQLText {
    get throws { try "\(clauses.needsWhere ? " WHERE " : " ")\(text(clauses.tokens.indices))" }
  }

  /// The condition that the criteria select a row; nil if they select all rows. With joined tables
  /// it is a nested statement, in which names mean the columns of the class.
  var condition: SQLText? {
    get throws {
      if clauses.isClosed { return try isAmong(whole) }
      if clauses.condition.isEmpty { return nil }
      let condition = try text(clauses.condition)
      return scope.isQualified ? isAmong(" WHERE \(condition)") : "(\(condition))"
    }
  }

  /// Returns the terms of the order.
  func order() throws -> SQLText {
    guard !clauses.isGrouped else {
      throw PersistenceError(
        .invalidQuery,
        """
        criteria that group or combine rows, and order them, cannot be followed by other steps; write those \
        into the criteria, too
        """,
        context: plan.entity.place)
    }
    try clauses.requireNames(of: plan.entity)
    return try text(clauses.order, isQualified: scope.isQualified)
  }

  private func isAmong(_ clause: SQLText) -> SQLText {
    "\(scope.qualifiedKey) IN (SELECT \(ColumnName.pk) FROM \(plan.quotedTable)\(clause))"
  }

  private func text(_ range: Range<Int>, isQualified: Bool = false) throws -> SQLText {
    var text: SQLText = ""
    var position = clauses.index(ofTokenAt: range.lowerBound)
    for token in clauses.tokens[range] {
      try append(token, at: position, to: &text, isQualified: isQualified)
      if !token.isSpace { position += 1 }
    }
    return text
  }

  private func append(
    _ token: SQLToken, at position: Int, to text: inout SQLText, isQualified: Bool
  ) throws {
    switch token {
    case .space(let piece), .literal(let piece), .symbol(let piece): text.appendLiteral(piece)
    case .value(let index):
      try text.append(
        clauses.value(at: index), comparedWith: columns.binding(comparedAt: position),
        registry: scope.plans.registry,
        dialect: plan.dialect)
    case .name(_, let name):
      let qualifier = scope.qualifier ?? plan.quotedTable
      if isQualified && columns.isOwnTable(at: position) { return text.appendLiteral(qualifier) }
      guard let column = columns.column(at: position) else { return text.appendLiteral(name) }
      if isQualified && columns.isUnqualified(at: position) { text += "\(qualifier)." }
      text.appendLiteral(plan.dialect.quoted(column))
    }
  }
}

extension CriteriaClauses {
  /// Throws if the order names a column by its position: what steps select differs from what the
  /// criteria's author has in mind.
  func requireNames(of entity: EntityDescription) throws {
    guard ordersByPosition else { return }
    throw PersistenceError(
      .invalidQuery,
      """
      criteria that order by the position of a column, as in ORDER BY 2, cannot be followed by other steps; \
      order by the column's name
      """,
      context: entity.place)
  }
}
