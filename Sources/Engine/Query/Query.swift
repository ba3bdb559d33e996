/// Which objects of a class are wanted, in which order, and what is read with them. A value, built
/// step by step; nothing happens until it is run in a session.
///
/// ```swift
/// Person.where { $0.age > 30 }.order(by: \.lastName).limit(10)
/// // SELECT … FROM person WHERE age > ?1 ORDER BY last_name, pk LIMIT 10
/// ```
public struct Query<Root: PersistentObject> {
  var condition: ConditionNode?
  var criteria: Criteria?
  var orders: [Order] = []
  var limit: Int?
  var offset: Int?
  var lastKey: Int64?
  var loading: [AnyKeyPath] = []

  struct Order {
    let keyPath: AnyKeyPath
    let direction: SortDirection
  }

  /// All objects of the class.
  public init() {}

  /// The objects that criteria select. They say it all: order and limit are part of their text.
  public init(_ criteria: Criteria) { self.criteria = criteria }

  /// Narrows the query down to the objects for which the condition holds, too.
  public func `where`(_ predicate: (Columns<Root>) -> Condition<Root>) -> Query {
    var copy = self
    let node = predicate(Columns()).node
    copy.condition = condition.map { .and($0, node) } ?? node
    return copy
  }

  /// Orders by a property, after those named before; the primary key decides last. nil comes
  /// first when ascending.
  public func order<Value>(
    by keyPath: KeyPath<Root, Value>, _ direction: SortDirection = .ascending
  ) -> Query {
    var copy = self
    copy.orders.append(Order(keyPath: keyPath, direction: direction))
    return copy
  }

  /// Gives at most `count` objects.
  public func limit(_ count: Int) -> Query {
    var copy = self
    copy.limit = count
    return copy
  }

  /// Leaves out the first `count` objects. Each call reads them again: to go through many, use
  /// ``after(_:)``.
  public func offset(_ count: Int) -> Query {
    var copy = self
    copy.offset = count
    return copy
  }

  /// Gives the objects whose primary keys come after `pk`, in the order of primary keys: the next
  /// page when `pk` is the last one of the page before. Costs the same for each page.
  public func after(_ pk: Int64) -> Query {
    var copy = self
    copy.lastKey = pk
    return copy
  }

  /// Reads a reference or a collection of all objects together with them, in one statement more.
  public func loading<Value>(_ keyPath: KeyPath<Root, Value>) -> Query {
    var copy = self
    copy.loading.append(keyPath)
    return copy
  }
}

/// Upwards or downwards.
public enum SortDirection: Sendable {
  /// The smallest first.
  case ascending
  /// The greatest first.
  case descending
}

extension PersistentObject {
  /// A query for all objects of the class, to be narrowed down.
  public static var query: Query<Self> { Query<Self>() }

  /// A query for the objects for which a condition holds.
  public static func `where`(_ predicate: (Columns<Self>) -> Condition<Self>) -> Query<Self> {
    Query<Self>().where(predicate)
  }
}
