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
  let keys: [ColumnPath]
  private(set) var condition: ConditionNode?

  /// Narrows the groups down to those for which a condition holds, which compares what SQL computes
  /// of them: `having { $0.value(.count()) > 3 }`. Throws `invalidQuery` when it is run with a sum
  /// that only Swift can compute, such as that of a `Decimal`.
  public func having(_ predicate: (Groups<Root>) -> Condition<Root>) -> GroupedQuery {
    let node = predicate(Groups()).node
    var copy = self
    copy.condition = condition.map { $0.joined(by: .and, with: node) } ?? node
    return copy
  }

  /// The values of each group, ordered by key; nil is a key of its own, and comes first.
  ///
  /// One statement, one more for each sum or average that SQL cannot compute exactly, and where a
  /// reference is a key one for each class of its objects; all see one snapshot. Throws `notSearchable`
  /// for a key whose codec is not searchable.
  public func values<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> [(key: (repeat each Key), repeat each Value)] {
    let text = try GroupText(self.selection, keys, Root.ownEntity, session.plans)
    var position = 0
    func nextKey<One>(_ type: One.Type) -> GroupKey<One> {
      defer { position += 1 }
      return GroupKey(text.keys[position])
    }
    let keys = (repeat nextKey((each Key).self))
    let columns = (repeat try text.column(each aggregates))
    let statement = try text.statement(having: condition)
    return try session.connections.readingTogether {
      let folds = (repeat try (each columns).folds(text, in: session))
      let rows = try session.rows(statement) { row in
        (
          keys: (repeat try (each keys).read(row)),
          values:
            (repeat try (each columns).value(
              in: row, keyWidth: text.keyWidth, folds: each folds))
        )
      }
      repeat try (each keys).findObjects(in: session)
      return try rows.map { row in
        (key: (repeat try (each row.keys)()), repeat each row.values)
      }
    }
  }

  /// The first statement of ``values(_:in:)``.
  func statement<each Value>(
    _ aggregates: repeat Aggregate<Root, each Value>, in session: Session
  ) throws -> SQLText {
    let text = try GroupText(selection, keys, Root.ownEntity, session.plans)
    repeat _ = try text.column(each aggregates)
    return try text.statement(having: condition)
  }
}

/// The values of groups that a condition can compare.
public struct Groups<Root: PersistentObject> {
  /// A value computed of each group: `$0.value(.maximum(\.age))`.
  public func value<Value>(_ aggregate: Aggregate<Root, Value>) -> TypedColumn<Root, Value> {
    TypedColumn(ColumnPath(depth: 0).appending(.aggregate(aggregate.column)))
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
    var paths: [ColumnPath] = []
    repeat paths.append((each keys)(Columns()).path)
    return GroupedQuery<Root, repeat each Key>(selection: selection, keys: paths)
  }
}
