import PersistentObjectsDriver

/// The assignments of an update to all rows of a query: `{ $0.age += 1; $0.note = $0.firstName +
/// "!" }`. As in Swift, each assignment sees the ones before it.
@dynamicMemberLookup
public struct ColumnChanges<Root: PersistentObject> {
  let columns = Columns<Root>()
  private(set) var assignments: [Assignment] = []

  struct Assignment {
    let keyPath: AnyKeyPath
    var value: ValueNode
  }

  /// The value of a property. It can be used in computations and set to a computed value.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Root, Value>) -> QueryExpression<Value> {
    get {
      assignments.first { $0.keyPath == keyPath }.map { QueryExpression(node: $0.value) }
        ?? columns[dynamicMember: keyPath]
    }
    set { assign(newValue.node, to: keyPath) }
  }

  // The type is optional: otherwise the compiler would resolve `+=` to the operator of the value
  // itself.
  /// Sets a property to a value of the program. Setting a property that is not optional to nil is
  /// `invalidQuery`.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<Root, Value>) -> Value? {
    @available(*, unavailable, message: "the value differs from row to row")
    get { nil }
    set {
      let isRefused = newValue == nil && !(Value.self is any ExpressibleByNilLiteral.Type)
      assign(isRefused ? .nilOfNoOptional : .argument(ComputedArgument(newValue)), to: keyPath)
    }
  }

  private mutating func assign(_ value: ValueNode, to keyPath: AnyKeyPath) {
    let former = assignments.firstIndex { $0.keyPath == keyPath }
    if let former {
      assignments[former].value = value
    } else {
      assignments.append(Assignment(keyPath: keyPath, value: value))
    }
  }
}

extension ValueNode {
  fileprivate static var nilOfNoOptional: ValueNode {
    .refused(
      PersistenceError(.invalidQuery, "a property that is not optional cannot be set to nil"))
  }
}

/// Adds a number, or appends a text.
public func += <Value: _QueryAddable>(left: inout QueryExpression<Value>, right: Value._Term) {
  left = left + right
}

/// Adds a number, or appends a text.
public func += <Value: _QueryAddable>(
  left: inout QueryExpression<Value>, right: QueryExpression<Value>
) { left = left + right }

/// Subtracts a number.
public func -= <Value: _QueryQuantity>(left: inout QueryExpression<Value>, right: Value._Term) {
  left = left - right
}

/// Subtracts a number.
public func -= <Value: _QueryQuantity>(
  left: inout QueryExpression<Value>, right: QueryExpression<Value>
) { left = left - right }

/// Multiplies by a number.
public func *= <Value: _QueryQuantity>(left: inout QueryExpression<Value>, right: Value._Factor) {
  left = left * right
}

/// Multiplies by a number.
public func *= <Value: _QueryNumber>(
  left: inout QueryExpression<Value>, right: QueryExpression<Value>
) { left = left * right }

/// Divides by a number.
public func /= <Value: _QueryQuantity>(left: inout QueryExpression<Value>, right: Value._Factor) {
  left = left / right
}

/// Divides by a number.
public func /= <Value: _QueryNumber>(
  left: inout QueryExpression<Value>, right: QueryExpression<Value>
) { left = left / right }
