/// Writes a query as a `SELECT` of one class.
struct QueryText {
  let plan: EntityPlan
  let scope: QueryScope
  private let selection: Selection

  /// - Parameter paths: what is selected beside the class's own columns.
  init(
    _ selection: Selection, _ plan: EntityPlan, _ plans: PlanSource,
    selecting paths: [ColumnPath] = []
  ) {
    self.plan = plan
    self.selection = selection
    let isQualified =
      selection.criteria == nil
      && (selection.reachesOtherTables || paths.contains(where: \.reachesOtherTables))
    scope = QueryScope(plan, plans: plans, isQualified: isQualified)
  }

  /// The columns of the class, as rows are read.
  var columnList: String {
    scope.isQualified ? columnNames.joined(separator: ", ") : plan.columnList
  }

  /// The same, one by one.
  var columnNames: [String] {
    let names =
      [ColumnName.pk] + plan.tables[0].columns.map { plan.dialect.quoted($0.definition.name) }
    return scope.isQualified ? names.map { "\(plan.quotedTable).\($0)" } : names
  }

  /// The whole statement. Criteria are all that follows the table's name: what SQL text says cannot
  /// be combined with conditions safely.
  ///
  /// - Parameter isOrdered: false for counts and the like, to which only a limit makes an order
  ///   matter.
  func select(_ list: String, isOrdered: Bool = true) throws -> RawText {
    var text = scope.joins.empty
    if let criteria = selection.criteria {
      text.append("SELECT \(list) FROM \(plan.quotedTable)")
      text.append(try clauses(criteria))
      return text
    }
    let condition = try condition()
    let order = isOrdered || selection.isLimited ? try order() : ""
    // What the clauses join is known only now.
    text.append("SELECT \(list) FROM \(plan.quotedTable)")
    text.append(scope.joins)
    text.append(condition)
    text.append(order + selection.limitClause)
    return text
  }

  // MARK: Clauses

  private func condition() throws -> RawText {
    var writer = ConditionWriter(scope)
    var parts: [RawText] = []
    if let condition = selection.condition {
      try writer.append(condition)
      parts.append(writer.text)
    }
    if let lastKey = selection.lastKey { parts.append(try condition(after: lastKey)) }
    if let start = selection.start { parts.append(try condition(after: start)) }
    var text = scope.joins.empty
    for (index, part) in parts.enumerated() {
      text.append(index == 0 ? " WHERE " : " AND ")
      text.append(part)
    }
    return text
  }

  private func condition(after key: Int64) throws -> RawText {
    guard selection.orders.isEmpty else {
      throw PersistenceError(
        .invalidQuery,
        "after(_:) goes on in the order of primary keys; for other orders use page(size:after:)")
    }
    var text = scope.joins.empty
    text.append("\(scope.qualifiedKey) > ")
    text.appendArgument(.integer(key))
    return text
  }

  private func condition(after row: RowPosition) throws -> RawText {
    let terms = try selection.writtenOrders.map { order in
      KeysetTerm(order, try scope.operand(order.path))
    }
    return try Keyset(terms).condition(after: row, scope.joins.empty)
  }

  private func order() throws -> String {
    let terms = try selection.writtenOrders.map { order in
      order.clause(try scope.operand(order.path).searchable().name)
    }
    return " ORDER BY " + terms.joined(separator: ", ")
  }

  // MARK: Criteria

  private func clauses(_ criteria: Criteria) throws -> RawText {
    let tokens = try SQLToken.tokens(of: criteria)
    let words = tokens.filter { !$0.isSpace }
    let columns = CriteriaColumns(words, plan)
    var text = scope.joins.empty
    text.append(Self.needsWhere(words) ? " WHERE " : " ")
    var position = 0
    for token in tokens {
      append(token, at: position, columns, to: &text)
      if !token.isSpace { position += 1 }
    }
    return text
  }

  private func append(
    _ token: SQLToken, at position: Int, _ columns: CriteriaColumns, to text: inout RawText
  ) {
    switch token {
    case .space(let piece), .literal(let piece), .symbol(let piece): text.append(piece)
    case .value(let value):
      text.append(value, comparedWith: columns.binding(comparedAt: position))
    case .name(_, let name):
      let column = columns.columnNamedAsProperty(at: position)
      text.append(column.map(plan.dialect.quoted) ?? name)
    }
  }

  private static func needsWhere(_ words: [SQLToken]) -> Bool {
    guard let first = words.first else { return false }
    return !["WHERE", "ORDER", "LIMIT", "GROUP"].contains(first.keyword)
  }
}
