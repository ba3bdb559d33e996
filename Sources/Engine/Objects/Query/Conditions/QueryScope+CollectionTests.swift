// Conditions on the elements of collections.

import PersistentObjectsCodec
import PersistentObjectsDriver
import PersistentObjectsSchema

extension QueryScope {
  /// Returns the condition that a collection passes a test. Its owner may be in one of several
  /// tables.
  func test(_ test: CollectionTest, of collection: CollectionNode) throws -> SQLText {
    if let value = try valueOfKey(collection, { .condition(.collection($0, test)) }) {
      return try comparison(.equal, of: value, with: ConditionArgument(true))
    }
    let places = try collections(collection.path)
    let isEmpty = if case .isEmpty = test { true } else { false }
    let presence = isEmpty ? presence(of: places).map { ["\($0)" as SQLText] } : nil
    let parts = try (presence ?? []) + places.map { try condition(test, of: collection, in: $0) }
    let all = parts.joined(separator: isEmpty ? " AND " : " OR ")
    return parts.count == 1 ? all : "(\(all))"
  }

  private func condition(
    _ test: CollectionTest, of collection: CollectionNode, in place: CollectionPlace
  ) throws -> SQLText {
    switch test {
    case .isEmpty: return "NOT EXISTS (SELECT 1 \(try rows(of: collection, in: place)))"
    case .isOccupied: return "EXISTS (SELECT 1 \(try rows(of: collection, in: place)))"
    case .containsKey(let key): return try exists(place, where: place.key, equals: key)
    case .contains(let element):
      let operand = try place.element
      if element.isNil {
        let name = try operand.tellingColumn ?? operand.name
        return "EXISTS (SELECT 1 \(place.rows) AND \(name) IS NULL)"
      }
      return place.collection?.target == nil
        ? try exists(place, where: operand, equals: element)
        : try isParent(place, where: operand, equals: element)
    }
  }

  /// Returns `EXISTS (SELECT 1 FROM person_tags AS tags WHERE tags.parent_pk = person.pk AND
  /// tags.value = ?1)`: one lookup in the child table's primary key for each row that passes the
  /// other conditions. No index begins with the value.
  private func exists(
    _ place: CollectionPlace, where operand: Operand, equals value: ConditionArgument
  ) throws -> SQLText {
    let isEqual =
      try operand.layout == nil
      ? comparison(.equal, of: operand.searchable(), with: value)
      : equality(of: operand, with: value)
    return "EXISTS (SELECT 1 \(place.rows) AND \(isEqual))"
  }

  /// Returns `person.pk IN (SELECT friends.parent_pk FROM person_friends AS friends WHERE
  /// friends.fk = ?1)`: the index on `fk` finds the few rows that refer to the object, regardless
  /// of the other conditions.
  private func isParent(
    _ place: CollectionPlace, where operand: Operand, equals object: ConditionArgument
  ) throws -> SQLText {
    try """
    \(place.owner.pk) IN (SELECT \(place.name).\(ColumnName.parent) FROM \(place.table) \
    WHERE \(row(of: operand)) = \(object, as: operand))
    """
  }
}
