/// Writes a query as a `SELECT` of one class.
struct QueryText {
  let plan: EntityPlan
  let scope: QueryScope
  private let selection: Selection
  /// Whether criteria are all that follows the table's name.
  private let isPlainCriteria: Bool

  /// - Parameter paths: the selected paths beside the class's own columns.
  init(
    _ selection: Selection, plan: EntityPlan, plans: PlanSource,
    selecting paths: [ColumnPath] = []
  ) {
    self.plan = plan
    self.selection = selection
    let isQualified =
      selection.reachesOtherTables || paths.contains(where: \.reachesOtherTables)
    isPlainCriteria = selection.isPlainCriteria && !isQualified
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

  /// The whole statement. Throws the query's refusal.
  ///
  /// - Parameter isOrdered: false for counts and the like, for which the order matters only with a
  ///   limit.
  func select(_ list: String, isOrdered: Bool = true) throws -> RawText {
    try selection.throwIfRefused()
    var text = scope.joins.empty
    if isPlainCriteria, let criteria = try criteria() {
      text.append("SELECT \(list) FROM \(plan.quotedTable)")
      text.append(criteria.whole)
      return text
    }
    let condition = try condition()
    let order = isOrdered || selection.isLimited ? try order() : text.empty
    // The joins are known only after the clauses.
    text.append("SELECT \(list) FROM \(plan.quotedTable)")
    text.append(scope.joins)
    text.append(condition)
    text.append(order)
    text.append(selection.limitClause(plan.dialect))
    return text
  }

  private func criteria() throws -> CriteriaText? {
    try selection.criteria.map { try CriteriaText($0, plan: plan, empty: scope.joins.empty) }
  }

  // MARK: Clauses

  private func condition() throws -> RawText {
    var writer = ConditionWriter(scope)
    var parts = [try criteria()?.condition(in: scope)].compactMap(\.self)
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
    guard selection.isByKey, !selection.includesSubclasses else {
      throw PersistenceError(
        .invalidQuery,
        """
        after(_:) goes on in the order of primary keys; for other orders, and for several classes, \
        use page(size:after:)
        """)
    }
    var text = scope.joins.empty
    text.append("\(scope.qualifiedKey) > ")
    text.appendArgument(.integer(key))
    return text
  }

  private func condition(after row: RowPosition) throws -> RawText {
    let terms = try selection.columnOrders().map { order in
      KeysetTerm(order, operand: try scope.operand(order.path))
    }
    return try Keyset(terms).condition(after: row, scope.joins.empty)
  }

  /// `ORDER BY last_name, pk`, with a space before it.
  func order() throws -> RawText {
    var text = scope.joins.empty
    for (index, term) in selection.writtenOrders.enumerated() {
      text.append(index == 0 ? " ORDER BY " : ", ")
      switch term {
      case .column(let order):
        let operand = try scope.operand(order.path).searchable()
        text.append(order.clause(operand.name, mayBeNull: operand.mayBeNull, plan.dialect))
      case .criteria(let clauses):
        text.append(try CriteriaText(clauses, plan: plan, empty: text.empty).order(in: scope))
      }
    }
    return text
  }
}
