/// A condition on the objects of a class, made by comparing the columns of a predicate closure:
/// `{ $0.lastName == "Smith" && $0.age > 30 }`. Values are bound, through the property's codec.
public struct Condition<Root> {
  let node: ConditionNode
}

/// The tree of a condition; it names properties by key path and knows nothing of a store.
indirect enum ConditionNode {
  /// `column <operator> value`.
  case comparison(AnyKeyPath, ComparisonOperator, ConditionArgument)
  /// `column IN (values)`.
  case membership(AnyKeyPath, [ConditionArgument])
  /// `column BETWEEN low AND high`.
  case between(AnyKeyPath, ConditionArgument, ConditionArgument)
  /// `column LIKE pattern`.
  case like(AnyKeyPath, String)
  /// `column IS NULL`.
  case isNull(AnyKeyPath)
  case and(ConditionNode, ConditionNode)
  case or(ConditionNode, ConditionNode)
  case not(ConditionNode)
  /// True or false, whatever the object.
  case constant(Bool)
}

enum ComparisonOperator: String {
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// A value that a column is compared with; it writes itself through that column's binding.
struct ConditionArgument {
  /// Whether the value is nil.
  let isNil: Bool
  let encode: (PropertyBinding, Cells, Int) throws -> Void

  init<Value>(_ value: Value) {
    isNil = (value as? any NilTestable)?.isNil == true
    encode = { binding, cells, index in
      // The argument was made for a column of type `Value`, found by its key path.
      try unsafeDowncast(binding, to: TypedBinding<Value>.self)
        .encodeArgument(value, into: cells, at: index)
    }
  }
}

private protocol NilTestable {
  var isNil: Bool { get }
}

extension Optional: NilTestable {
  fileprivate var isNil: Bool {
    if case .none = self { true } else { false }
  }
}

extension Condition {
  /// Both hold.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(node: .and(left.node, right.node))
  }

  /// One of them holds, or both.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(node: .or(left.node, right.node))
  }

  /// It does not hold. As in Swift a value that is nil is *not equal* to any other value, so
  /// `!($0.age == 3)` finds objects whose age is nil, too.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(node: .not(condition.node))
  }
}
