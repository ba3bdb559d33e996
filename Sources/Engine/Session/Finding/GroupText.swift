/// The statement of a grouped query: which columns its rows need, and what is computed of them.
final class GroupText {
  /// The keys of the groups.
  let keys: [GroupKeyPlace]
  /// The number of columns of the keys.
  let keyWidth: Int
  private var paths: [ColumnPath]
  private var list: [String] = []
  private let selection: Selection
  private let entity: EntityDescription
  private let plans: PlanSource
  /// Finds out what the columns are.
  private let scope: QueryScope

  init(
    _ selection: Selection, _ keys: [ColumnPath], _ entity: EntityDescription, _ plans: PlanSource
  ) throws {
    self.selection = selection
    self.entity = entity
    self.plans = plans
    let scope = QueryText(
      selection, plan: try plans.planOfFamily(entity), plans: plans, selecting: keys
    ).scope
    self.scope = scope
    var paths: [ColumnPath] = []
    self.keys = try keys.map { path in
      let operand = try scope.operand(path).searchable()
      defer { paths += operand.columns.count > 1 ? [path, path.appending(.targetTable)] : [path] }
      return GroupKeyPlace(operand: operand, position: paths.count)
    }
    self.paths = paths
    keyWidth = paths.count
  }

  /// Adds what is computed of each group.
  func column<Root, Value>(
    _ aggregate: Aggregate<Root, Value>
  ) throws -> GroupColumn<Root, Value> {
    let source = try aggregate.column.path.map { try scope.operand($0) }
    let name = aggregate.column.path.map { add($0) }
    let position = list.count
    if let source, try aggregate.column.isFolded(source) {
      list.append("NULL")
      return GroupColumn(aggregate: aggregate, operand: source, position: position, name: name)
    }
    let operand = try aggregate.column.operand(of: source, written: name, plans.dialect)
    list.append(operand.name)
    return GroupColumn(aggregate: aggregate, operand: operand, position: position)
  }

  private func add(_ path: ColumnPath) -> String {
    paths.append(path)
    return "v\(paths.count - 1)"
  }

  private var keyNames: String { (0..<keyWidth).map { "v\($0)" }.joined(separator: ", ") }

  func statement(having condition: ConditionNode?) throws -> SQLText {
    let having: SQLText = try condition.map { try " HAVING \(self.having($0))" } ?? ""
    let values = ([keyNames] + list).joined(separator: ", ")
    return try """
    SELECT \(values) FROM \(rows()) GROUP BY \(keyNames)\(having) ORDER BY \(order())
    """
  }

  /// The keys, first those that the query orders by.
  private func order() throws -> String {
    let chosen = try chosenColumns()
    let others = keys.flatMap(\.columns).filter { column in
      !chosen.contains { $0.name == column.name }
    }
    return (chosen + others).map { $0.clause(plans.dialect) }.joined(separator: ", ")
  }

  /// The keys that the query orders by. An order that chooses what is grouped has done so.
  private func chosenColumns() throws -> [OrderedColumn] {
    if selection.isLimited { return [] }
    if selection.criteria?.ordersAll == true { throw isNotOrdered }
    return try selection.orders.map { order in
      let name = try scope.operand(order.path).name
      guard let key = keys.first(where: { $0.operand.name == name }) else { throw isNotOrdered }
      return key.column(0, order: order)
    }
  }

  private var isNotOrdered: PersistenceError {
    PersistenceError(
      .invalidQuery,
      """
      groups are ordered by their keys, so another order means nothing without a limit; leave it out, \
      and sort what values(…) gives
      """,
      context: entity.place)
  }

  /// The keys of each row and one value, to be added up in Swift.
  func statement(of source: String) throws -> SQLText {
    try "SELECT \(keyNames), \(source) FROM \(rows()) WHERE \(source) IS NOT NULL"
  }

  private func rows() throws -> SQLText {
    try TableText(selection, entity: entity, plans: plans, selecting: paths, isNumbered: true)
      .asTable(plans.dialect)
  }

  private func having(_ condition: ConditionNode) throws -> SQLText {
    let groups = QueryScope(ofGroups: plans) { [self] column in
      let source = try column.path.map { try scope.operand($0) }
      if let source, try column.isFolded(source) {
        throw source.invalidQuery(
          "SQL cannot compute this exactly, so groups cannot be chosen by it")
      }
      return try column.operand(
        of: source, written: column.path.map { add($0) }, plans.dialect)
    }
    return try groups.condition(condition)
  }
}

/// A value in the rows of a grouped query: computed by SQL, or in Swift for all groups beforehand.
struct GroupColumn<Root: PersistentObject, Value> {
  let aggregate: Aggregate<Root, Value>
  let operand: Operand
  let position: Int
  /// The name of the values that Swift adds up; nil where SQL does.
  var name: String?

  typealias Folds = [[StoredValue]: Fold<Value>]

  /// Adds up what SQL cannot, for each key.
  func folds(_ text: GroupText, in session: Session) throws -> Folds {
    var folds: Folds = [:]
    guard let name else { return folds }
    let count = text.keyWidth
    try session.forEachRow(text.statement(of: name)) { row in
      let key = row[0..<count].values
      if folds[key] == nil { folds[key] = try aggregate.fold(operand) }
      try folds[key]?.add(row, count)
    }
    return folds
  }

  func value(in row: Row, keyWidth: Int, folds: Folds) throws -> Value {
    // A group without values has what is computed of none.
    if name != nil, let fold = try folds[row[0..<keyWidth].values] ?? aggregate.fold(operand) {
      return try fold.result()
    }
    return try aggregate.read(operand, row, keyWidth + position)
  }
}
