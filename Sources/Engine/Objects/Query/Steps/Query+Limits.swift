// Limits, and the steps after them.

import PersistentObjectsConnections
import PersistentObjectsDriver
import PersistentObjectsSchema

extension Query {
  /// Limits the query to its first `count` objects, as `prefix` does for an array. Later steps
  /// apply to these objects. A negative number is `invalidQuery` when the query is run.
  public func limit(_ count: Int) -> Query {
    guard count >= 0 else {
      return refusing("limit(\(count)) has no meaning here; leave it out to get all objects")
    }
    return changing { $0.selection.limit = min(count, selection.limit ?? count) }
  }

  /// Skips the first `count` objects, as `dropFirst` does for an array; so call `offset` before
  /// `limit`. Each run reads the skipped objects again: to go through many objects, use
  /// ``page(size:after:in:)``. A negative number is `invalidQuery` when the query is run.
  public func offset(_ count: Int) -> Query {
    guard count >= 0 else {
      return refusing(
        "offset(\(count)) has no meaning here; leave it out to begin with the first object")
    }
    return changing { query in
      let (sum, isTooLarge) = count.addingReportingOverflow(selection.offset ?? 0)
      query.selection.offset = isTooLarge ? .max : sum
      query.selection.limit = selection.limit.map { max(0, $0 - count) }
    }
  }

  /// Includes the objects of subclasses, which are in other tables, in one common order:
  /// `Person.query.includingSubclasses()` returns people and employees.
  ///
  /// Throws `unknownClass` if the file has a subclass that the store has not met, and
  /// `invalidQuery` after a limit, or another step that has already chosen among the objects of one
  /// class. The query takes one statement for the subclasses, one for the keys, and one for each
  /// class with objects in the result; all but the first see the same snapshot. SQL: `SELECT pk AS
  /// v0, 'person' AS v1, … FROM person WHERE … UNION ALL SELECT … FROM employee …`.
  public func includingSubclasses() -> Query {
    if selection.includesSubclasses { return self }
    if selection.isLimited || !selection.formerOrders.isEmpty
      || selection.condition?.isAmongOneClass == true
    {
      return refusing(
        """
        includingSubclasses() comes after a limit or another step that has chosen among the objects \
        of one class; call it before limit(_:), offset(_:), top(_:by:) and union(_:)
        """)
    }
    return changing { $0.selection.includesSubclasses = true }
  }

  private func refusing(_ message: String) -> Query {
    changing { query in
      query.selection.refuse(
        PersistenceError(.invalidQuery, message, context: Root._entity.place))
    }
  }

  /// The query to which the next step is added: after a limit, a new query for the remaining
  /// objects, in their order.
  var afterLimit: Query { selection.isLimited ? amongSelected : self }

  /// A new query for the objects of this one, in their order.
  var amongSelected: Query {
    changing { query in
      query.selection = Selection(.isAmong(selectedKeys), after: [selection])
      query.selection.formerOrders = selection.writtenOrders
    }
  }

  /// The query for its first object. Criteria without other steps keep their text.
  var limitedToOne: Query { selection.isPlainCriteria ? self : limit(1) }

  /// The keys of this query's objects, for a condition of another query.
  var selectedKeys: SelectedKeys {
    SelectedKeys(
      isOfFamily: selection.includesSubclasses, nesting: selection.nesting()
    ) { [selection] plans, withClass, parent in
      let entity = try Root.ownEntity
      if selection.includesSubclasses {
        let keys = try TableText(
          selection, entity: entity, plans: plans, selecting: [.ownKey, .ownTable], in: parent)
        return "SELECT \(withClass ? "v0, v1" : "v0") FROM \(keys.asTable(plans.dialect))"
      }
      let plan = try plans.plan(entity)
      let text = try QueryText(selection, plan: plan, plans: plans, in: parent)
      let key = text.scope.qualifiedKey
      let table = withClass ? ", \(plan.dialect.literal(.text(plan.entity.table)))" : ""
      return try text.select(
        "\(key)\(table)", named: "\(ColumnName.pk)\(table)", isOrdered: false)
    }
  }
}
