/// The rows of a query as a table that SQL computes with: `SELECT city AS v0, age AS v1 FROM person
/// WHERE …`. Where the query includes subclasses it is the rows of several tables, one after the
/// other.
struct TableText {
  /// The `SELECT`.
  let text: RawText
  /// The values that were asked for, as they are computed in the first table.
  let operands: [Operand]
  /// Their names in the rows.
  let names: [String]

  /// - Parameters:
  ///   - paths: what the rows consist of; a constant if empty.
  ///   - isNumbered: whether they are named `v0`, `v1` and so on in any case.
  ///   - isOrdered: false for counts and the like, to which only a limit makes an order matter.
  init(
    _ selection: Selection, _ entity: EntityDescription, _ plans: PlanSource,
    selecting paths: [ColumnPath], isNumbered: Bool = false, isOrdered: Bool = false
  ) throws {
    guard selection.includesSubclasses else {
      let one = QueryText(selection, try plans.plan(entity), plans, selecting: paths)
      try self.init(one, paths, isNumbered, isOrdered)
      return
    }
    if selection.criteria != nil {
      throw PersistenceError(
        .invalidQuery, "criteria speak of one table; give a query of several classes conditions")
    }
    try self.init(of: plans.family(entity), selection, plans, paths, isOrdered)
  }

  private init(
    _ one: QueryText, _ paths: [ColumnPath], _ isNumbered: Bool, _ isOrdered: Bool
  ) throws {
    operands = try paths.map { try one.scope.operand($0) }
    // Columns of one table are told apart by their names.
    let isPlain =
      !isNumbered && !one.scope.isQualified && Set(operands.map(\.name)).count == operands.count
    names = isPlain ? operands.map(\.name) : operands.indices.map { "v\($0)" }
    let list = isPlain ? names : Self.list(operands, "v")
    text = try one.select(Self.joined(list), isOrdered: isOrdered)
  }

  private init(
    of family: [EntityDescription], _ selection: Selection, _ plans: PlanSource,
    _ paths: [ColumnPath], _ isOrdered: Bool
  ) throws {
    let orders = isOrdered || selection.isLimited ? selection.writtenOrders : []
    let parts = try family.map { entity in
      let part = QueryText(
        selection.unlimited, try plans.plan(entity), plans,
        selecting: paths + orders.map(\.path))
      let operands = try paths.map { try part.scope.operand($0) }
      let terms = try orders.map { try part.scope.operand($0.path).searchable() }
      let list = Self.list(operands, "v") + Self.list(terms, "o")
      return (operands, try part.select(Self.joined(list), isOrdered: false))
    }
    var text = parts[0].1.empty
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append(" UNION ALL ") }
      text.append(part.1)
    }
    if !orders.isEmpty {
      let terms = orders.enumerated().map { $1.clause("o\($0)") }
      text.append(" ORDER BY " + terms.joined(separator: ", ") + selection.limitClause)
    }
    self.text = text
    operands = parts[0].0
    names = paths.indices.map { "v\($0)" }
  }

  private static func list(_ operands: [Operand], _ prefix: String) -> [String] {
    operands.enumerated().map { "\($1.name) AS \(prefix)\($0)" }
  }

  private static func joined(_ list: [String]) -> String {
    list.isEmpty ? "1" : list.joined(separator: ", ")
  }
}
