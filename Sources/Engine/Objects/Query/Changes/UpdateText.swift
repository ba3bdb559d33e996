import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

/// The `UPDATE` that sets columns in the rows of a query and returns the values it has written:
///
///     UPDATE person SET age = age + ?1 WHERE age > ?2 RETURNING pk, age
///
/// If other tables or a limit are involved, it takes the values from a SELECT:
///
///     UPDATE person SET note = changes.v1 FROM (SELECT person.pk AS v0, home.name AS v1 FROM person LEFT
///     JOIN …) AS changes WHERE person.pk = changes.v0 RETURNING person.pk, person.note
struct UpdateText {
  private let selection: Selection
  private let plan: EntityPlan
  private let plans: PlanSource
  private let changes: [(target: Operand, value: ValueNode)]
  /// The values of properties that the statement returns.
  private let returned: [Operand]
  /// Columns that the engine sets, and their values.
  private let ownChanges: [(column: SQLText, value: SQLText)]

  init(
    _ selection: Selection, plan: EntityPlan, plans: PlanSource,
    changes: [(target: Operand, value: ValueNode)], returning returned: [Operand],
    ownChanges: [(column: SQLText, value: SQLText)]
  ) {
    self.selection = selection
    self.plan = plan
    self.plans = plans
    self.changes = changes
    self.returned = returned
    self.ownChanges = ownChanges
  }

  /// Runs the statement and reads the rows that it has written. Each row has the key, the columns
  /// of the properties that were set, and then those that the engine sets.
  func run<R>(on connection: Connection, _ read: (Row) throws -> R) throws -> [R] {
    if plan.dialect.character.returnsUpdatedRows { return try connection.rows(statement(), read) }
    let query = try QueryText(selection, plan: plan, plans: plans)
    let keys = try connection.rows(query.select(query.scope.qualifiedKey, isOrdered: false)) {
      $0.integer(at: 0)
    }
    if keys.isEmpty { return [] }
    let areThese: SQLText =
      "\(plan.quotedTable).\(ColumnName.pk, isIn: RowBatch(column: keys), of: .integer)"
    try connection.run(statement(where: areThese))
    let list = written.joined(separator: ", ")
    return try connection.rows(
      "SELECT \(list) FROM \(plan.quotedTable) WHERE \(areThese)", read)
  }

  /// Returns the statement.
  /// - Parameter keys: the condition on the keys of the rows, if these are known and need not be
  ///   returned.
  private func statement(where keys: SQLText? = nil) throws -> SQLText {
    let isSimple =
      !selection.reachesOtherTables && !selection.isLimited && selection.criteria == nil
      && selection.lastKey == nil && !changes.contains { $0.value.reachesOtherTables }
    return isSimple ? try simple(where: keys) : try fromRows(where: keys)
  }

  private func simple(where keys: SQLText?) throws -> SQLText {
    let scope = QueryScope(plan, plans: plans, named: selection.identities, isQualified: false)
    let set = try changes.flatMap { change in
      zip(change.target.columns, try values(change, in: scope)).map { "\($0) = \($1)" as SQLText }
    }
    let condition: SQLText =
      try selection.condition.map { try " WHERE \(scope.condition($0))" } ?? ""
    let list = (set + own).joined(separator: ", ")
    if let keys { return "UPDATE \(plan.quotedTable) SET \(list) WHERE \(keys)" }
    let all = written.joined(separator: ", ")
    return "UPDATE \(plan.quotedTable) SET \(list)\(condition) RETURNING \(all)"
  }

  private func fromRows(where keys: SQLText?) throws -> SQLText {
    let text = try QueryText(selection, plan: plan, plans: plans, selecting: changes.map(\.value))
    let values = try changes.flatMap { change -> [SQLText] in
      // The key and the class of a reference have different types.
      return zip(try self.values(change, in: text.scope), change.target.types).map { value, type in
        value.hasValues ? plan.dialect.typed(value, type) : value
      }
    }
    let selected = [text.scope.qualifiedKey] + values
    let list = selected.enumerated().map { "\($1) AS v\($0)" as SQLText }
    let rows = try text.select(list.joined(separator: ", "), isOrdered: false)
    let source = plan.unusedName("changes")
    let set = columns.enumerated().map { index, column in
      (column: column, value: "\(source).v\(index + 1)" as SQLText)
    }
    let table = plan.quotedTable
    let isRow: SQLText = "\(table).\(ColumnName.pk) = \(source).v0"
    return plan.dialect.update(
      table, set: set + ownChanges, from: "(\(rows)) AS \(source)",
      where: keys.map { "\(isRow) AND \($0)" } ?? isRow,
      returning: keys == nil ? written.map { "\(table).\($0)" } : [])
  }

  /// The assignments of the columns that the engine sets.
  private var own: [SQLText] { ownChanges.map { "\($0.column) = \($0.value)" } }

  private var columns: [SQLText] { changes.flatMap(\.target.columns) }

  /// The columns whose values the statement returns.
  private var written: [SQLText] {
    [SQLText(ColumnName.pk)] + returned.flatMap(\.columns) + ownChanges.map(\.column)
  }

  private func values(
    _ change: (target: Operand, value: ValueNode), in scope: QueryScope
  ) throws -> [SQLText] { try values(change.value, of: change.target, in: scope) }

  /// Returns the values to which the columns of a target are set.
  private func values(
    _ value: ValueNode, of target: Operand, in scope: QueryScope
  ) throws -> [SQLText] {
    if case .argument(let argument) = value {
      return try argument.value.values(as: target).map { "\($0)" }
    }
    if target.layout != nil, case .choice(let condition, let first, let second) = value {
      return try choice(condition, first, second, of: target, in: scope)
    }
    let value = try scope.operand(value, like: target)
    try scope.requireComparable(target, value)
    guard value.columns.count == target.columns.count else {
      throw target.invalidQuery("the property cannot be set to a reference to other classes")
    }
    if value.type == target.type { return value.columns }
    return value.columns.map { plan.dialect.native($0, target.type) }
  }

  /// Returns the values of one of two values in several columns.
  private func choice(
    _ condition: ConditionNode, _ first: ValueNode, _ second: ValueNode, of target: Operand,
    in scope: QueryScope
  ) throws -> [SQLText] {
    let test = try scope.condition(condition).nested(plan.dialect)
    let values = zip(
      try values(first, of: target, in: scope), try values(second, of: target, in: scope))
    return zip(values, target.types).map { value, type in
      let (first, second) = (plan.dialect.typed(value.0, type), plan.dialect.typed(value.1, type))
      return "CASE WHEN \(test) THEN \(first) ELSE \(second) END"
    }
  }
}
