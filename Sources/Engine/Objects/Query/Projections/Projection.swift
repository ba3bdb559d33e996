import PersistentObjectsConnections
import PersistentObjectsDriver

/// The values that a query computes from each of its rows.
///
/// ```swift
/// let lines = Line.query.select { ($0.name, $0.price * $0.quantity) }
/// for (name, cost) in try lines.find(in: session) { … }
/// // SELECT name AS v0, _persistent_multiply(price, quantity) AS v1 FROM line ORDER BY pk
/// ```
public struct Projection<Root: PersistentObject, Output> {
  private var source: _RowSource<Root>
  private let values: [ValueNode]
  /// Whether a closure makes something else of the values.
  private var isMapped = false
  private var isDistinct = false
  /// The limit of distinct rows; other limits belong to the query.
  private var limit: Int?
  private var offset: Int?
  let read: (inout ProjectedRow) throws -> Output

  init(
    source: _RowSource<Root>, values: [ValueNode],
    read: @escaping (inout ProjectedRow) throws -> Output
  ) {
    (self.source, self.values, self.read) = (source, values, read)
  }

  /// Transforms each row: `.map { Summary(name: $0, cost: $1) }`, or `.map(Summary.init)`.
  public func map<Other>(
    _ transform: @escaping (Output) throws -> Other
  ) -> Projection<Root, Other> {
    var other = Projection<Root, Other>(source: source, values: values) { try transform(read(&$0)) }
    (other.isDistinct, other.limit, other.offset) = (isDistinct, limit, offset)
    other.isMapped = true
    return other
  }

  /// Removes duplicate rows, and orders the remaining ones by their values, nil first. An earlier
  /// order of the query matters only with a limit. SQL: `SELECT DISTINCT … ORDER BY v0, v1`. For
  /// groups, which already differ by their keys, this is `invalidQuery` when the query is run.
  public func distinct() -> Projection {
    changing { $0.isDistinct = true }
  }

  /// Limits the result to its first rows. A negative number is `invalidQuery` when the query is
  /// run.
  public func limit(_ count: Int) -> Projection {
    changing { copy in
      if isDistinct && count >= 0 {
        copy.limit = min(count, limit ?? count)
      } else {
        copy.source = source.limited(to: count)
      }
    }
  }

  /// Skips the first rows. It applies before ``limit(_:)``. A negative number is `invalidQuery`
  /// when the query is run.
  public func offset(_ count: Int) -> Projection {
    changing { copy in
      if isDistinct && count >= 0 {
        copy.offset = min(count, .max - (offset ?? 0)) + (offset ?? 0)
        copy.limit = limit.map { max(0, $0 - count) }
      } else {
        copy.source = source.leavingOut(count)
      }
    }
  }

  private func changing(_ change: (inout Projection) -> Void) -> Projection {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Projection {
  /// Returns the statement, and the values in its rows.
  func text(_ plans: PlanSource) throws -> (text: SQLText, values: [SelectedValue]) {
    switch source.rows {
    case .query(let query): return try text(of: query.selection, plans)
    case .groups(let groups):
      try groups.selection.throwIfRefused()
      if isDistinct { throw Self.groupsDiffer }
      let (text, selected) = try GroupText(groups, Root.ownEntity, plans)
        .statement(selecting: values)
      return (text, selected.places)
    }
  }

  private static var groupsDiffer: PersistenceError {
    PersistenceError(
      .invalidQuery,
      "groups already differ by their keys; leave distinct() out, or group by fewer keys",
      context: Root._entity.place)
  }

  private func text(
    of selection: Selection, _ plans: PlanSource
  ) throws -> (text: SQLText, values: [SelectedValue]) {
    let entity = try Root.ownEntity
    try selection.criteria?.requireNames(of: entity)
    let scope = try QueryText(
      selection, plan: plans.planOfFamily(entity), plans: plans, selecting: values
    ).scope
    let selected = try SelectedValues(values, in: scope)
    let table = try TableText(
      selection, entity: entity, plans: plans, selecting: selected.nodes, isNumbered: isDistinct,
      isOrdered: !isDistinct)
    guard isDistinct else { return (table.text, selected.places) }
    for place in selected.places {
      if place.elements != nil { throw QueryScope.noValue }
      try place.operand.requireGroupable()
    }
    let order = selected.places.flatMap(\.columns).map { $0.clause(plans.dialect) }
    let isLimited = limit != nil || offset != nil
    let text: SQLText = """
      SELECT DISTINCT \(table.names.joined(separator: ", ")) FROM \(table.asTable(plans.dialect)) \
      ORDER BY \(order.joined(separator: ", "))\(isLimited ? plans.dialect.limit(limit, offset: offset) : "")
      """
    return (text, selected.places)
  }

  /// Returns the statement that counts the rows.
  func countText(_ plans: PlanSource) throws -> SQLText {
    let rows = try text(plans).text
    return "SELECT count(*) FROM (\(rows))\(plans.dialect.derivedTableName)"
  }
}

// MARK: As a part of other queries

extension Projection {
  /// The selected values as a list in a condition.
  var selectedValues: Subquery {
    Subquery(nesting: source.nesting(selecting: values)) { scope in
      if isMapped { throw Self.isMapped }
      if values.count > 1 || values[0].selectsElements { throw Self.isNoSingleValue }
      switch source.rows {
      case .query(let query): return try list(of: query.selection, in: scope)
      case .groups:
        let (text, places) = try text(scope.plans)
        return (text, try single(places[0].operand))
      }
    }
  }

  private func list(
    of selection: Selection, in scope: QueryScope
  ) throws -> (text: SQLText, result: Operand) {
    let dialect = scope.dialect
    let table = try TableText(
      selection, entity: Root.ownEntity, plans: scope.plans, selecting: values, isNumbered: true,
      selectsWholes: true, in: scope)
    let result = try single(table.operands[0])
    // The rows of several tables also have the columns of their order.
    if !isDistinct && !selection.includesSubclasses { return (table.text, result) }
    let rows = table.asTable(dialect)
    let names = table.names.joined(separator: ", ")
    if !isDistinct { return ("SELECT \(names) FROM \(rows)", result) }
    if limit == nil && offset == nil { return ("SELECT DISTINCT \(names) FROM \(rows)", result) }
    let order = SelectedValue(operand: result, position: 0).columns
      .map { $0.clause(dialect) }.joined(separator: ", ")
    let text: SQLText = """
      SELECT DISTINCT \(names) FROM \(rows) ORDER BY \(order)\(dialect.limit(limit, offset: offset))
      """
    return (text, result)
  }

  private func single(_ operand: Operand) throws -> Operand {
    if operand.layout != nil {
      try operand.requireWholes()
      return operand
    }
    if operand.columns.count == 1 { return try operand.searchable() }
    throw Self.isNoSingleValue
  }

  private static var isMapped: PersistenceError {
    PersistenceError(
      .invalidQuery, "the database does not know what map has made of the rows; leave map out",
      context: Root._entity.place)
  }

  private static var isNoSingleValue: PersistenceError {
    PersistenceError(
      .invalidQuery,
      """
      isIn(_:) compares with single values; select one value, and of objects of several classes a \
      property
      """, context: Root._entity.place)
  }
}
