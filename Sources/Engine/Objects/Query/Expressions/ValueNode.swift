import PersistentObjectsCodec
import PersistentObjectsConnections
import PersistentObjectsDriver

/// The tree of an expression, independent of any store.
enum ValueNode {
  /// A column, or something else that a path leads to.
  case path(ColumnPath)
  /// A value of the program.
  case argument(ComputedArgument)
  indirect case arithmetic(ArithmeticOperator, ValueNode, ValueNode, ComputedForms)
  /// A function of a number in a form.
  indirect case number(NumberFunction, ValueNode, _ComputedForm)
  /// A function of a text, and of other arguments.
  indirect case text(TextFunction, ValueNode, [ValueNode])
  /// An SQL function that the program or the database defines.
  indirect case function(FunctionCall)
  /// A text in the order of a collation.
  indirect case collated(ValueNode, Collation)
  /// A part of a date in a time zone.
  indirect case date(DateFunction, ValueNode, zone: String)
  /// The first value if a condition holds, otherwise the second one.
  indirect case choice(ConditionNode, ValueNode, ValueNode)
  /// The first value, or the second if the first is nil.
  indirect case coalesced(ValueNode, ValueNode)
  /// Whether a condition holds.
  indirect case condition(ConditionNode)
  /// Some of a collection's elements. They are not a value themselves.
  indirect case elements(CollectionNode)
  indirect case aggregate(CollectionAggregate)
  indirect case first(FirstElement)
  /// Values of all elements of a collection, from a separate statement.
  case rows(ElementSelection)
  /// The result of another query.
  case scalar(Subquery)
  /// A value of which the same update has set fields.
  indirect case changed(ChangedValue)
  /// An invalid expression; the error is thrown when the query is run.
  case refused(PersistenceError)

  /// An expression with more levels than ``ConditionNode/deepest``.
  static var tooDeep: ValueNode { .refused(QueryScope.tooDeep) }

  /// The error for a property of something that is not a column.
  static var noPath: ValueNode {
    .refused(
      PersistenceError(
        .invalidQuery,
        "a property is reached through references, not through the results of operators or conditions"
      ))
  }

  /// The primary key of the query's own object.
  static var ownKey: ValueNode { .path(.ownKey) }

  /// The table of the query's own object.
  static var ownTable: ValueNode { .path(.ownTable) }

  /// The path, if this is a path.
  var path: ColumnPath? { if case .path(let path) = self { path } else { nil } }

  /// The text without collations of the database, which searches and functions do not heed.
  var uncollated: ValueNode {
    switch self {
    case .collated(let text, let collation) where collation.name != nil: text.uncollated
    case .choice(let condition, let first, let second):
      .choice(condition, first.uncollated, second.uncollated)
    case .coalesced(let first, let second): .coalesced(first.uncollated, second.uncollated)
    default: self
    }
  }

  /// Whether this is a value of the program.
  var isArgument: Bool { if case .argument = self { true } else { false } }

  /// Whether each possible result is a value of the program, so that no column defines the form.
  var isOfArguments: Bool {
    switch self {
    case .argument: true
    case .choice(_, let first, let second), .coalesced(let first, let second):
      first.isOfArguments && second.isOfArguments
    default: false
    }
  }

  /// Returns the path with one more step. The result of an operator has no path, so this is an
  /// error for it.
  func appending(_ step: ColumnPath.Step) -> ValueNode {
    switch self {
    case .path(let path): return .path(path.appending(step))
    case .first(let first): return .first(first.computing(first.value.appending(step)))
    case .changed(let value):
      if case .field(let keyPath) = step { return value.field(keyPath) }
      return withoutPath
    default: return withoutPath
    }
  }

  /// The error for a step that this expression cannot have; if this is an error already, that one.
  var withoutPath: ValueNode { if case .refused = self { self } else { .noPath } }

  /// Whether this is a sum of elements, which is never nil.
  var isSum: Bool {
    switch self {
    case .aggregate(let aggregate): aggregate.function == .sum
    case .first(let first): first.value.isSum
    default: false
    }
  }

  /// Whether this is an array of values of elements.
  var selectsElements: Bool {
    switch self {
    case .rows: true
    case .first(let first): first.value.selectsElements
    default: false
    }
  }

  /// Whether this expression stands for elements that a condition or an order has chosen, and not
  /// for a whole collection.
  var hasChosenElements: Bool {
    switch self {
    case .elements: true
    case .first(let first): first.value.hasChosenElements
    default: false
    }
  }

  /// Returns what is computed from the collection that this expression stands for. For a collection
  /// of the first of other elements, it is computed where that element is. The result of an
  /// operator is no collection, so this is an error for it.
  func computing(_ body: (CollectionNode) -> ValueNode) -> ValueNode {
    switch self {
    case .path(let path): body(CollectionNode(path))
    case .elements(let collection): body(collection)
    case .first(let first): .first(first.computing(first.value.computing(body)))
    default: withoutPath
    }
  }
}

/// The forms of an operation's operands, and of its result.
struct ComputedForms {
  let left: _ComputedForm
  let right: _ComputedForm
  let result: _ComputedForm

  init(_ form: _ComputedForm) { self.init(form, form, result: form) }

  init(_ left: _ComputedForm, _ right: _ComputedForm, result: _ComputedForm) {
    (self.left, self.right, self.result) = (left, right, result)
  }
}

/// A function of one number.
enum NumberFunction {
  case magnitude
  case squareRoot
  case rounded(FloatingPointRoundingRule, digits: Int)
  /// The number in another form.
  case converted(_ComputedForm)
  /// An integer as text.
  case digits
}

/// A part of a date.
enum DateFunction {
  case field(DateField)
  case startOfDay
}

/// A value of the program that does not need a column to define its form.
struct ComputedArgument {
  let value: ConditionArgument
  /// Finds a store's codec for the value's type.
  let coding:
    (CodecRegistry) -> (coding: any ValueCoding, codec: CodecIdentifier, type: ColumnType)?

  init<Value>(_ value: Value) {
    self.value = ConditionArgument(value)
    coding = { registry in
      registry.codec(for: Value.self).map {
        (ValueCodec.of($0), $0.identifier, ColumnType($0.storage, $0.meaning))
      }
    }
  }
}

/// The value that a query computes, as part of another query.
struct Subquery {
  /// The levels of the query; see ``Selection/nesting(selecting:)``.
  let nesting: Int
  /// Writes the `SELECT`, in the scope of the other query.
  let write: (QueryScope) throws -> (text: SQLText, result: Operand)
}

extension ValueNode {
  /// Whether the expression involves a table other than the class's own.
  var reachesOtherTables: Bool {
    switch self {
    case .path(let path): path.reachesOtherTables
    case .argument, .refused: false
    case .changed(let value): value.node.reachesOtherTables
    case .arithmetic(_, let left, let right, _), .coalesced(let left, let right):
      left.reachesOtherTables || right.reachesOtherTables
    case .function(let call): call.arguments.contains { $0.node.reachesOtherTables }
    case .number(_, let value, _), .date(_, let value, _), .collated(let value, _):
      value.reachesOtherTables
    case .text(_, let value, let others):
      value.reachesOtherTables || others.contains(where: \.reachesOtherTables)
    case .choice(let condition, let first, let second):
      condition.reachesOtherTables || first.reachesOtherTables || second.reachesOtherTables
    case .condition(let condition): condition.reachesOtherTables
    case .elements, .aggregate, .first, .rows, .scalar: true
    }
  }

  /// The number of levels of nested operations.
  var nesting: Int {
    switch self {
    case .path, .argument, .refused, .changed: 0
    case .arithmetic(_, let left, let right, _), .coalesced(let left, let right):
      max(left.nesting, right.nesting) + 1
    case .function(let call): call.arguments.map(\.node.nesting).reduce(0, max) + 1
    case .number(_, let value, _), .date(_, let value, _), .collated(let value, _):
      value.nesting + 1
    case .text(_, let value, let others):
      (others.map(\.nesting) + [value.nesting]).reduce(0, max) + 1
    case .choice(let condition, let first, let second):
      max(condition.nesting, first.nesting, second.nesting) + 1
    case .condition(let condition): condition.nesting
    case .elements(let collection): collection.nesting
    case .rows(let rows):
      max(rows.values.map(\.nesting).reduce(0, max) + 4, rows.collection.nesting)
    case .aggregate(let aggregate):
      max((aggregate.value?.nesting ?? 0) + 4, aggregate.collection.nesting)
    case .first(let first):
      max(first.order.value.nesting + 4, first.value.nesting + 4, first.collection.nesting)
    case .scalar(let query): query.nesting
    }
  }
}
