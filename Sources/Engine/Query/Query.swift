/// Which objects of a class are wanted, in which order, and what is read with them. A value, built
/// step by step; nothing happens until it is run in a session.
///
/// ```swift
/// Person.where { $0.age > 30 }.order(by: \.lastName).limit(10)
/// // SELECT … FROM person WHERE age > ?1 ORDER BY last_name, pk LIMIT 10
/// ```
///
/// What is said after ``limit(_:)`` or ``offset(_:)`` is done with the objects that are left, as it is
/// with the prefix of an array:
///
/// ```swift
/// Person.query.order(by: \.lastName).limit(10).where { $0.age > 30 }
/// // SELECT … FROM person WHERE (pk IN (SELECT pk FROM person ORDER BY last_name, pk LIMIT 10)
/// // AND age > ?1) ORDER BY last_name, pk
/// ```
public struct Query<Root: PersistentObject> {
  var selection = Selection()
  /// What is read with the objects: properties, each by the way to it.
  private(set) var loading: [ColumnPath] = []

  /// All objects of the class; those of an abstract one are its subclasses' objects.
  public init() { selection.includesSubclasses = Root._entity.isAbstract }

  /// The objects that criteria select. What their text says comes first; conditions and orders that
  /// are called afterwards are added to it, and are done with what its LIMIT leaves.
  public init(_ criteria: Criteria) {
    self.init()
    do {
      selection.criteria = try CriteriaClauses(criteria)
    } catch {
      selection.refuse(error)
    }
  }

  func changing(_ change: (inout Query) -> Void) -> Query {
    var copy = self
    change(&copy)
    return copy
  }

  /// Narrows the query down to the objects for which the condition holds, too.
  public func `where`(_ predicate: (Columns<Root>) -> Condition<Root>) -> Query {
    narrowed(by: predicate(Columns()).node)
  }

  func narrowed(by node: ConditionNode) -> Query {
    afterLimit.changing { query in
      query.selection.condition = query.selection.condition.map { .and($0, node) } ?? node
    }
  }

  /// Gives the objects whose primary keys come after `pk`, in the order of primary keys: the next
  /// page when `pk` is the last one of the page before. Costs the same for each page. Throws
  /// `invalidQuery` when it is run in another order, or with several classes.
  public func after(_ pk: Int64) -> Query {
    afterLimit.changing { $0.selection.lastKey = max(pk, $0.selection.lastKey ?? pk) }
  }

  /// Reads a reference or a collection of all objects together with them, in one statement more.
  /// Another property is `invalidQuery` when the query is run. Counts and the like, which make no
  /// objects, read nothing with them.
  public func loading<Value>(_ keyPath: KeyPath<Root, Value>) -> Query {
    loading(ColumnPath(keyPath))
  }

  /// Reads what a way leads to, and all references on it, together with the objects:
  /// `loading { $0.home.country }`. One statement more for each step.
  public func loading<Value>(
    _ property: (Columns<Root>) -> TypedColumn<Root, Value>
  ) -> Query { loading(property(Columns()).path) }

  private func loading(_ path: ColumnPath) -> Query {
    changing { query in
      query.loading.append(path)
      do {
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

  /// A query for the objects for which a condition holds.
  public static func `where`(_ predicate: (Columns<Self>) -> Condition<Self>) -> Query<Self> {
    Query<Self>().where(predicate)
  }
}
