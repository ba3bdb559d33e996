import PersistentObjectsCodec
import PersistentObjectsDriver

/// A result computed from the objects that a query selects: `.count()`, `.sum(\.balance)`,
/// `.maximum(\.home.population)`. Values that are nil are left out.
///
/// ```swift
/// let total = try Person.where { $0.age > 30 }.value(.sum(\.balance), in: session)
/// // SELECT sum(balance) FROM (SELECT balance FROM person WHERE age > ?1)
/// ```
public struct Aggregate<Root: PersistentObject, Result> {
  let column: AggregateColumn
  /// Reads the result computed by SQL.
  let read: (Operand, Row, Int) throws -> Result
  /// Computes the result from the values in Swift; nil if SQL computes it.
  let fold: (Operand) throws -> Fold<Result>?

  init(
    _ function: AggregateColumn.Function, of value: AggregateArgument? = nil,
    read: @escaping (Operand, Row, Int) throws -> Result,
    fold: @escaping (Operand) throws -> Fold<Result>? = { _ in nil }
  ) {
    column = AggregateColumn(function: function, value: value?.node, identity: value?.identity) {
      try fold($0) != nil
    }
    self.read = read
    self.fold = fold
  }
}

/// The value of each object that an aggregate is computed from.
struct AggregateArgument {
  let node: ValueNode
  /// The identity of the object in the closure that chose the value.
  var identity: ScopeIdentity?

  /// - Parameter condition: the condition for an object to count; the value of the others is nil.
  init<Root, Value>(
    _ choice: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) {
    let columns = Columns<Root>()
    let value = choice(columns).node
    let null = ValueNode.argument(ComputedArgument(Value?.none))
    node = condition.map { .choice($0(columns).conditionNode, value, null) } ?? value
    identity = columns.identity
  }
}

/// A computation that takes values one at a time.
struct Fold<Result> {
  /// Adds a value that is not NULL.
  let add: (Row, Int) throws -> Void
  let result: () throws -> Result
}

/// A value of each object: named, as by `\.age` or `\.home.city`, or computed by a closure.
///
/// ```swift
/// let oldest = try Person.query.value(.maximum(\.age), in: session)
/// let longest = try Person.query.value(.maximum { $0.lastName.count }, in: session)
/// ```
public typealias ColumnChoice<Root: PersistentObject, Value> = (Columns<Root>) -> QueryExpression<
  Value
>

extension Aggregate where Result == Int {
  /// Counts the objects. SQL: `count(*)`.
  public static func count() -> Aggregate {
    Aggregate(.count, read: readNumber)
  }

  /// Counts the objects for which a condition holds. SQL: `count(CASE WHEN … THEN 1 END)`.
  public static func count(where condition: @escaping (Columns<Root>) -> Condition) -> Aggregate {
    count({ $0.pk }, where: condition)
  }

  /// Counts the objects whose value is not nil. SQL: `count(column)`.
  public static func count<Value>(
    _ column: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate {
    Aggregate(.count, of: AggregateArgument(column, where: condition), read: readNumber)
  }

  /// Counts the distinct values that are not nil. SQL: `count(DISTINCT column)`.
  public static func countDistinct<Value>(
    _ column: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate {
    Aggregate(.countDistinct, of: AggregateArgument(column, where: condition), read: readNumber)
  }

  private static func readNumber(_ operand: Operand, row: Row, index: Int) throws -> Int {
    try IntegerCoding<Int>().decodeResult(from: row, at: index)
  }
}

extension Aggregate {
  /// Finds the smallest value; nil if there is none. SQL: `min(column)`.
  public static func minimum<Value>(
    _ column: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate where Result == Value? {
    extreme(.minimum, of: AggregateArgument(column, where: condition), as: Value.self)
  }

  /// Finds the smallest value that is not nil; nil if there is none. SQL: `min(column)`.
  public static func minimum<Value>(
    _ column: ColumnChoice<Root, Value?>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate where Result == Value? {
    extreme(.minimum, of: AggregateArgument(column, where: condition), as: Value.self)
  }

  /// Finds the greatest value; nil if there is none. SQL: `max(column)`.
  public static func maximum<Value>(
    _ column: ColumnChoice<Root, Value>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate where Result == Value? {
    extreme(.maximum, of: AggregateArgument(column, where: condition), as: Value.self)
  }

  /// Finds the greatest value that is not nil; nil if there is none. SQL: `max(column)`.
  public static func maximum<Value>(
    _ column: ColumnChoice<Root, Value?>, where condition: ((Columns<Root>) -> Condition)? = nil
  ) -> Aggregate where Result == Value? {
    extreme(.maximum, of: AggregateArgument(column, where: condition), as: Value.self)
  }

  static func extreme<Value>(
    _ function: AggregateColumn.Function, of value: AggregateArgument, as type: Value.Type
  ) -> Aggregate where Result == Value? {
    Aggregate(function, of: value) { operand, row, index in
      row.isNull(at: index) ? nil : try operand.value(Value.self, in: row, at: index)
    }
  }
}

extension Operand {
  /// Returns a value that is not NULL. One of the requested type and the coding's type may be
  /// optional when the other is not.
  func value<Value>(_ type: Value.Type, in row: Row, at index: Int) throws -> Value {
    do {
      if let coding = coding as? any ValueCoding<Value> {
        return try coding.decodeResult(from: row, at: index)
      }
      if let coding = coding as? any ValueCoding<Value?>,
        let value = try coding.decodeResult(from: row, at: index)
      {
        return value
      }
      if let value = try (type as? any OptionalResult.Type)?.read(self, row: row, index: index)
        as? Value
      {
        return value
      }
      throw CodecError("a \(Value.self) is expected, but the property has another type")
    } catch {
      throw decodingFailed(error)
    }
  }
}

/// `Optional`, read from a property that is not optional.
private protocol OptionalResult {
  static func read(_ operand: Operand, row: Row, index: Int) throws -> Any
}

extension Optional: OptionalResult {
  fileprivate static func read(_ operand: Operand, row: Row, index: Int) throws -> Any {
    if row.isNull(at: index) { return Wrapped?.none as Any }
    return Wrapped?.some(try operand.value(Wrapped.self, in: row, at: index)) as Any
  }
}
