/// The values that a query computes of each of its rows.
///
/// ```swift
/// let lines = Line.query.select { ($0.name, $0.price * $0.quantity) }
/// for (name, cost) in try lines.find(in: session) { … }
/// // SELECT name, _persistent_multiply(price, quantity) FROM line ORDER BY pk
/// ```
public struct Projection<Root: PersistentObject, Output> {
  private(set) var query: Query<Root>
  private let values: [ValueNode]
  private var isDistinct = false
  /// Limits of distinct rows; others are the query's own.
  private var limit: Int?
  let read: (inout ProjectedRow) throws -> Output

  init(
    query: Query<Root>, values: [ValueNode],
    read: @escaping (inout ProjectedRow) throws -> Output
  ) {
    (self.query, self.values, self.read) = (query, values, read)
  }

  /// Transforms each row: `.map { Summary(name: $0, cost: $1) }`.
  public func map<Other>(
    _ transform: @escaping (Output) throws -> Other
  ) -> Projection<Root, Other> {
    var other = Projection<Root, Other>(query: query, values: values) { try transform(read(&$0)) }
    (other.isDistinct, other.limit) = (isDistinct, limit)
    return other
  }

  /// Each row once, in the order of the values, nil first. An order of the query before it matters only
  /// with a limit. SQL: `SELECT DISTINCT … ORDER BY v0, v1`.
  public func distinct() -> Projection {
    var copy = self
    copy.isDistinct = true
    return copy
  }

  /// Limits the result to its first rows. A negative number is `invalidQuery` when the query is run.
  public func limit(_ count: Int) -> Projection {
    var copy = self
    if isDistinct && count >= 0 {
      copy.limit = min(count, limit ?? count)
    } else {
      copy.query = query.limit(count)
    }
    return copy
  }
}

extension Projection {
  /// The statement, and the values in its rows.
  func text(_ plans: PlanSource) throws -> (text: SQLText, values: [SelectedValue]) {
    let selection = query.selection
    let entity = try Root.ownEntity
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
      _ = try place.operand.searchable()
    }
    let order = selected.places.flatMap(\.columns).map { $0.clause(plans.dialect) }
    let text: SQLText = """
      SELECT DISTINCT \(table.names.joined(separator: ", ")) FROM \(table.asTable(plans.dialect)) \
      ORDER BY \(order.joined(separator: ", "))\(limit.map { plans.dialect.limit($0, offset: nil) } ?? "")
      """
    return (text, selected.places)
  }
}
