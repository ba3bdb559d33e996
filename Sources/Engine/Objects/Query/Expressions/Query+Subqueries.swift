// Queries as parts of other queries. They may use the parameters of the closures around them.

import PersistentObjectsDriver

/// Tests whether a query selects any object.
///
/// ```swift
/// Customer.where { customer in
///   exists(Order.where { $0.customer.pk == customer.pk && $0.freight > 100 })
/// }
/// // WHERE EXISTS (SELECT 1 FROM "order" WHERE ("order".customer = customer.pk AND …))
/// ```
public func exists<Root>(_ query: Query<Root>) -> Condition {
  Condition(
    .exists(
      Subquery(nesting: query.selection.nesting()) { scope in
        let table = try TableText(
          query.selection, entity: Root.ownEntity, plans: scope.plans, selecting: [], in: scope)
        return (table.text, .number("1", as: Int.self))
      }))
}

extension Query {
  /// Returns an aggregate of the objects, as a value in another query.
  ///
  /// ```swift
  /// Order.where { $0.freight > Order.query.scalar(.average(\.freight)) }
  /// // WHERE "order".freight > (SELECT avg(v0) FROM (SELECT order_2.freight AS v0
  /// //   FROM "order" AS order_2))
  /// ```
  ///
  /// The outer query throws `invalidQuery` for a sum that only Swift can compute.
  public func scalar<Result>(_ aggregate: Aggregate<Root, Result>) -> QueryExpression<Result> {
    let values = aggregate.column.value.map { [$0] } ?? []
    return QueryExpression<Result>(
      node: .scalar(
        Subquery(nesting: selection.nesting(selecting: values)) { scope in
          let (text, table, operand) = try valueText(aggregate, plans: scope.plans, in: scope)
          if let source = table.operands.first, try aggregate.column.isFolded(source) {
            throw source.invalidQuery(
              "SQL cannot compute this exactly, so it cannot be a value in another query")
          }
          guard aggregate.column.function == .sum else { return (text, operand) }
          let sum = AggregateColumn.total(operand, written: "(\(text.nested(scope.dialect)))")
          return ("SELECT \(sum.name)", sum)
        }))
  }

  /// Returns a value of the first object in the query's order; nil if there is none.
  ///
  /// ```swift
  /// customer in Order.where { $0.customer.pk == customer.pk }.order(by: \.date).scalar(\.freight)
  /// // (SELECT "order".freight FROM "order" WHERE … ORDER BY "order".date, "order".pk LIMIT 1)
  /// ```
  public func scalar<Value>(_ column: ColumnChoice<Root, Value>) -> QueryExpression<Value?> {
    scalar(of: naming(column))
  }

  /// Returns a value, which may itself be nil, of the first object.
  public func scalar<Value>(_ column: ColumnChoice<Root, Value?>) -> QueryExpression<Value?> {
    scalar(of: naming(column))
  }

  private func scalar<Value, Result>(
    of choice: (query: Query, result: QueryExpression<Value>)
  ) -> QueryExpression<Result> {
    let nesting = choice.query.selection.nesting(selecting: [choice.result.node])
    return QueryExpression<Result>(
      node: .scalar(
        Subquery(nesting: nesting) { scope in
          let table = try TableText(
            choice.query.limit(1).selection, entity: Root.ownEntity, plans: scope.plans,
            selecting: [choice.result.node], isOrdered: true, in: scope)
          var operand = table.operands[0]
          try operand.requireSingle(
            "a reference to several classes is not a single value; name a property of its object")
          operand.isOnOptionalPath = true
          // The rows of several tables also have the columns of their order.
          let text: SQLText =
            choice.query.selection.includesSubclasses
            ? "SELECT \(table.names[0]) FROM \(table.asTable(scope.dialect))" : table.text
          return (text, operand)
        }))
  }
}

// Values among those of another query.
extension QueryExpression {
  /// Tests whether the value is one of those that a query selects, without reading them:
  /// `$0.city.isIn(Supplier.query.select(\.city))`. The query's limit counts. As in Swift, nil is
  /// among values of which one is nil. Several values in a row, `map` and elements of collections
  /// are `invalidQuery` when the query is run.
  ///
  /// SQL: `city IN (SELECT supplier.city AS v0 FROM supplier)`.
  public func isIn<Root>(_ values: Projection<Root, Value>) -> Condition {
    Condition(.isAmongValues(node, values.selectedValues))
  }

  /// Tests whether the value is one of those, which may be nil, that a query selects.
  public func isIn<Root>(_ values: Projection<Root, Value?>) -> Condition {
    Condition(.isAmongValues(node, values.selectedValues))
  }

  /// Tests whether the value, which may be nil, is one of those that a query selects.
  public func isIn<Root, Wrapped>(
    _ values: Projection<Root, Wrapped>
  ) -> Condition where Value == Wrapped? {
    Condition(.isAmongValues(node, values.selectedValues))
  }
}
