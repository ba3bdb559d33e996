/// A condition on the objects of a class, made by comparing the columns of a predicate closure:
/// `{ $0.lastName == "Smith" && $0.home.city == "Bonn" }`. Values are bound, through the property's
/// codec.
public struct Condition<Root> {
  let node: ConditionNode

  /// A condition that lies too deep is given up at once, so that those built on it stay small.
  init(node: ConditionNode) { self.node = node.nesting > ConditionNode.deepest ? .tooDeep : node }
}

/// The tree of a condition; it knows nothing of a store.
indirect enum ConditionNode {
  /// `column <operator> value`.
  case comparison(ColumnPath, ComparisonOperator, ConditionArgument)
  /// `column <operator> column`.
  case columns(ColumnPath, ComparisonOperator, ColumnPath)
  /// `column IN (values)`.
  case membership(ColumnPath, [ConditionArgument])
  /// `column IN (SELECT …)`.
  case selection(ColumnPath, SelectedKeys)
  /// The object itself is one of those that a query selects.
  case isAmong(SelectedKeys)
  /// `column BETWEEN low AND high`.
  case between(ColumnPath, ConditionArgument, ConditionArgument)
  /// A search within a text.
  case text(ColumnPath, TextSearch)
  /// `column IS NULL`.
  case isNull(ColumnPath)
  /// A condition on the rows of a collection.
  case collection(ColumnPath, CollectionTest)
  /// Two conditions, or a chain of many.
  case junction(Junction)
  case not(ConditionNode)
  /// A condition with more levels than any database takes.
  case tooDeep
  /// A constant result, whatever the object.
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
  case isEmpty
  case contains(ConditionArgument)
  case containsKey(ConditionArgument)
  /// Whether the condition holds for any element.
  case containsWhere(ConditionNode)
}

extension ConditionNode {
  /// Whether another table than that of the class takes part.
  var reachesOtherTables: Bool {
    switch self {
    case .comparison(let path, _, _), .membership(let path, _), .selection(let path, _),
      .between(let path, _, _), .text(let path, _), .isNull(let path):
      path.reachesOtherTables
    case .columns(let left, _, let right): left.reachesOtherTables || right.reachesOtherTables
    case .collection: true
    case .junction(let junction):
      junction.left.reachesOtherTables || junction.right.reachesOtherTables
    case .not(let inner): inner.reachesOtherTables
    case .isAmong, .constant, .tooDeep: false
    }
  }
}

extension Condition {
  /// Both hold. A chain of any length is one level of a condition, however it is put together.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(node: left.node.joined(by: .and, with: right.node))
  }

  /// One of them holds, or both. A chain of any length is one level of a condition, as with `&&`.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(node: left.node.joined(by: .or, with: right.node))
  }

  /// The condition does not hold. As in Swift a value that is nil is *not equal* to any other
  /// value, so `!($0.age == 3)` also finds objects whose age is nil.
  public static prefix func ! (condition: Condition) -> Condition {
    if case .not(let inner) = condition.node { return Condition(node: inner) }
    return Condition(node: .not(condition.node))
  }
}
