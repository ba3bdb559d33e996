/// The rows of a query as a table for further computation in SQL: `SELECT city AS v0, age AS v1
/// FROM person WHERE …`. If the query includes subclasses the table has the rows of several tables,
/// one after the other.
struct TableText {
  /// The `SELECT`.
  let text: RawText
  /// The values that were asked for, as they are computed in the first table.
  let operands: [Operand]
  /// Their names in the rows.
  let names: [String]
  /// The column of each term of the order in a row of several tables.
  private(set) var terms: [Int] = []

  /// - Parameters:
  ///   - paths: the columns of the rows; a constant if empty.
  ///   - isNumbered: whether they are always named `v0`, `v1` and so on.
  ///   - isOrdered: false for counts and the like, for which the order matters only with a limit.
  init(
    _ selection: Selection, entity: EntityDescription, plans: PlanSource,
    selecting paths: [ColumnPath], isNumbered: Bool = false, isOrdered: Bool = false
  ) throws {
    try selection.throwIfRefused()
    guard selection.includesSubclasses else {
      let one = QueryText(selection, plan: try plans.plan(entity), plans: plans, selecting: paths)
      try self.init(one, paths: paths, isNumbered: isNumbered, isOrdered: isOrdered)
      return
    }
    if selection.criteria != nil { throw Self.severalTables }
    try self.init(
      of: plans.family(entity), selection: selection, plans: plans, paths: paths,
      isOrdered: isOrdered)
  }

  /// The error for criteria in a query of several classes.
  static var severalTables: PersistenceError {
    PersistenceError(
      .invalidQuery, "criteria speak of one table; give a query of several classes conditions")
  }

  private init(
    _ one: QueryText, paths: [ColumnPath], isNumbered: Bool, isOrdered: Bool
  ) throws {
    operands = try paths.map { try one.scope.operand($0) }
    // The names of one table's columns are distinct.
    let isPlain =
      !isNumbered && !one.scope.isQualified && Set(operands.map(\.name)).count == operands.count
    names = isPlain ? operands.map(\.name) : operands.indices.map { "v\($0)" }
    let list = isPlain ? names : Self.list(operands)
    text = try one.select(Self.joined(list), isOrdered: isOrdered)
  }

  private init(
    of family: [EntityDescription], selection: Selection, plans: PlanSource,
    paths: [ColumnPath], isOrdered: Bool
  ) throws {
    let orders = isOrdered || selection.isLimited ? try selection.columnOrders() : []
    let parts = try family.map { entity in
      let part = QueryText(
        selection.unlimited, plan: try plans.plan(entity), plans: plans,
        selecting: paths + orders.map(\.path))
      var columns = try paths.map { try part.scope.operand($0) }
      let terms = try orders.map { order in
        let term = try part.scope.operand(order.path).searchable()
        if let known = columns.firstIndex(where: { $0.name == term.name }) { return known }
        columns.append(term)
        return columns.count - 1
      }
      return (columns, terms, try part.select(Self.joined(Self.list(columns)), isOrdered: false))
    }
    var text = parts[0].2.empty
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append(" UNION ALL ") }
      text.append(part.2)
    }
    // A term is the same column in all tables: equal paths have equal names.
    (operands, terms) = (Array(parts[0].0.prefix(paths.count)), parts[0].1)
    if !orders.isEmpty {
      let clauses = zip(orders, terms).map { order, term in
        order.clause(
          "v\(term)", mayBeNull: parts.contains { $0.0[term].mayBeNull }, plans.dialect)
      }
      text.append(
        " ORDER BY " + clauses.joined(separator: ", ") + selection.limitClause(plans.dialect))
    }
    self.text = text
    names = paths.indices.map { "v\($0)" }
  }

  private static func list(_ operands: [Operand]) -> [String] {
    operands.enumerated().map { "\($1.name) AS v\($0)" }
  }

  private static func joined(_ list: [String]) -> String {
    list.isEmpty ? "1" : list.joined(separator: ", ")
  }
}
