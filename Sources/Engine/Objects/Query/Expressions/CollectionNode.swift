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

  /// Returns the elements that are chosen in the same way from another collection.
  func rebased(on other: CollectionNode) -> CollectionNode {
    var copy = CollectionNode(other.path)
    (copy.identities, copy.orders) = (other.identities + identities, other.orders + orders)
    copy.condition =
      other.condition.map { own in condition.map { own.joined(by: .and, with: $0) } ?? own }
      ?? condition
    return copy
  }

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

  /// Returns the same aggregate of other elements.
  func from(_ collection: CollectionNode) -> CollectionAggregate {
    CollectionAggregate(collection: collection, function: function, value: value)
  }
}

/// The values selected from a collection's elements, and how to read them.
struct ElementSelection {
  var collection: CollectionNode
  let values: [ValueNode]
  let read: (inout ProjectedRow) throws -> Any
  /// Makes an array of the values read, with their actual type as its element type.
  let array: ([Any]) -> Any

  /// The object that owns the collection.
  var owner: ValueNode { .path(collection.path.owner) }
}

/// A value of the first of a collection's elements in an order.
struct FirstElement {
  let collection: CollectionNode
  let order: Selection.Order
  /// The element itself, or what is computed from it.
  var value: ValueNode

  /// Returns the same value of the first of other elements.
  func from(_ collection: CollectionNode) -> FirstElement {
    FirstElement(collection: collection, order: order, value: value)
  }

  /// Returns another value of the same element.
  func computing(_ value: ValueNode) -> FirstElement {
    var copy = self
    copy.value = value
    return copy
  }
}
