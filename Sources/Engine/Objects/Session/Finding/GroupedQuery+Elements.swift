// The objects of groups, rather than values computed from them.

import PersistentObjectsConnections
public import PersistentObjectsDriver

extension _GroupedQuery {
  /// Returns the objects of each group in the query's order; the groups are ordered by key, each
  /// ascending unless the query orders by it.
  ///
  /// ```swift
  /// for (city, people) in try Person.query.grouped(by: \.city).elements(in: session) { … }
  /// // SELECT city AS v0, pk AS v1 FROM person ORDER BY city, pk
  /// ```
  ///
  /// Runs one statement for the keys, one more if they are doubles or computed texts, which may be
  /// equal and yet stored differently, and one for each class of objects, unless all of these are
  /// in memory and up to date. All of them see one snapshot. Throws `invalidQuery` if the groups
  /// have a `having`, an order or a limit, which depend on the groups' values.
  public func elements(
    in session: Session
  ) throws -> [(key: (repeat each Key), elements: [Root])] {
    try session.throwIfFailed()
    let (selection, keys) = (groups.selection, groups.keys)
    guard groups.isWhole else {
      throw PersistenceError(
        .invalidQuery,
        "elements(in:) returns the objects of all groups; use values(…) for chosen groups",
        context: Root._entity.place)
    }
    let (plans, entity) = (session.plans, try Root.ownEntity)
    let scope = try QueryText(
      selection, plan: plans.planOfFamily(entity), plans: plans, selecting: keys
    ).scope
    let ordered = Query<Root>(selection)
      .ordered(byKeys: try groups.keyOrders(in: scope, of: entity, plans))
    let object = ValueNode.path(ColumnPath())
    let values = try SelectedValues(keys + [object], in: scope)
    for place in values.places.dropLast() { _ = try place.operand.searchable() }
    let text = try TableText(
      ordered.selection, entity: entity, plans: plans, selecting: values.nodes, isOrdered: true
    ).text
    let width = values.places.last?.position ?? 0
    let grouping = try GroupText(groups, entity, plans)
    return try session.connections.readingTogether {
      let identities = try session.identities(of: grouping)
      let rows = try session.rows(text, with: values.places) { row, objects in
        (
          identity: identities[row[0..<width]], key: try key(values.places, in: row, objects),
          element: try values.places[values.places.count - 1].value(in: row, objects) as Root
        )
      }
      var found: [(key: (repeat each Key), elements: [Root])] = []
      for (index, row) in rows.enumerated() {
        if index > 0, rows[index - 1].identity == row.identity {
          found[found.count - 1].elements.append(row.element)
        } else {
          found.append((key: row.key, elements: [row.element]))
        }
      }
      return found
    }
  }

  /// Returns a query for the first objects of each group in an order.
  ///
  /// ```swift
  /// Product.query.grouped(by: \.category).top(3, by: \.price, .descending).find(in: session)
  /// // WHERE pk IN (SELECT v0 FROM (SELECT pk AS v0, row_number() OVER (PARTITION BY category ORDER BY
  /// // price DESC, pk DESC) AS v1 FROM product) WHERE v1 <= ?1) ORDER BY category, price DESC, pk DESC
  /// ```
  ///
  /// The groups are ordered by key. Running the query throws `invalidQuery` if the groups have a
  /// `having`, an order or a limit, or if the query includes subclasses.
  public func top<Value>(
    _ count: Int, by value: ColumnChoice<Root, Value>, _ direction: SortDirection = .ascending,
    nulls: NullPlacement? = nil
  ) -> Query<Root> {
    let (selection, keys) = (groups.selection, groups.keys)
    let (query, choice) = Query<Root>(selection).asRows.naming(value)
    let order = Selection.Order(choice.node, direction: direction, nulls: nulls)
    var result = Query<Root>(Selection()).ordered(
      byKeys: keys.map { Selection.Order($0, direction: .ascending) })
    query.selection.identities.forEach { result.selection.answer(to: $0) }
    result.selection.orders.append(order)
    result.selection.choose(
      by: .isAmong(query.selection.topKeys(of: Root.self, count, keys: keys, order: order)))
    guard groups.isWhole, !selection.includesSubclasses else {
      result.selection.refuse(
        PersistenceError(
          .invalidQuery, "top(_:by:) works only on all groups of the objects of one class",
          context: Root._entity.place))
      return result
    }
    return result
  }
}

extension Query {
  fileprivate init(_ selection: Selection) {
    self.init()
    self.selection = selection
  }

  /// The query as rows that can be numbered: with a limit, also one in criteria, these are the rows
  /// that it leaves.
  fileprivate var asRows: Query {
    selection.criteria?.isClosed == true ? amongSelected : afterLimit
  }

  /// Returns the query ordered by the keys first, even if it has an order that is a text.
  fileprivate func ordered(byKeys keys: [Selection.Order]) -> Query {
    let query = selection.criteria?.ordersAll == true ? amongSelected : afterLimit
    return query.changing { $0.selection.orders = keys + $0.selection.orders }
  }
}

extension GroupSelection {
  /// Returns the order by all columns of the keys, so that the rows of a group follow each other.
  /// Keys that the query orders by come first.
  fileprivate func keyOrders(
    in scope: QueryScope, of entity: EntityDescription, _ plans: PlanSource
  ) throws -> [Selection.Order] {
    let orders = try (selection.isLimited ? [] : selection.orders).compactMap { order in
      try position(ofKey: order.value, of: entity, plans).map { (order: order, position: $0) }
    }
    let values = try SelectedValues(keys, in: scope)
    let others = values.nodes.indices.filter { index in
      !orders.contains { values.places[$0.position].position == index }
    }
    return orders.map(\.order)
      + others.map { Selection.Order(values.nodes[$0], direction: .ascending) }
  }
}

extension Selection {
  /// Returns the keys of the first objects of each group.
  fileprivate func topKeys<Root: PersistentObject>(
    of type: Root.Type, _ count: Int, keys: [ValueNode], order: Order
  ) -> SelectedKeys {
    SelectedKeys(
      isOfFamily: false, nesting: nesting(selecting: keys + [order.value])
    ) { plans, _, parent in
      let plan = try plans.plan(Root.ownEntity)
      let text = try QueryText(
        self, plan: plan, plans: plans, selecting: keys + [order.value], in: parent)
      for key in keys { _ = try text.scope.searchable(key) }
      let groups = try SelectedValues(keys, in: text.scope).nodes.map {
        try text.scope.operand($0).name
      }
      let first = try text.scope.column(order).clause(plans.dialect)
      let key = text.scope.qualifiedKey
      let last: SQLText = order.direction == .ascending ? key : "\(key) DESC"
      let number: SQLText = """
        row_number() OVER (PARTITION BY \(groups.joined(separator: ", ")) ORDER BY \(first), \(last))
        """
      let rows = try text.select("\(key) AS v0, \(number) AS v1", isOrdered: false)
      return
        "SELECT v0 FROM (\(rows))\(plans.dialect.derivedTableName) WHERE v1 <= \(.integer(Int64(count)))"
    }
  }
}
