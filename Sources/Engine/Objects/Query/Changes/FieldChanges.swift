public import PersistentObjectsCodec
import PersistentObjectsDriver

/// The assignments to the fields of a value in several columns, as a part of those of an update:
/// `{ $0.home.city = "Rome"; $0.home.position.latitude += 1 }`.
///
/// ```swift
/// try Person.where { $0.home.city == "Roma" }.update(in: session) { $0.home.city = "Rome" }
/// // UPDATE person SET home_city = ?1 WHERE home_city = ?2 RETURNING pk, home_street, home_city
/// ```
///
/// `Whole` is `Value`, or an optional of it.
@dynamicMemberLookup
public struct FieldChanges<Whole, Value> {
  /// The property, and the fields from it to this value.
  let path: [AnyKeyPath]
  let node: ValueNode
  /// All assignments of the update.
  var assignments: Assignments
  /// The conditions that rows have this value.
  var conditions: [ConditionNode] = []

  /// A field that cannot be set.
  public subscript<Inner>(dynamicMember keyPath: KeyPath<Value, Inner>) -> QueryExpression<Inner> {
    QueryExpression(node: value(of: keyPath))
  }

  /// A field. It can be used in computations and set to a computed value.
  public subscript<Inner>(
    dynamicMember keyPath: WritableKeyPath<Value, Inner>
  ) -> QueryExpression<Inner> {
    get { QueryExpression(node: value(of: keyPath)) }
    set { assign(newValue.node, of: Inner.self, to: keyPath) }
  }

  /// Sets a field to a value of the program. Setting a field that is not optional to nil throws
  /// `invalidQuery`.
  @_disfavoredOverload
  public subscript<Inner>(dynamicMember keyPath: WritableKeyPath<Value, Inner>) -> Inner? {
    @available(*, unavailable, message: "the value differs from row to row")
    get { nil }
    set { assign(.value(newValue), of: Inner.self, to: keyPath) }
  }

  /// A field that has fields itself.
  public subscript<Inner: Embeddable>(
    dynamicMember keyPath: WritableKeyPath<Value, Inner>
  ) -> FieldChanges<Inner, Inner> {
    get { fields(of: keyPath) }
    set { assignments.take(newValue, as: path + [keyPath]) }
  }

  /// A field that has fields itself, and may be nil.
  public subscript<Inner: Embeddable>(
    dynamicMember keyPath: WritableKeyPath<Value, Inner?>
  ) -> FieldChanges<Inner?, Inner> {
    get {
      var fields: FieldChanges<Inner?, Inner> = fields(of: keyPath)
      fields.conditions.append(.not(.isNull(fields.node)))
      return fields
    }
    set { assignments.take(newValue, as: path + [keyPath]) }
  }

  private func fields<Inside, Inner>(
    of keyPath: PartialKeyPath<Value>
  ) -> FieldChanges<Inside, Inner> {
    FieldChanges<Inside, Inner>(
      path: path + [keyPath], node: node.appending(.field(keyPath)), assignments: assignments,
      conditions: conditions)
  }

  private func value(of keyPath: PartialKeyPath<Value>) -> ValueNode {
    assignments.value(of: path + [keyPath], otherwise: node.appending(.field(keyPath)))
  }

  private mutating func assign<Inner>(
    _ value: ValueNode, of type: Inner.Type, to keyPath: PartialKeyPath<Value>
  ) {
    let guarded = conditions.reduce(value) {
      .choice($1, $0, .argument(ComputedArgument(Inner?.none)))
    }
    assignments.assign(guarded, to: path + [keyPath])
  }
}

/// The assignments of an update, each to a property or to a field of its value.
struct Assignments {
  private(set) var all: [Assignment] = []

  struct Assignment {
    /// The property, and the fields from it to what is set.
    let path: [AnyKeyPath]
    var value: ValueNode
  }

  /// Returns the value to which a property or a field was set, or the one that it has in the row.
  func value(of path: [AnyKeyPath], otherwise former: ValueNode) -> ValueNode {
    if let set = all.first(where: { $0.path == path }) { return set.value }
    let hasParts = all.contains { $0.path.starts(with: path) }
    return hasParts ? .changed(ChangedValue(node: former, path: path, assignments: self)) : former
  }

  /// Takes over a value after its fields were set. It may be another one of the same type.
  mutating func take<Whole, Value>(_ changes: FieldChanges<Whole, Value>, as path: [AnyKeyPath]) {
    if changes.path == path {
      self = changes.assignments
    } else {
      assign(value(of: changes.path, otherwise: changes.node), to: path)
    }
  }

  /// Sets a property or a field. A whole value replaces the fields that were set before.
  mutating func assign(_ value: ValueNode, to path: [AnyKeyPath]) {
    if let former = all.firstIndex(where: { $0.path == path }) {
      all[former].value = value
      return
    }
    let isPart = all.contains { path.starts(with: $0.path) }
    all.removeAll { $0.path.starts(with: path) }
    all.append(Assignment(path: path, value: isPart ? .partOfWhole : value))
  }
}

extension ValueNode {
  fileprivate static var partOfWhole: ValueNode {
    .refused(
      PersistenceError(
        .invalidQuery,
        "a field is set after the whole value; set the whole to a value that has the field"))
  }
}

/// A value in several columns of which fields were set. Only its fields can be used.
struct ChangedValue {
  /// The value in the row.
  let node: ValueNode
  let path: [AnyKeyPath]
  let assignments: Assignments

  /// Returns a field as it was set, or as it is in the row.
  func field(_ keyPath: AnyKeyPath) -> ValueNode {
    assignments.value(of: path + [keyPath], otherwise: node.appending(.field(keyPath)))
  }

  /// The error for the whole value.
  static var isNoValue: PersistenceError {
    PersistenceError(
      .invalidQuery,
      "a whole value is used after one of its fields was set; use it before, or name the fields")
  }
}
