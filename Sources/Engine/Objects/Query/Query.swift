/// A query for objects of a class, with their order and the properties to be read with them. A
/// query is a value, built step by step. Nothing happens until it is run in a session.
///
/// ```swift
/// Person.where { $0.age > 30 }.order(by: \.lastName).limit(10)
/// // SELECT … FROM person WHERE age > ?1 ORDER BY last_name, pk LIMIT 10
/// ```
///
/// Steps after ``limit(_:)`` or ``offset(_:)`` apply to the remaining objects, as they would to the
/// prefix of an array:
///
/// ```swift
/// Person.query.order(by: \.lastName).limit(10).where { $0.age > 30 }
/// // SELECT … FROM person WHERE (pk IN (SELECT pk FROM person ORDER BY last_name, pk LIMIT 10)
/// // AND age > ?1) ORDER BY last_name, pk
/// ```
public struct Query<Root: PersistentObject> {
  var selection = Selection()
  /// The paths of the properties that are read with the objects.
  private(set) var loading: [ColumnPath] = []

  /// Creates a query for all objects of the class; for an abstract class, all objects of its
  /// subclasses.
  public init() { selection.includesSubclasses = Root._entity.isAbstract }

  /// Creates a query for the objects that match criteria. The criteria come first. Later conditions
  /// and orders are added to them, and apply to the rows that their LIMIT leaves.
  public init(_ criteria: Criteria) {
    self.init()
    do {
      selection.criteria = try CriteriaClauses.of(criteria)
    } catch {
      selection.refuse(error)
    }
  }

  func changing(_ change: (inout Query) -> Void) -> Query {
    var copy = self
    change(&copy)
    return copy
  }

  /// Narrows the query down to the objects for which the condition also holds.
  public func `where`(_ predicate: (Columns<Root>) -> Condition) -> Query {
    let columns = Columns<Root>()
    return narrowed(by: predicate(columns).conditionNode, of: columns)
  }

  func narrowed(by node: ConditionNode, of columns: Columns<Root>? = nil) -> Query {
    afterLimit.changing { query in
      query.selection.answer(to: columns?.identity)
      query.selection.condition =
        query.selection.condition.map { $0.joined(by: .and, with: node) } ?? node
    }
  }

  /// Calls a closure with the columns of the query's objects. Returns the query to which the
  /// columns belong, and the closure's result.
  func naming<Result>(_ body: (Columns<Root>) -> Result) -> (query: Query, result: Result) {
    let columns = Columns<Root>()
    return (changing { $0.selection.answer(to: columns.identity) }, body(columns))
  }

  /// Narrows the query down to the objects whose primary keys come after `pk`, in the order of
  /// primary keys: the next page, if `pk` is the last key of the page before. The cost is the same
  /// for each page. Throws `invalidQuery` when the query is run in another order, or with several
  /// classes.
  public func after(_ pk: Int64) -> Query {
    afterLimit.changing { $0.selection.lastKey = max(pk, $0.selection.lastKey ?? pk) }
  }

  /// Reads a reference or a collection of all objects together with them, in one more statement.
  /// Any other property is `invalidQuery` when the query is run. Counts and other aggregates, which
  /// create no objects, load nothing.
  public func loading<Value>(_ keyPath: KeyPath<Root, Value>) -> Query {
    loading(ColumnPath(keyPath))
  }

  /// Loads every object along a path of references and collections, including all on the way,
  /// together with the objects: `loading { $0.home.country }`, `loading { $0.orders.lines }`. This
  /// takes one more statement for each step.
  public func loading<Value>(
    _ property: (LoadedPath<Root>) -> LoadedPath<Value>
  ) -> Query { loading(property(LoadedPath(path: ColumnPath())).path) }

  private func loading(_ path: ColumnPath) -> Query {
    changing { query in
      do {
        query.loading.append(path)
        try Root._entity.requireLoadable(path)
      } catch {
        query.selection.refuse(error)
      }
    }
  }
}

extension PersistentObject {
  /// A query for all objects of the class, to be narrowed down.
  public static var query: Query<Self> { Query<Self>() }

  /// Returns a query for the objects for which a condition holds.
  public static func `where`(_ predicate: (Columns<Self>) -> Condition) -> Query<Self> {
    Query<Self>().where(predicate)
  }
}
