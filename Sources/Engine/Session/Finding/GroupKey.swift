/// A key of groups: where its columns are in a row, one, or two for a reference to a class with
/// subclasses.
struct GroupKeyPlace {
  let operand: Operand
  let position: Int

  var isReference: Bool { operand.binding?.property.refersToObjects == true }

  /// The columns in ascending order.
  var columns: [OrderedColumn] {
    operand.columns.indices.map {
      column($0, order: Selection.Order(.ownKey, direction: .ascending))
    }
  }

  /// A column in the order of groups.
  func column(_ index: Int, order: Selection.Order) -> OrderedColumn {
    OrderedColumn(name: "v\(position + index)", order: order, mayBeNull: operand.mayBeNull)
  }

  /// The row that a reference points at; nil where it points at none.
  func key(in row: Row) throws -> FamilyKey? {
    if row.isNull(at: position) { return nil }
    if operand.columns.count == 1, let target = operand.binding?.property.targets.first {
      return FamilyKey(pk: row.integer(at: position), table: target.table)
    }
    return try FamilyKey(row, at: position)
  }
}

/// A key in the rows of a grouped query: a value, or an object, which is found for all rows at once
/// when they have been read.
final class GroupKey<Value> {
  private let place: GroupKeyPlace
  private var keys: Set<FamilyKey> = []
  private var objects: [FamilyKey: AnyObject] = [:]

  init(_ place: GroupKeyPlace) { self.place = place }

  /// Reads the key of a row. What is returned gives its value, once all objects have been found.
  func read(_ row: Row) throws -> () throws -> Value {
    guard place.isReference else {
      let value = try place.operand.value(Value.self, in: row, at: place.position)
      return { value }
    }
    guard let key = try place.key(in: row) else { return absent }
    keys.insert(key)
    return { try self.object(key) }
  }

  /// One statement for each class that has objects that are not in hand.
  func findObjects(in session: Session) throws {
    for (entity, pks) in try session.byClass(Array(keys)) {
      for (pk, object) in try session.find(entity, pks: pks) {
        objects[FamilyKey(pk: pk, table: entity.table)] = object
      }
    }
  }

  private func absent() throws -> Value {
    let null = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ())
    if let value = null as? Value { return value }
    throw place.operand.decodingFailed(
      CodecError("the reference is NULL, but the property is not optional"))
  }

  private func object(_ key: FamilyKey) throws -> Value {
    if let object = objects[key], let value = object as? Value { return value }
    throw PersistenceError(
      .danglingReference,
      "a reference that is grouped by points at row \(key.pk) of \(key.table), which is missing",
      context: place.operand.place)
  }
}
