/// The elements that a query uses: those of the collection at the end of a path, or only the ones
/// that pass a condition.
struct CollectionNode {
  let path: ColumnPath
  /// The identities of the elements in the closures applied to them.
  private(set) var identities: [ScopeIdentity] = []
  private(set) var condition: ConditionNode?
  /// The orders of the values selected from the elements.
  private(set) var orders: [Selection.Order] = []

  init(_ path: ColumnPath) { self.path = path }

  /// Calls a closure with an element. Returns the collection with that element's identity added,
  /// and the closure's result.
  func naming<Element, Result>(
    _ body: (QueryExpression<Element>) -> Result
  ) -> (collection: CollectionNode, result: Result) {
    let identity = ScopeIdentity()
    var copy = self
    copy.identities.append(identity)
    return (copy, body(QueryExpression(ColumnPath(root: identity))))
  }

  /// Returns the elements that also pass a condition.
  func filtered<Element>(
    by predicate: (QueryExpression<Element>) -> Condition
  ) -> CollectionNode {
    let (named, test) = naming(predicate)
    var copy = named
    let node = test.conditionNode
    copy.condition = condition.map { $0.joined(by: .and, with: node) } ?? node
    return copy
  }

  /// Returns the elements in an order that applies after the existing ones.
  func ordered<Element, Value>(
    by value: (QueryExpression<Element>) -> QueryExpression<Value>, _ direction: SortDirection
  ) -> CollectionNode {
    var (copy, choice) = naming(value)
    copy.orders.append(Selection.Order(choice.node, direction: direction))
    return copy
  }

  var nesting: Int { (condition?.nesting ?? 0) + 4 }
}

/// A value that is computed from a collection's elements.
struct CollectionAggregate {
  let collection: CollectionNode
  let function: AggregateColumn.Function
  /// The value of each element; nil for the elements themselves.
  var value: ValueNode?
}

/// The values selected from a collection's elements, and how to read them.
struct ElementSelection {
  let collection: CollectionNode
  let values: [ValueNode]
  let read: (inout ProjectedRow) throws -> Any
  /// Makes an array of the values read, with their actual type as its element type.
  let array: ([Any]) -> Any

  /// The object that owns the collection.
  var owner: ValueNode {
    var path = ColumnPath(root: collection.path.root)
    for step in collection.path.steps.dropLast() { path = path.appending(step) }
    return .path(path)
  }
}

/// A value of the first of a collection's elements in an order.
struct FirstElement {
  let collection: CollectionNode
  let order: Selection.Order
  var value: ColumnPath
}
