// Values that are computed from a collection's elements, by a SELECT of their rows.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension QueryScope {
  static var noValue: PersistenceError {
    PersistenceError(
      .notSearchable,
      "elements of a collection are not a single value; use their count or another aggregate, or select them"
    )
  }

  /// Returns the rows of a collection's elements, as SQL from `FROM` on. The closure gets their
  /// scope; the SQL it returns is appended.
  func rows(
    of collection: CollectionNode, in place: CollectionPlace,
    computing value: (QueryScope) throws -> SQLText? = { _ in nil }
  ) throws -> SQLText {
    let inner = try QueryScope(elementsOf: place, named: collection.identities, in: self)
    // The joins are known only after the condition and the value have been written.
    let test: SQLText = try collection.condition.map { try " AND \(inner.condition($0))" } ?? ""
    let end = try value(inner) ?? ""
    return "FROM \(place.table)\(inner.joins) WHERE \(place.isOwned)\(test)\(end)"
  }

  /// Returns the statement that selects values of collections' elements, each preceded by the key
  /// of its owner, and those values.
  ///
  /// `SELECT customer.pk AS v0, orders.date AS v1 FROM customer JOIN "order" AS orders ON orders.customer = customer.pk WHERE customer.pk IN (…) ORDER BY customer.pk, orders.pk`
  static func text(
    of rows: ElementSelection, owners pks: [Int64], _ owner: EntityPlan, plans: PlanSource
  ) throws -> (text: SQLText, values: SelectedValues) {
    let path = rows.collection.path
    // The scope is that of the owner, which is the object that closures name only if no reference
    // leads to it.
    let isOwn = path.steps.count == 1
    let scope = QueryScope(
      owner, plans: plans, named: isOwn ? [path.root] : [], isQualified: true)
    if !isOwn { scope.lack(path.root) }
    guard let last = path.steps.last else { throw noValue }
    let place = try scope.onlyPlace(of: scope.collections(ColumnPath().appending(last)))
    let inner = try QueryScope(elementsOf: place, named: rows.collection.identities, in: scope)
    let values = try SelectedValues(rows.values, after: 1, in: inner)
    let list = try values.nodes.enumerated().map { index, node in
      "\(try inner.operand(node).name) AS v\(index + 1)" as SQLText
    }
    let test: SQLText =
      try rows.collection.condition.map { try " AND \(inner.condition($0))" } ?? ""
    let order = try rows.collection.orders.map { try inner.column($0).clause(plans.dialect) }
    let (pk, keys) = (scope.qualifiedKey, RowBatch(column: pks))
    let columns = (["\(pk) AS v0"] + list).joined(separator: ", ")
    let orders = ([pk] + order + place.ownOrder(.ascending).map { SQLText($0) })
      .joined(separator: ", ")
    let text: SQLText = """
      SELECT \(columns) FROM \(scope.table)\(scope.joins) JOIN \(place.table) ON \(place.isOwned)\
      \(inner.joins) WHERE \(pk, isIn: keys, of: .integer)\(test) ORDER BY \(orders)
      """
    return (text, values)
  }

  /// Returns an aggregate of the elements.
  func aggregate(_ aggregate: CollectionAggregate) throws -> Operand {
    if let value = try valueOfKey(
      aggregate.collection, { .aggregate(aggregate.from($0)) })
    {
      return value
    }
    let places = try collections(aggregate.collection.path)
    guard aggregate.function == .count, aggregate.value == nil else {
      return try result(of: aggregate, in: onlyPlace(of: places))
    }
    let counts = try places.map { place in
      "(SELECT count(*) \(try rows(of: aggregate.collection, in: place).nested(dialect)))"
        as SQLText
    }
    return count(counts, of: places)
  }

  private func result(
    of aggregate: CollectionAggregate, in place: CollectionPlace
  ) throws -> Operand {
    guard let value = aggregate.value else { throw place.binding.noChildTable }
    var source: Operand?
    var isOfElement = true
    var rows = try rows(of: aggregate.collection, in: place) { inner in
      let former = inner.uses
      source = try inner.operand(value)
      isOfElement = inner.uses > former
      return nil
    }
    var argument = source?.name
    // SQL takes an aggregate that names only outer columns for one of the outer query.
    if let name = argument, !isOfElement {
      rows = "FROM (SELECT \(name) AS v0 \(rows))\(dialect.derivedTableName)"
      argument = "v0"
    }
    let column = AggregateColumn(function: aggregate.function, value: value) { _ in false }
    var result = try column.operand(of: source, written: argument, dialect)
    let isSum = aggregate.function == .sum
    if isSum { result = AggregateColumn.total(result, written: result.name) }
    // A sum of no elements is 0, even if there is no collection.
    let presence = isSum ? nil : presence(of: [place])
    result.columns = [present("(SELECT \(result.name) \(rows.nested(dialect)))", if: presence)]
    result.isOnOptionalPath = !isSum
    return result
  }

  /// Returns a value of the first element. Ties are resolved by the elements' own order.
  func first(_ first: FirstElement) throws -> Operand {
    if let value = try valueOfKey(first.collection, { .first(first.from($0)) }) { return value }
    let place = try onlyPlace(of: collections(first.collection.path))
    var value: Operand?
    var added: SQLText?
    let rows = try rows(of: first.collection, in: place) { inner in
      value = try inner.operand(first.value)
      let (order, selected) = try inner.term(first.order, named: "v1")
      added = selected
      let list =
        [order.clause(dialect)] + place.ownOrder(first.order.direction).map { SQLText($0) }
      return " ORDER BY \(list.joined(separator: ", "))\(dialect.limit(1, offset: nil))"
    }
    guard var result = value else { throw place.binding.noChildTable }
    try result.requireSingle(
      "a reference to several classes is not a single value; name a property of its object")
    var text: SQLText = "SELECT \(result.name) \(rows)"
    if let added {
      let values: SQLText = "\(result.name) AS v0, \(added)"
      text = "SELECT v0 FROM (SELECT \(values) \(rows))\(dialect.derivedTableName)"
    }
    result.columns = ["(\(text.nested(dialect)))"]
    result.isOnOptionalPath = true
    return first.value.isSum ? AggregateColumn.total(result, written: result.name) : result
  }

  private func present(_ value: SQLText, if presence: String?) -> SQLText {
    presence.map { "CASE WHEN \($0) THEN \(value) END" } ?? value
  }

  /// Returns the elements that an expression selects, if it does, and the object that owns them.
  /// Throws if they lie in several tables.
  func selection(_ node: ValueNode) throws -> (rows: ElementSelection, owner: ValueNode)? {
    switch node {
    case .rows(let rows):
      if rows.collection.path.keyOfGroup == nil {
        _ = try onlyPlace(of: collections(rows.collection.path))
      }
      return (rows, rows.owner)
    case .first(let first) where first.value.selectsElements:
      let place = try onlyPlace(of: collections(first.collection.path))
      let inner = try QueryScope(elementsOf: place, named: first.collection.identities, in: self)
      return try inner.selection(first.value).map { ($0.rows, .first(first.computing($0.owner))) }
    default: return nil
    }
  }

  /// Returns the value that is computed from a collection of an object that is the key of groups;
  /// nil for any other collection.
  func valueOfKey(
    _ collection: CollectionNode, _ make: @escaping (CollectionNode) -> ValueNode
  ) throws -> Operand? {
    guard let index = collection.path.keyOfGroup else { return nil }
    let steps = collection.path.steps.dropFirst()
    return try keyOfGroup(index, in: collection.path.root) { key in
      steps.reduce(key) { $0.appending($1) }.computing { make(collection.rebased(on: $0)) }
    }
  }

  private func onlyPlace(of places: [CollectionPlace]) throws -> CollectionPlace {
    if let place = places.first, places.count == 1 { return place }
    throw PersistenceError(
      .invalidQuery,
      "collections of objects that lie in several tables can only be used in counts and conditions",
      context: places.first?.binding.place(pk: nil) ?? .init())
  }
}
