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
  func column<Root, Value>(_ aggregate: Aggregate<Root, Value>) throws -> GroupColumn<Value> {
    let source = try aggregate.column.path.map { try scope.operand($0) }
    let name = aggregate.column.path.map { add($0) }
    let position = list.count
    if let source, let fold = aggregate.fold, try fold(source) != nil {
      list.append("NULL")
      let makeFold = { try fold(source) }
      return GroupColumn(position: position, source: name, makeFold: makeFold) { _, _ in nil }
    }
    let operand = try aggregate.column.operand(of: source, written: name, plans.dialect)
    list.append(operand.name)
    return GroupColumn(position: position, source: name, makeFold: { nil }) { row, index in
      try aggregate.read(operand, row, index)
    }
  }

  private func add(_ path: ColumnPath) -> String {
    paths.append(path)
    return "v\(paths.count - 1)"
  }

  private var keyNames: String { (0..<keyWidth).map { "v\($0)" }.joined(separator: ", ") }

  func statement(having condition: ConditionNode?) throws -> RawText {
    let condition = try condition.map { try having($0) }
    let table = try rows()
    var text = table.empty
    text.append("SELECT \(([keyNames] + list).joined(separator: ", ")) FROM ")
    text.append(table: table)
    text.append(" GROUP BY \(keyNames)")
    if let condition {
      text.append(" HAVING ")
      text.append(condition)
    }
    text.append(" ORDER BY \(try order())")
    return text
  }

  /// The keys, first those that the query orders by.
  private func order() throws -> String {
    let chosen = try chosenTerms()
    let others = keys.flatMap(\.terms).filter { term in
      !chosen.contains { $0.position == term.position }
    }
    return (chosen + others).map { $0.clause(plans.dialect) }.joined(separator: ", ")
  }

  /// The keys that the query orders by. An order that chooses what is grouped has done so.
  private func chosenTerms() throws -> [GroupKeyPlace.Term] {
    if selection.isLimited { return [] }
    if selection.criteria?.ordersAll == true { throw isNotOrdered }
    return try selection.orders.map { order in
      let name = try scope.operand(order.path).name
      guard let key = keys.first(where: { $0.operand.name == name }) else { throw isNotOrdered }
      return key.term(0, order: order)
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
  func statement(of source: String) throws -> RawText {
    let table = try rows()
    var text = table.empty
    text.append("SELECT \(keyNames), \(source) FROM ")
    text.append(table: table)
    text.append(" WHERE \(source) IS NOT NULL")
    return text
  }

  private func rows() throws -> RawText {
    try TableText(selection, entity: entity, plans: plans, selecting: paths, isNumbered: true).text
  }

  private func having(_ condition: ConditionNode) throws -> RawText {
    let groups = QueryScope(ofGroups: scope) { [self] column in
      let source = try column.path.map { try scope.operand($0) }
      if let source, try column.isFolded?(source) == true {
        throw source.invalidQuery(
          "SQL cannot compute this exactly, so groups cannot be chosen by it")
      }
      return try column.operand(
        of: source, written: column.path.map { add($0) }, plans.dialect)
    }
    var writer = ConditionWriter(groups)
    try writer.append(condition)
    return writer.text
  }
}

/// A value in the rows of a grouped query: computed by SQL, or in Swift for all groups beforehand.
final class GroupColumn<Value> {
  private let position: Int
  private let source: String?
  private let makeFold: () throws -> Fold<Value>?
  private let read: (Row, Int) throws -> Value?
  private var folds: [[StoredValue]: Fold<Value>] = [:]

  init(
    position: Int, source: String?, makeFold: @escaping () throws -> Fold<Value>?,
    read: @escaping (Row, Int) throws -> Value?
  ) {
    self.position = position
    self.source = source
    self.makeFold = makeFold
    self.read = read
  }

  /// Adds up what SQL cannot.
  func fold(_ text: GroupText, in session: Session) throws {
    guard let source, try makeFold() != nil else { return }
    let count = text.keyWidth
    try session.forEachRow(text.statement(of: source)) { row in
      let key = (0..<count).map { row.value(at: $0) }
      if folds[key] == nil { folds[key] = try makeFold() }
      try folds[key]?.add(row, count)
    }
  }

  func value(in row: Row, keyWidth: Int) throws -> Value {
    let key = (0..<keyWidth).map { row.value(at: $0) }
    // A group without values has what is computed of none.
    if let fold = try folds[key] ?? makeFold() { return try fold.result() }
    guard let value = try read(row, keyWidth + position) else {
      throw PersistenceError(.databaseFailed, "the database computed nothing for a group")
    }
    return value
  }
}
