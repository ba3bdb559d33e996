/// Which objects of a class are wanted, in which order, and what is read with them. A value, built
/// step by step; nothing happens until it is run in a session.
///
/// ```swift
/// Person.where { $0.age > 30 }.order(by: \.lastName).limit(10)
/// // SELECT … FROM person WHERE age > ?1 ORDER BY last_name, pk LIMIT 10
/// ```
public struct Query<Root: PersistentObject> {
  var selection = Selection()
  /// What is read with the objects: properties, each by the way to it.
  var loading: [ColumnPath] = []

  /// All objects of the class.
  public init() {}

  /// The objects that criteria select. They say it all: order and limit are part of their text.
  public init(_ criteria: Criteria) { selection.criteria = criteria }

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
    changing { query in
      query.selection.condition = selection.condition.map { .and($0, node) } ?? node
    }
  }

  /// Gives at most `count` objects.
  public func limit(_ count: Int) -> Query { changing { $0.selection.limit = count } }

  /// Leaves out the first `count` objects. Each call reads them again: to go through many, use
  /// ``page(size:after:in:)``.
  public func offset(_ count: Int) -> Query { changing { $0.selection.offset = count } }

  /// Gives the objects whose primary keys come after `pk`, in the order of primary keys: the next
  /// page when `pk` is the last one of the page before. Costs the same for each page.
  public func after(_ pk: Int64) -> Query { changing { $0.selection.lastKey = pk } }

  /// Reads a reference or a collection of all objects together with them, in one statement more.
  public func loading<Value>(_ keyPath: KeyPath<Root, Value>) -> Query {
    changing { $0.loading.append(ColumnPath(keyPath)) }
  }

  /// Reads what a way leads to, and all references on it, together with the objects:
  /// `loading { $0.home.country }`. One statement more for each step.
  public func loading<Value>(
    _ property: (Columns<Root>) -> TypedColumn<Root, Value>
  ) -> Query {
    changing { $0.loading.append(property(Columns()).path) }
  }
}

extension Query {
  // MARK: Order

  /// Orders by a property, after those named before; the primary key decides last, in the same
  /// direction. nil comes first when ascending, unless `nulls` says otherwise.
  public func order<Value>(
    by keyPath: KeyPath<Root, Value>, _ direction: SortDirection = .ascending,
    nulls: NullPlacement? = nil
  ) -> Query {
    let isKey = keyPath == \Root.pk
    return ordered(by: ColumnPath(keyPath, isKey: isKey), direction, nulls)
  }

  /// Orders by what a closure names, such as a property of a referenced object:
  /// `order { $0.home.city }`.
  public func order<Value>(
    _ direction: SortDirection = .ascending, nulls: NullPlacement? = nil,
    by column: (Columns<Root>) -> TypedColumn<Root, Value>
  ) -> Query {
    ordered(by: column(Columns()).path, direction, nulls)
  }

  private func ordered(
    by path: ColumnPath, _ direction: SortDirection, _ nulls: NullPlacement?
  ) -> Query {
    changing { $0.selection.orders.append(Selection.Order(path, direction, nulls: nulls)) }
  }
}

extension Query {
  /// The keys of this query's objects, for a condition of another query.
  var selectedKeys: SelectedKeys {
    SelectedKeys { [selection] plans, withClass in
      let plan = try plans.plan(Root._entity)
      let text = QueryText(selection, plan, plans)
      let key = text.scope.qualifiedKey
      let name = plan.dialect.literal(.text(plan.entity.table))
      return try text.select(withClass ? "\(key), \(name)" : key, isOrdered: false)
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
