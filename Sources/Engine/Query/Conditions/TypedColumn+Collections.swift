// Tests of collections in child tables. A collection that is nil, or whose object is missing,
// contains nothing and is not empty either.

extension TypedColumn where Value: _ColumnCollection {
  fileprivate func ask(_ test: CollectionTest) -> Condition<Root> {
    Condition(node: .collection(path, test))
  }

  /// An element, or a dictionary's value, equals another. Throws `notSearchable` if the elements'
  /// codec is not searchable.
  ///
  /// SQL: `EXISTS (SELECT 1 FROM person_tags AS tags WHERE tags.parent_pk = person.pk AND
  /// tags.value = ?1)`; for objects `person.pk IN (SELECT friends.parent_pk FROM person_friends AS
  /// friends WHERE friends.fk = ?1)`, which uses the index on the references.
  public func contains(_ element: Value._Element) -> Condition<Root> {
    ask(.contains(ConditionArgument(element)))
  }

  /// The condition holds for an element that is a value: `$0.scores.contains { $0 > 3 }`.
  ///
  /// Disfavoured: for elements that are objects the other form reads better.
  @_disfavoredOverload
  public func contains(
    where predicate: (TypedColumn<Root, Value._Element>) -> Condition<Root>
  ) -> Condition<Root> {
    let element = TypedColumn<Root, Value._Element>(ColumnPath(depth: path.depth + 1))
    return ask(.containsWhere(predicate(element).node))
  }

  /// The collection has no elements. SQL: `NOT EXISTS (SELECT 1 FROM person_tags AS tags WHERE
  /// tags.parent_pk = person.pk)`.
  public var isEmpty: Condition<Root> { ask(.isEmpty) }

  /// The number of elements; nil for a collection that is nil.
  /// SQL: `(SELECT count(*) FROM person_tags AS tags WHERE tags.parent_pk = person.pk)`.
  public var count: TypedColumn<Root, Int> { TypedColumn<Root, Int>(path.appending(.count)) }
}

extension TypedColumn where Value: _ColumnCollection, Value._Element: PersistentObject {
  /// The condition holds for an element that is an object: `$0.friends.contains { $0.age > 30 &&
  /// $0.home.city == "Bonn" }`.
  ///
  /// SQL: `EXISTS (SELECT 1 FROM person_friends AS friends LEFT JOIN person AS friends_2 ON
  /// friends_2.pk = friends.fk … WHERE friends.parent_pk = person.pk AND friends_2.age > ?1)`.
  public func contains(
    where predicate: (Columns<Value._Element>) -> Condition<Value._Element>
  ) -> Condition<Root> {
    ask(.containsWhere(predicate(Columns(depth: path.depth + 1)).node))
  }
}

extension TypedColumn where Value: _ColumnDictionary {
  /// The dictionary has a value for a key. SQL: `EXISTS (SELECT 1 FROM person_scores AS scores
  /// WHERE scores.parent_pk = person.pk AND scores.dictionary_key = ?1)`, a look-up in the table's
  /// primary key.
  public func contains(key: Value._Key) -> Condition<Root> {
    ask(.containsKey(ConditionArgument(key)))
  }

  /// The value for a key, or nil. SQL: `LEFT JOIN person_scores AS scores ON scores.parent_pk =
  /// person.pk AND scores.dictionary_key = ?1`.
  public subscript(key: Value._Key) -> TypedColumn<Root, Value._Element?> {
    TypedColumn<Root, Value._Element?>(path.appending(.entry(ConditionArgument(key))))
  }
}
