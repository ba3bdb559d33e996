public import PersistentObjectsCodec
import PersistentObjectsDriver

/// The assignments of an update to all rows of a query: `{ $0.age += 1; $0.note = $0.firstName +
/// "!" }`. As in Swift, each assignment sees the ones before it.
///
/// ```swift
/// try Person.where { $0.age < 30 }.update(in: session) {
///   $0.age += 1
///   $0.isActive = false
/// }
/// // UPDATE person SET age = _persistent_add(age, ?1), is_active = ?2 WHERE age < ?3
/// //   RETURNING pk, age, is_active
/// ```
@dynamicMemberLookup
public struct ColumnChanges<Root: PersistentObject> {
  let columns = Columns<Root>()
  private(set) var assignments = Assignments()

  /// The value of a property. It can be used in computations and set to a computed value.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Root, Value>) -> QueryExpression<Value> {
    get {
      QueryExpression(
        node: assignments.value(
          of: [keyPath], otherwise: columns[dynamicMember: keyPath].node))
    }
    set { assignments.assign(newValue.node, to: [keyPath]) }
  }

  /// A value in several columns, of which single fields can be set: `$0.home.city = "Rome"`.
  public subscript<Value: Embeddable>(
    dynamicMember keyPath: KeyPath<Root, Value>
  ) -> FieldChanges<Value, Value> {
    get { fields(of: keyPath) }
    set { assignments.take(newValue, as: [keyPath]) }
  }

  /// A value in several columns that may be nil. A field is only set in rows with a value, as by
  /// `home?.city = "Rome"` in Swift.
  public subscript<Value: Embeddable>(
    dynamicMember keyPath: KeyPath<Root, Value?>
  ) -> FieldChanges<Value?, Value> {
    get {
      var fields: FieldChanges<Value?, Value> = fields(of: keyPath)
      fields.conditions.append(.not(.isNull(fields.node)))
      return fields
    }
    set { assignments.take(newValue, as: [keyPath]) }
  }

  private func fields<Whole, Value>(
    of keyPath: KeyPath<Root, Whole>
  ) -> FieldChanges<Whole, Value> {
    FieldChanges(
      path: [keyPath], node: columns[dynamicMember: keyPath].node, assignments: assignments)
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
      assignments.assign(.value(newValue), to: [keyPath])
    }
  }
}

extension ValueNode {
  /// Returns a value of the program to which something is set.
  static func value<Value>(_ value: Value?) -> ValueNode {
    let isRefused = value == nil && !(Value.self is any ExpressibleByNilLiteral.Type)
    return isRefused ? .nilOfNoOptional : .argument(ComputedArgument(value))
  }

  private static var nilOfNoOptional: ValueNode {
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
