import PersistentObjectsConnections
import PersistentObjectsDriver

/// The statement of a grouped query: the columns that its rows need, and the values computed from
/// them.
final class GroupText {
  /// The keys of the groups.
  let keys: [SelectedValue]
  /// The number of columns of the keys.
  let keyWidth: Int
  /// Whether there are values to be added up in Swift.
  private(set) var isFolded = false
  private var values: [ValueNode]
  /// The columns of properties of objects that are keys. They are the same in all rows of a group.
  private var keyProperties: [SQLText] = []
  private var list: [SQLText] = []
  private let query: GroupSelection
  private var selection: Selection
  private let entity: EntityDescription
  private let plans: PlanSource
  /// The scope that resolves the columns.
  private let scope: QueryScope

  init(
    _ query: GroupSelection, _ entity: EntityDescription, _ plans: PlanSource
  ) throws {
    let keys = query.keys
    self.query = query
    selection = query.selection
    self.entity = entity
    self.plans = plans
    let scope = try QueryText(
      selection, plan: try plans.planOfFamily(entity), plans: plans, selecting: keys
    ).scope
    self.scope = scope
    let selected = try SelectedValues(keys, in: scope)
    for place in selected.places { try place.operand.requireGroupable() }
    self.keys = selected.places
    values = selected.nodes
    keyWidth = values.count
  }

  /// Adds a value computed from each group.
  func column<Root, Value>(
    _ aggregate: Aggregate<Root, Value>
  ) throws -> GroupColumn<Root, Value> {
    answer(to: aggregate.column.identity)
    let source = try aggregate.column.value.map { try scope.operand($0) }
    let name = aggregate.column.value.map { add($0) }
    let position = list.count
    if let source, try aggregate.column.isFolded(source) {
      list.append("NULL")
      isFolded = true
      return GroupColumn(aggregate: aggregate, operand: source, position: position, name: name)
    }
    let operand = try aggregate.column.operand(of: source, written: name, plans.dialect)
    list.append(operand.name)
    return GroupColumn(aggregate: aggregate, operand: operand, position: position)
  }

  private func answer(to identity: ScopeIdentity?) {
    scope.answer(to: identity)
    selection.answer(to: identity)
  }

  private func add(_ value: ValueNode) -> SQLText {
    values.append(value)
    return "v\(values.count - 1)"
  }

  /// Returns a value that is computed from an object that is a key.
  private func keyProperty(_ node: ValueNode) throws -> Operand {
    let selected = try SelectedValues([node], in: scope)
    var operand = selected.places[0].operand
    operand.columns = selected.nodes.map(add)
    keyProperties += operand.columns
    return operand
  }

  private var keyNames: SQLText {
    (0..<keyWidth).map { "v\($0)" as SQLText }.joined(separator: ", ")
  }

  /// Returns the statement that selects the keys of the groups and the added values.
  func statement() throws -> SQLText { try statement([keyNames] + list) }

  /// Returns the statement that selects values computed from groups, and their places in its rows.
  func statement(
    selecting values: [ValueNode]
  ) throws -> (text: SQLText, values: SelectedValues) {
    let groups = groups
    let selected = try SelectedValues(values, in: groups)
    // Resolving the nodes would add the values from each row once more.
    return (try statement(selected.places.flatMap(\.operand.columns)), selected)
  }

  private func statement(_ list: [SQLText]) throws -> SQLText {
    let groups = groups
    let having: SQLText = try query.condition.map { try " HAVING \(groups.condition($0))" } ?? ""
    let first = try query.orders.map { try groups.column($0).clause(plans.dialect) }
    let order = try (first + [order()]).joined(separator: ", ")
    let isLimited = query.limit != nil || query.offset != nil
    let limit = isLimited ? plans.dialect.limit(query.limit, offset: query.offset) : ""
    // By now the clauses have added everything they need from each row.
    let keys = ([keyNames] + keyProperties).joined(separator: ", ")
    return try """
    SELECT \(list.joined(separator: ", ")) FROM \(rows()) GROUP BY \(keys)\(having) \
    ORDER BY \(order)\(limit)
    """
  }

  /// Returns the keys, with those that the query orders by first.
  private func order() throws -> SQLText {
    let chosen = try chosenColumns()
    let others = keys.flatMap(\.columns).filter { column in
      !chosen.contains { $0.name == column.name }
    }
    return (chosen + others).map { $0.clause(plans.dialect) }.joined(separator: ", ")
  }

  /// Returns the keys that the query orders by. With a limit there are none: the order has only
  /// chosen the rows to be grouped.
  private func chosenColumns() throws -> [OrderedColumn] {
    if selection.isLimited { return [] }
    if selection.criteria?.ordersAll == true { throw isNotOrdered }
    return try selection.orders.map { order in
      guard let index = try query.position(ofKey: order.value, of: entity, plans) else {
        throw isNotOrdered
      }
      return keys[index].column(0, order: order)
    }
  }

  private var isNotOrdered: PersistenceError {
    PersistenceError(
      .invalidQuery,
      """
      groups are ordered by their keys, so another order has no meaning without a limit; leave it out, \
      and sort what values(…) returns
      """,
      context: entity.place)
  }

  /// Returns the statement that selects the keys of each row and one value, to be added up in
  /// Swift.
  func statement(of source: SQLText) throws -> SQLText {
    try "SELECT \(keyNames), \(source) FROM \(rows()) WHERE \(source) IS NOT NULL"
  }

  /// Returns the statement that selects the keys of each row and the number of their group; nil if
  /// keys that are equal for SQL are stored alike.
  func numbering() throws -> SQLText? {
    if keys.allSatisfy(\.operand.equalsAreAlike) { return nil }
    return try "SELECT \(keyNames), dense_rank() OVER (ORDER BY \(keyNames)) FROM \(rows())"
  }

  private func rows() throws -> SQLText {
    try TableText(selection, entity: entity, plans: plans, selecting: values, isNumbered: true)
      .asTable(plans.dialect)
  }

  /// The scope in which keys and aggregates have values.
  private var groups: QueryScope {
    QueryScope(
      ofGroups: plans,
      key: { [self] index, computing in
        if let computing { return try keyProperty(computing(query.keys[index])) }
        var key = keys[index].operand
        key.columns = key.columns.indices.map { "v\(keys[index].position + $0)" }
        return key
      },
      aggregate: { [self] column in
        answer(to: column.identity)
        let source = try column.value.map { try scope.operand($0) }
        if let source, try column.isFolded(source) {
          throw source.invalidQuery(
            "SQL cannot compute this exactly, so groups cannot be chosen, ordered or selected by it"
          )
        }
        let result = try column.operand(
          of: source, written: column.value.map { add($0) }, plans.dialect)
        let isSum = column.function == .sum && source?.mayBeNull == true
        return isSum ? AggregateColumn.total(result, written: result.name) : result
      })
  }
}
