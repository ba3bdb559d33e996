/// The objects of a query in groups, one for each value of a property, or of several.
///
/// ```swift
/// let cities = try Person.query.grouped(by: \.home.city)
///   .values(.count(), .average(\.age), in: session)
/// for (city, count, age) in cities { … }
/// // SELECT v0, count(*), avg(v1) FROM (SELECT home.city AS v0, person.age AS v1 FROM person
/// //   LEFT JOIN address AS home ON home.pk = person.home) GROUP BY v0 ORDER BY v0
/// ```
public struct GroupedQuery<Root: PersistentObject, each Key> {
  let selection: Selection
  let keys: [ValueNode]
  private(set) var condition: ConditionNode?
  /// Orders by what is computed of each group; the keys decide last.
  private(set) var orders: [Selection.Order] = []
  private(set) var limit: Int?

  /// Narrows the groups down to those for which a condition holds, which compares what SQL computes
  /// of them: `having { $0.value(.count()) > 3 }`. Throws `invalidQuery` when it is run with a sum
  /// that only Swift can compute, such as that of a `Decimal`.
  public func having(_ predicate: (Groups<Root>) -> Condition) -> GroupedQuery {
    let node = predicate(Groups()).conditionNode
    var copy = self
    copy.condition = condition.map { $0.joined(by: .and, with: node) } ?? node
    return copy
  }

  /// Orders the groups by what is computed of them, after what was named before; the keys decide last:
  /// `order(.descending) { $0.value(.count()) }`. SQL: `ORDER BY count(*) DESC, v0`. A sum that only
  /// Swift can compute is `invalidQuery`, as in ``having(_:)``.
  public func order<Value>(
    _ direction: SortDirection = .ascending, nulls: NullPlacement? = nil,
    by value: (Groups<Root>) -> QueryExpression<Value>
  ) -> GroupedQuery {
    var copy = self
    copy.orders.append(
      Selection.Order(value(Groups()).node, direction: direction, nulls: nulls))
    return copy
  }

  /// Limits the result to its first groups. A negative number is none.
  public func limit(_ count: Int) -> GroupedQuery {
    var copy = self
    copy.limit = min(max(0, count), limit ?? count)
    return copy
  }

  /// The values of each group, ordered by key unless ``order(_:nulls:by:)`` says otherwise; nil is a key of its own, and comes first.
  ///
  /// One statement, one more for each sum or average that SQL cannot compute exactly, and where a
  /// reference is a key one for each class of its objects; all see one snapshot. Throws `notSearchable`
  /// for a key whose codec is not searchable.
  public func values<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> [(key: (repeat each Key), repeat each Value)] {
    let text = try GroupText(self.selection, keys, Root.ownEntity, session.plans)
    let columns = (repeat try text.column(each aggregates))
    let statement = try text.statement(of: self)
    return try session.connections.readingTogether {
      let folds = (repeat try (each columns).folds(text, in: session))
      return try session.rows(statement, with: text.keys) { row, objects in
        (
          key: try key(text.keys, in: row, objects),
          repeat try (each columns).value(
            in: row, keyWidth: text.keyWidth, folds: each folds)
        )
      }
    }
  }

  func key(
    _ values: [SelectedValue], in row: Row, _ objects: FoundObjects
  ) throws -> (repeat each Key) {
    var position = 0
    func next<One>(_ type: One.Type) throws -> One {
      defer { position += 1 }
      return try values[position].value(in: row, objects)
    }
    return (repeat try next((each Key).self))
  }

  /// The first statement of ``values(_:in:)``.
  func statement<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> SQLText {
    let text = try GroupText(selection, keys, Root.ownEntity, session.plans)
    repeat _ = try text.column(each aggregates)
    return try text.statement(of: self)
  }
}

/// The values of groups that a condition can compare.
public struct Groups<Root: PersistentObject> {
  /// A value computed of each group: `$0.value(.maximum(\.age))`.
  public func value<Value>(_ aggregate: Aggregate<Root, Value>) -> QueryExpression<Value> {
    QueryExpression(ColumnPath().appending(.aggregate(aggregate.column)))
  }
}

extension Query {
  /// Groups the objects by a property, or by several: `grouped(by: \.city)`,
  /// `grouped(by: { $0.home.city }, \.age)`. The key of a reference is the object, and its groups come
  /// in the order of primary keys.
  ///
  /// Groups come in the order of their keys, each upwards unless the query orders by it. An order by
  /// anything else is `invalidQuery` when it is run, unless a limit comes after it.
  public func grouped<each Key>(
    by keys: repeat ColumnChoice<Root, each Key>
  ) -> GroupedQuery<Root, repeat each Key> {
    var values: [ValueNode] = []
    let columns = Columns<Root>()
    repeat values.append((each keys)(columns).node)
    var selection = selection
    selection.answer(to: columns.identity)
    return GroupedQuery<Root, repeat each Key>(selection: selection, keys: values)
  }
}
