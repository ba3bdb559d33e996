/// What a query says, whatever its class.
struct Selection {
  var condition: ConditionNode?
  var criteria: Criteria?
  var orders: [Order] = []
  var limit: Int?
  var offset: Int?
  /// Only rows whose keys come after this one.
  var lastKey: Int64?
  /// Only rows that come after this one in the query's order.
  var start: RowPosition?
  /// Whether all orders are turned round, to read backwards.
  var isReversed = false
  var includesSubclasses = false

  struct Order {
    let path: ColumnPath
    let direction: SortDirection
    let nulls: NullPlacement
  }

  /// The orders as they are written, from the first; the primary key decides last, in the direction
  /// of the last one, so that an index can be read from either end. Keys of several tables may be
  /// equal; then the table decides.
  var writtenOrders: [Order] {
    var orders = orders.map { isReversed ? $0.reversed : $0 }
    let direction = orders.last?.direction ?? (isReversed ? .descending : .ascending)
    if !orders.contains(where: { $0.isByKey }) {
      orders.append(Order(ColumnPath(depth: 0).appending(.key), direction))
    }
    if includesSubclasses {
      orders.append(Order(ColumnPath(depth: 0).appending(.tableName), direction))
    }
    return orders
  }

  /// Whether only some rows in the order are wanted.
  var isLimited: Bool { limit != nil || offset != nil }

  /// The same without limit, for parts of a statement that has it at its end.
  var unlimited: Selection {
    var copy = self
    copy.limit = nil
    copy.offset = nil
    return copy
  }

  /// `LIMIT 10 OFFSET 20`, with a space before it, or nothing.
  var limitClause: String {
    guard isLimited else { return "" }
    return " LIMIT \(limit ?? -1)" + (offset.map { " OFFSET \($0)" } ?? "")
  }

  /// Whether another table than that of the class takes part.
  var reachesOtherTables: Bool {
    condition?.reachesOtherTables ?? false || orders.contains { $0.path.reachesOtherTables }
  }
}

extension Selection.Order {
  init(_ path: ColumnPath, _ direction: SortDirection, nulls: NullPlacement? = nil) {
    self.init(
      path: path, direction: direction,
      nulls: nulls ?? (direction == .ascending ? .first : .last))
  }

  /// Whether it is the order of primary keys, which differ in all rows.
  var isByKey: Bool {
    if path.steps.count == 1, case .key? = path.steps.first { true } else { false }
  }

  var reversed: Selection.Order {
    Selection.Order(
      path: path, direction: direction == .ascending ? .descending : .ascending,
      nulls: nulls == .first ? .last : .first)
  }

  /// A term of ORDER BY. Where nil stands is written only where it is not the usual place.
  func clause(_ name: String) -> String {
    let isUsual = nulls == (direction == .ascending ? .first : .last)
    let placement = isUsual ? "" : nulls == .first ? " NULLS FIRST" : " NULLS LAST"
    return name + (direction == .ascending ? "" : " DESC") + placement
  }
}

/// Upwards or downwards.
public enum SortDirection: Sendable {
  /// The smallest first.
  case ascending
  /// The greatest first.
  case descending
}

/// Where nil stands in an order.
public enum NullPlacement: Sendable {
  /// Before all values.
  case first
  /// After all values.
  case last
}

/// Where a row stands in a query's order: its values there, the last of which is its primary key.
struct RowPosition: Hashable, Sendable {
  var values: [StoredValue]
}

/// The primary keys that a query selects, for `IN`.
struct SelectedKeys {
  /// Writes the `SELECT`; of keys alone, or with the class where a reference stores that, too.
  let write: (PlanSource, _ withClass: Bool) throws -> RawText
}
