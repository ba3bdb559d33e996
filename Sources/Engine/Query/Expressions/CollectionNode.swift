/// The elements that a query asks about: those of the collection at the end of a path, or the ones that pass
/// a condition.
struct CollectionNode {
  let path: ColumnPath
  /// The identities of the elements in the closures on them.
  private(set) var identities: [ScopeIdentity] = []
  private(set) var condition: ConditionNode?
  /// The order of what is selected of the elements.
  private(set) var orders: [Selection.Order] = []

  init(_ path: ColumnPath) { self.path = path }

  /// Calls a closure with an element, and gives the collection in which that has its identity.
  func naming<Element, Result>(
    _ body: (QueryExpression<Element>) -> Result
  ) -> (collection: CollectionNode, result: Result) {
    let identity = ScopeIdentity()
    var copy = self
    copy.identities.append(identity)
    return (copy, body(QueryExpression(ColumnPath(root: identity))))
  }

  /// The elements that also pass a condition.
  func filtered<Element>(
    by predicate: (QueryExpression<Element>) -> Condition
  ) -> CollectionNode {
    let (named, test) = naming(predicate)
    var copy = named
    let node = test.conditionNode
    copy.condition = condition.map { $0.joined(by: .and, with: node) } ?? node
    return copy
  }

  /// The elements in an order, after those named before.
  func ordered<Element, Value>(
    by value: (QueryExpression<Element>) -> QueryExpression<Value>, _ direction: SortDirection
  ) -> CollectionNode {
    var (copy, choice) = naming(value)
    copy.orders.append(Selection.Order(choice.node, direction: direction))
    return copy
  }

  var nesting: Int { (condition?.nesting ?? 0) + 4 }
}

/// A value that is computed of a collection's elements.
struct CollectionAggregate {
  let collection: CollectionNode
  let function: AggregateColumn.Function
  /// The value of each element; nil for the elements themselves.
  var value: ValueNode?
}

/// Values of a collection's elements, and what is made of them.
struct ElementSelection {
  let collection: CollectionNode
  let values: [ValueNode]
  let read: (inout ProjectedRow) throws -> Any
  /// Makes an array of what was read, of the element's own type.
  let array: ([Any]) -> Any

  /// The key of the object that has the collection.
  var owner: ValueNode {
    var path = ColumnPath(root: collection.path.root)
    for step in collection.path.steps.dropLast() { path = path.appending(step) }
    return .path(path.appending(.key))
  }
}

/// A value of the first of a collection's elements in an order.
struct FirstElement {
  let collection: CollectionNode
  let order: Selection.Order
  var value: ColumnPath
}
