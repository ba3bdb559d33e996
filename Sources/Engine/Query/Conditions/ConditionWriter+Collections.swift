// Conditions on the rows of child tables.

extension ConditionWriter {
  mutating func append(_ path: ColumnPath, test: CollectionTest) throws {
    let places = try scope.collections(path)
    if case .isEmpty = test { return try append(isEmpty: places) }
    let parts = try places.map { try condition(test, on: $0) }
    append(anyOf: parts)
  }

  private mutating func append(anyOf parts: [RawText]) {
    if parts.count > 1 { text.append("(") }
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append(" OR ") }
      text.append(part)
    }
    if parts.count > 1 { text.append(")") }
  }

  private mutating func append(isEmpty places: [CollectionPlace]) throws {
    let presence = scope.presence(of: places).map { [$0] } ?? []
    let absences = places.map { place in
      "NOT EXISTS (SELECT 1 \(place.rows(named: name(for: place), dialect)))"
    }
    let parts = presence + absences
    text.append(parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " AND ")))")
  }

  private func condition(_ test: CollectionTest, on place: CollectionPlace) throws -> RawText {
    let name = name(for: place)
    switch test {
    case .isEmpty: return text.empty
    case .containsWhere(let condition): return try exists(condition, in: place, named: name)
    case .containsKey(let key):
      return try exists(place, named: name, where: place.key(named: name, dialect), equals: key)
    case .contains(let element):
      let operand = try place.element(named: name, dialect)
      if element.isNil { return try exists(place, named: name, isNull: operand) }
      return place.collection.target == nil
        ? try exists(place, named: name, where: operand, equals: element)
        : try isParent(place, named: name, where: operand, equals: element)
    }
  }

  private func name(for place: CollectionPlace) -> String {
    dialect.quoted(scope.unusedName(place.binding.property.column))
  }

  /// `EXISTS (SELECT 1 FROM person_tags AS tags WHERE tags.parent_pk = person.pk AND tags.value =
  /// ?1)`: one look-up in the child table's primary key for each row that the other conditions
  /// leave. No index begins with the value.
  private func exists(
    _ place: CollectionPlace, named name: String, where operand: Operand,
    equals value: ConditionArgument
  ) throws -> RawText {
    let operand = try operand.searchable()
    var result = text.empty
    result.append(
      "EXISTS (SELECT 1 \(place.rows(named: name, dialect)) AND \(try scope.row(of: operand)) = ")
    result.appendArgument(width: operand.columns.count) { cells, index in
      try value.encode(as: operand, into: cells, at: index)
    }
    result.append(")")
    return result
  }

  private func exists(
    _ place: CollectionPlace, named name: String, isNull operand: Operand
  ) throws -> RawText {
    var result = text.empty
    result.append(
      "EXISTS (SELECT 1 \(place.rows(named: name, dialect)) AND \(operand.name) IS NULL)")
    return result
  }

  /// `person.pk IN (SELECT friends.parent_pk FROM person_friends AS friends WHERE friends.fk =
  /// ?1)`: the index on `fk` finds the few rows that refer to the object, whatever the other
  /// conditions.
  private func isParent(
    _ place: CollectionPlace, named name: String, where operand: Operand,
    equals object: ConditionArgument
  ) throws -> RawText {
    var result = text.empty
    result.append(
      """
      \(place.owner.pk) IN (SELECT \(name).\(ColumnName.parent) \
      FROM \(place.table(named: name, dialect)) WHERE \(try scope.row(of: operand)) = 
      """)
    result.appendArgument(width: operand.columns.count) { cells, index in
      try object.encode(as: operand, into: cells, at: index)
    }
    result.append(")")
    return result
  }

  private func exists(
    _ condition: ConditionNode, in place: CollectionPlace, named name: String
  ) throws -> RawText {
    let inner = try QueryScope(elementsOf: place, named: name, in: scope)
    var writer = ConditionWriter(inner)
    try writer.append(condition)
    var result = text.empty
    result.append("EXISTS (SELECT 1 FROM \(place.table(named: name, dialect))")
    result.append(inner.joins)
    result.append(" WHERE \(name).\(ColumnName.parent) = \(place.owner.pk) AND ")
    result.append(writer.text)
    result.append(")")
    return result
  }
}
