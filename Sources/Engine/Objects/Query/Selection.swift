import PersistentObjectsConnections
import PersistentObjectsDriver

/// The contents of a query, independent of its class.
struct Selection {
  var condition: ConditionNode?
  var criteria: CriteriaClauses?
  var orders: [Order] = []
  /// The whole order of the steps before a limit. It decides between objects that `orders` leaves
  /// equal.
  var formerOrders: [OrderTerm] = []
  var limit: Int?
  var offset: Int?
  /// The key that all rows come after.
  var lastKey: Int64?
  /// The position, in the query's order, that all rows come after.
  var start: RowPosition?
  /// Whether all orders are reversed, to read backwards.
  var isReversed = false
  var includesSubclasses = false
  /// The identities of the query's object in the closures applied to the query.
  private(set) var identities: [ScopeIdentity] = []
  /// The objects of other classes that belong to each row.
  var joins: [Join] = []

  /// The objects of a class that are joined to those of the query by a condition.
  struct Join {
    let entity: EntityDescription
    let identity: ScopeIdentity
    /// Whether objects without a joined object are kept.
    let isOptional: Bool
    var condition: ConditionNode?

    /// The key of the joined object.
    var key: ValueNode { .path(ColumnPath(root: identity).appending(.key)) }
  }

  struct Order {
    let value: ValueNode
    let direction: SortDirection
    let nulls: NullPlacement
  }

  /// The error for an invalid call. It is thrown when the query is run.
  private(set) var refusal: (any Error)?

  enum OrderTerm {
    case column(Order)
    /// The terms after ORDER BY in criteria.
    case criteria(CriteriaClauses)
  }

  /// The selection without its limit, for parts of a statement that has the limit at its end.
  var unlimited: Selection {
    var copy = self
    copy.limit = nil
    copy.offset = nil
    return copy
  }

  /// Whether only some of the rows in the order are selected.
  var isLimited: Bool { limit != nil || offset != nil }

  /// Whether the criteria are the whole query, so that their text is the statement's.
  var isPlainCriteria: Bool {
    criteria != nil && condition == nil && orders.isEmpty && !isLimited && lastKey == nil
      && start == nil && joins.isEmpty
  }

  /// Returns `LIMIT 10 OFFSET 20` preceded by a space, or an empty text.
  func limitClause(_ dialect: any Dialect) -> String {
    isLimited ? dialect.limit(limit, offset: offset) : ""
  }

  /// Whether the selection involves a table other than the class's own.
  var reachesOtherTables: Bool {
    condition?.reachesOtherTables ?? false || !joins.isEmpty
      || orders.contains { $0.value.reachesOtherTables }
      || formerOrders.contains(where: \.reachesOtherTables)
  }
}

extension Selection {
  /// Creates a new selection from former ones, whose objects its condition names.
  init(_ condition: ConditionNode, after former: [Selection]) {
    includesSubclasses = former.contains(where: \.includesSubclasses)
    for selection in former {
      selection.identities.forEach { answer(to: $0) }
      if let refusal = selection.refusal { refuse(refusal) }
    }
    choose(by: condition)
  }

  /// Sets the condition. One that is nested too deeply is replaced by an error at once, so that
  /// queries built on this one stay small.
  mutating func choose(by condition: ConditionNode) {
    let isTooDeep = condition.nesting > ConditionNode.deepest
    if isTooDeep { refuse(QueryScope.tooDeep) }
    self.condition = isTooDeep ? nil : condition
  }

  /// Returns the number of levels of the query as a part of another one that selects some of its
  /// values. It counts as sixteen itself, because writing it takes much of the stack.
  func nesting(selecting values: [ValueNode] = []) -> Int {
    let conditions = ([condition] + joins.map(\.condition)).compactMap { $0?.nesting }
    let values = values + orders.map(\.value) + formerOrders.compactMap(\.value)
    return (conditions + values.map(\.nesting)).reduce(0, max) + 16
  }

  /// Makes the nodes of a closure part of the query.
  mutating func answer(to identity: ScopeIdentity?) {
    if let identity { identities.append(identity) }
  }

  /// Keeps the error of the first invalid call.
  mutating func refuse(_ error: any Error) { refusal = refusal ?? error }

  func throwIfRefused() throws {
    if let refusal { throw refusal }
  }

  /// The terms of the order as they are written, from the first.
  var writtenOrders: [OrderTerm] { isReversed ? forwardOrders.map(\.reversed) : forwardOrders }

  /// The orders, followed by the primary key in the direction of the last order, so that an index
  /// can be read from either end. Keys of several tables may be equal; then the table decides. The
  /// keys of joined objects come last.
  private var forwardOrders: [OrderTerm] {
    let own = orders.map { OrderTerm.column($0) }
    let text = criteria.flatMap { $0.order.isEmpty ? nil : [OrderTerm.criteria($0)] } ?? []
    // After a limit the new orders come first; otherwise the orders that were named first do.
    let terms = criteria?.isClosed == true ? own + text : text + own
    let direction = orders.last?.direction ?? .ascending
    let others = joins.map { OrderTerm.column(Order($0.key, direction: direction)) }
    if !formerOrders.isEmpty { return terms + formerOrders + others }
    let key = orders.contains(where: isByOwnKey) ? [] : [Order(.ownKey, direction: direction)]
    let table = includesSubclasses ? [Order(.ownTable, direction: direction)] : []
    return terms + (key + table).map { OrderTerm.column($0) } + others
  }

  /// Returns the order, for statements that must know a row's place in it.
  func columnOrders() throws -> [Order] {
    try writtenOrders.map { term in
      if case .column(let order) = term { return order }
      throw PersistenceError(
        .invalidQuery,
        "pages need an order that is not SQL text; take ORDER BY out of the criteria, and call order(by:)"
      )
    }
  }

  /// Whether the rows are in the order of their keys.
  var isByKey: Bool {
    if case .column(let order)? = forwardOrders.first {
      isByOwnKey(order) && order.direction == .ascending
    } else {
      false
    }
  }

  /// Whether an order is that by the primary key of the query's own object, which differs in all
  /// rows of the class.
  func isByOwnKey(_ order: Order) -> Bool {
    guard let path = order.value.path, path.steps.count == 1, case .key? = path.steps.first else {
      return false
    }
    return path.root == .own || identities.contains(path.root)
  }
}

extension Selection.OrderTerm {
  /// The value; nil for terms of criteria.
  fileprivate var value: ValueNode? {
    if case .column(let order) = self { order.value } else { nil }
  }

  fileprivate var reachesOtherTables: Bool { value?.reachesOtherTables ?? false }

  fileprivate var reversed: Selection.OrderTerm {
    if case .column(let order) = self { .column(order.reversed) } else { self }
  }
}

extension Selection.Order {
  init(_ value: ValueNode, direction: SortDirection, nulls: NullPlacement? = nil) {
    self.init(
      value: value, direction: direction,
      nulls: nulls ?? (direction == .ascending ? .first : .last))
  }

  var reversed: Selection.Order {
    Selection.Order(
      value: value, direction: direction == .ascending ? .descending : .ascending,
      nulls: nulls == .first ? .last : .first)
  }
}

/// The direction of an order.
///
/// ```swift
/// let eldest = try Person.query.order(by: \.age, .descending).findFirst(in: session)
/// // … FROM person ORDER BY age DESC, pk DESC LIMIT 1
/// ```
public enum SortDirection: Sendable {
  /// The smallest value first.
  case ascending
  /// The greatest value first.
  case descending
}

/// The place of a row in a query's order: the row's values in the order, of which the last is its
/// primary key.
struct RowPosition: Hashable, Sendable {
  var values: [StoredValue]
}

/// The primary keys that a query selects, for `IN`.
struct SelectedKeys {
  /// Whether the keys are those of several tables.
  let isOfFamily: Bool
  /// The levels of the query; see ``Selection/nesting(selecting:)``.
  let nesting: Int
  /// Writes the `SELECT` of the keys alone, or with the class if a reference stores that as well,
  /// as a part of the query whose scope it is given, if any.
  let write: (PlanSource, _ withClass: Bool, _ parent: QueryScope?) throws -> SQLText
}
