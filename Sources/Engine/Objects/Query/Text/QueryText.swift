import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The text of a query as a `SELECT` of one class.
struct QueryText {
  let plan: EntityPlan
  let scope: QueryScope
  /// The joins of other classes, written after everything else that uses these classes.
  private let others: [() -> SQLText]
  private let selection: Selection
  /// Whether the criteria are all that follows the table's name.
  private let isPlainCriteria: Bool

  /// - Parameters:
  ///   - values: the values to select in addition to the class's own columns.
  ///   - parent: the scope of the query that this one is part of.
  init(
    _ selection: Selection, plan: EntityPlan, plans: PlanSource,
    selecting values: [ValueNode] = [], in parent: QueryScope? = nil
  ) throws {
    self.plan = plan
    self.selection = selection
    // In ORDER BY, the name of a selected value hides a column that has the same name.
    let isQualified =
      selection.reachesOtherTables || values.contains(where: \.reachesOtherTables)
      || !values.isEmpty && plan.hasNumberedColumns
    scope = QueryScope(
      plan, plans: plans, named: selection.identities, isQualified: isQualified,
      isOfFamily: selection.includesSubclasses, in: parent)
    // The text may name the table, which has another name here if an outer query uses it, too.
    isPlainCriteria =
      selection.isPlainCriteria && !isQualified && scope.table == plan.quotedTable
    others = try selection.joins.map(scope.join)
  }

  /// The columns of the class, in the order in which rows are read.
  var columnList: SQLText {
    SQLText(scope.isQualified ? columnNames.joined(separator: ", ") : plan.columnList)
  }

  /// The columns of the class as a list of names.
  var columnNames: [String] {
    let names =
      [ColumnName.pk] + plan.tables[0].columns.map { plan.dialect.quoted($0.definition.name) }
    return scope.qualifier.map { table in names.map { "\(table).\($0)" } } ?? names
  }

  /// Returns the whole statement. Throws the error of an invalid call, if the query has one.
  ///
  /// - Parameters:
  ///   - names: the list for a statement that selects from the rows of this one.
  ///   - isOrdered: false for counts and similar statements, for which the order matters only with
  ///   a limit.
  func select(
    _ list: SQLText, named names: SQLText = "*", isOrdered: Bool = true
  ) throws -> SQLText {
    try selection.throwIfRefused()
    if isPlainCriteria, let criteria = try criteria() {
      return try "SELECT \(list) FROM \(scope.table)\(criteria.whole)"
    }
    let condition = try condition()
    let order =
      isOrdered || selection.isLimited ? try order() : (clause: "" as SQLText, added: [])
    // The joins are known only after the clauses have been written.
    let limit = selection.limitClause(plan.dialect)
    let others = others.map { $0() }.joined(separator: "")
    let columns = ([list] + order.added).joined(separator: ", ")
    let text: SQLText = """
      SELECT \(columns) FROM \(scope.table)\(scope.joins)\(others)\(condition)\(order.clause)\
      \(limit)
      """
    return order.added.isEmpty
      ? text : "SELECT \(names) FROM (\(text))\(plan.dialect.derivedTableName)"
  }

  private func criteria() throws -> CriteriaText? {
    try selection.criteria.map { try CriteriaText($0, plan: plan, in: scope) }
  }

  // MARK: Clauses

  private func condition() throws -> SQLText {
    let parts = try [
      criteria()?.condition, selection.condition.map(scope.condition),
      selection.lastKey.map(condition(afterKey:)), selection.start.map(condition(after:)),
    ].compactMap(\.self)
    return parts.isEmpty ? "" : " WHERE \(parts.joined(separator: " AND "))"
  }

  private func condition(afterKey key: Int64) throws -> SQLText {
    guard selection.isByKey, !selection.includesSubclasses else {
      throw PersistenceError(
        .invalidQuery,
        """
        after(_:) continues in the order of primary keys; for other orders, and for several classes, \
        use page(size:after:)
        """)
    }
    return "\(scope.qualifiedKey) > \(.integer(key))"
  }

  private func condition(after row: RowPosition) throws -> SQLText {
    let terms = try selection.columnOrders().map(scope.column)
    return try Keyset(terms: terms, dialect: plan.dialect).condition(after: row)
  }

  /// Returns `ORDER BY last_name, pk`, preceded by a space, and the values that must be selected
  /// for it in addition.
  func order() throws -> (clause: SQLText, added: [SQLText]) {
    var added: [SQLText] = []
    let terms = try selection.writtenOrders.map { term -> SQLText in
      switch term {
      case .column(let order):
        let (column, selected) = try scope.term(order, named: "o\(added.count)")
        if let selected { added.append(selected) }
        return column.clause(plan.dialect)
      case .criteria(let clauses):
        return try CriteriaText(clauses, plan: plan, in: scope).order()
      }
    }
    return (terms.isEmpty ? "" : " ORDER BY \(terms.joined(separator: ", "))", added)
  }

  /// Finds the columns of an order among `names`, and adds the missing ones to it.
  func terms(
    _ orders: [Selection.Order], in names: inout [SQLText]
  ) throws -> [(position: Int, mayBeNull: Bool)] {
    try orders.map { order in
      let column = try scope.column(order)
      let position = names.firstIndex(of: column.name) ?? names.count
      if position == names.count { names.append(column.name) }
      return (position, column.mayBeNull)
    }
  }
}
