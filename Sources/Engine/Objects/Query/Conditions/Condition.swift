/// A condition on the objects of a class, made by comparing columns in a predicate closure: `{
/// $0.lastName == "Smith" && $0.home.city == "Bonn" }`. Values are bound through the property's
/// codec. A `Bool` property is a condition, too: `{ !$0.discontinued }`.
///
/// ```swift
/// func isGrown(_ person: Columns<Person>) -> Condition { person.age >= 18 }
/// let grown = try Person.where(isGrown).find(in: session)
/// // SELECT pk, last_name, age FROM person WHERE age >= ?1 ORDER BY pk
/// ```
public typealias Condition = QueryExpression<Bool>

extension QueryExpression<Bool> {
  init(_ node: ConditionNode) { self.init(node: .condition(node)) }

  /// Creates a condition that holds for all objects or for none, from a value of the program:
  /// `Condition(city == nil) || $0.city == city!`.
  public init(_ value: Bool) { self.init(ConditionNode.constant(value)) }

  /// The condition; for a property, an argument or another expression, the condition that its value
  /// is true.
  var conditionNode: ConditionNode {
    if case .condition(let condition) = node { return condition }
    return .comparison(node, .equal, ConditionArgument(true))
  }

  fileprivate func isConstant(_ value: Bool) -> Bool {
    if case .condition(.constant(value)) = node { true } else { false }
  }
}

/// The tree of a condition, independent of any store.
indirect enum ConditionNode {
  /// `column <operator> value`.
  case comparison(ValueNode, ComparisonOperator, ConditionArgument)
  /// `column <operator> column`.
  case columns(ValueNode, ComparisonOperator, ValueNode)
  /// `column IN (values)`.
  case membership(ValueNode, [ConditionArgument])
  /// `column IN (SELECT …)`.
  case selection(ValueNode, SelectedKeys)
  /// A value is one of those that another query selects.
  case isAmongValues(ValueNode, Subquery)
  /// The object itself is one of those that a query selects.
  case isAmong(SelectedKeys)
  /// `column BETWEEN low AND high`.
  case between(ValueNode, ConditionArgument, ConditionArgument)
  /// A search within a text.
  case text(ValueNode, TextSearch)
  /// Whether a text contains another one.
  case contains(ValueNode, ValueNode)
  /// `column IS NULL`.
  case isNull(ValueNode)
  /// A condition on the elements of a collection.
  case collection(CollectionNode, CollectionTest)
  /// Whether another query selects anything.
  case exists(Subquery)
  /// Two conditions, or a chain of many.
  case junction(Junction)
  case not(ConditionNode)
  /// A constant result for every object.
  case constant(Bool)
}

enum ComparisonOperator: String {
  case equal = "="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// The test of a collection.
enum CollectionTest {
  /// Whether the collection is not nil and has no elements.
  case isEmpty
  case isOccupied
  case contains(ConditionArgument)
  case containsKey(ConditionArgument)
}

extension ConditionNode {
  /// Whether the condition involves a table other than the class's own.
  var reachesOtherTables: Bool {
    switch self {
    case .junction(let junction):
      junction.left.reachesOtherTables || junction.right.reachesOtherTables
    case .not(let inner): inner.reachesOtherTables
    default: termReachesOtherTables
    }
  }

  /// The same of a condition without others in it. A function of its own, because it takes much of
  /// the stack in debug builds.
  @inline(never)
  private var termReachesOtherTables: Bool {
    switch self {
    case .comparison(let path, _, _), .membership(let path, _), .selection(let path, _),
      .between(let path, _, _), .text(let path, _), .isNull(let path):
      path.reachesOtherTables
    case .columns(let left, _, let right), .contains(let left, let right):
      left.reachesOtherTables || right.reachesOtherTables
    case .collection, .exists, .isAmongValues: true
    case .junction, .not: reachesOtherTables
    case .isAmong, .constant: false
    }
  }

  /// Whether the condition tests whether another query has selected the object from one class.
  var isAmongOneClass: Bool {
    switch self {
    case .isAmong(let keys): !keys.isOfFamily
    case .junction(let junction): junction.left.isAmongOneClass || junction.right.isAmongOneClass
    case .not(let inner): inner.isAmongOneClass
    default: false
    }
  }
}

/// Returns a condition that holds if both conditions hold. A chain of any length counts as one
/// level, however it is put together.
///
/// The right side is not evaluated if the left side is a constant that does not hold, so
/// `Condition(city != nil) && $0.city == city!` works as it does in Swift.
public func && (left: Condition, right: @autoclosure () throws -> Condition) rethrows -> Condition {
  if left.isConstant(false) { return left }
  let right = try right()
  if left.isConstant(true) { return right }
  return Condition(left.conditionNode.joined(by: .and, with: right.conditionNode))
}

/// Returns a condition that holds if at least one of the conditions holds. A chain of any length
/// counts as one level, as with `&&`.
///
/// The right side is not evaluated if the left side is a constant that holds, as in `Condition(city
/// == nil) || $0.city == city!`.
public func || (left: Condition, right: @autoclosure () throws -> Condition) rethrows -> Condition {
  if left.isConstant(true) { return left }
  let right = try right()
  if left.isConstant(false) { return right }
  return Condition(left.conditionNode.joined(by: .or, with: right.conditionNode))
}

/// Returns a condition that holds if the given one does not. As in Swift, a value that is nil is
/// *not equal* to any other value, so `!($0.age == 3)` also finds objects whose age is nil.
public prefix func ! (condition: Condition) -> Condition {
  switch condition.conditionNode {
  case .not(let inner): Condition(inner)
  case .constant(let value): Condition(!value)
  case let node: Condition(.not(node))
  }
}
