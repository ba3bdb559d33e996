import PersistentObjectsConnections
import PersistentObjectsDriver

/// The contents of a grouped query, independent of the types of its keys.
struct GroupSelection {
  /// The objects, or tuples of them, that are grouped.
  var selection: Selection
  let keys: [ValueNode]
  /// A condition on values computed from the groups.
  private(set) var condition: ConditionNode?
  /// The orders by values computed from each group. The keys break ties.
  private(set) var orders: [Selection.Order] = []
  private(set) var limit: Int?
  private(set) var offset: Int?

  init(_ selection: Selection, keys: [ValueNode]) {
    (self.selection, self.keys) = (selection, keys)
  }

  /// Whether all groups are selected, in the order of their keys.
  var isWhole: Bool { condition == nil && orders.isEmpty && limit == nil && offset == nil }

  /// Returns the number of levels as a part of another query that selects some values of the
  /// groups.
  func nesting(selecting values: [ValueNode]) -> Int {
    let own = (values + orders.map(\.value)).map(\.nesting) + [condition?.nesting ?? 0]
    return max(selection.nesting(selecting: keys), own.reduce(0, max) + 16)
  }

  /// Returns the position of the key that is a given value of each row; nil if there is none.
  func position(
    ofKey value: ValueNode, of entity: EntityDescription, _ plans: PlanSource
  ) throws -> Int? {
    let plan = try plans.planOfFamily(entity)
    // In one statement, each mention of a subquery has table names of its own.
    func sql(_ node: ValueNode) throws -> SQLText {
      let scope = try QueryText(selection, plan: plan, plans: plans, selecting: [node]).scope
      let name = try scope.operand(node).name
      return "\(name)\(scope.joins.nested(plans.dialect))"
    }
    let own = try sql(value)
    return try keys.firstIndex { try sql($0) == own }
  }

  func narrowed(by node: ConditionNode) -> GroupSelection {
    beforeLimit { $0.condition = condition.map { $0.joined(by: .and, with: node) } ?? node }
  }

  func ordered(
    by value: ValueNode, _ direction: SortDirection, _ nulls: NullPlacement?
  ) -> GroupSelection {
    beforeLimit { $0.orders.append(Selection.Order(value, direction: direction, nulls: nulls)) }
  }

  func limited(to count: Int) -> GroupSelection {
    changing { groups in
      if count < 0 { groups.selection.refuse(Self.isNegative("limit(\(count))")) }
      groups.limit = min(count, limit ?? count)
    }
  }

  func leavingOut(_ count: Int) -> GroupSelection {
    changing { groups in
      if count < 0 { groups.selection.refuse(Self.isNegative("offset(\(count))")) }
      let (sum, isTooLarge) = count.addingReportingOverflow(offset ?? 0)
      groups.offset = isTooLarge ? .max : sum
      groups.limit = limit.map { max(0, $0 - max(0, count)) }
    }
  }

  private static func isNegative(_ call: String) -> PersistenceError {
    PersistenceError(.invalidQuery, "\(call) has no meaning here; leave it out to get all groups")
  }

  /// Makes a change that SQL applies before a limit and an offset, and refuses it after one.
  private func beforeLimit(_ change: (inout GroupSelection) -> Void) -> GroupSelection {
    changing { groups in
      change(&groups)
      if limit == nil && offset == nil { return }
      groups.selection.refuse(
        PersistenceError(
          .invalidQuery,
          """
          limit and offset must be the last steps of a query of groups; put having and order \
          before them
          """))
    }
  }

  private func changing(_ change: (inout GroupSelection) -> Void) -> GroupSelection {
    var copy = self
    change(&copy)
    return copy
  }
}
