// Queries that include the objects of subclasses, which lie in tables of their own: one statement
// finds keys and classes in the query's order, one for each class reads the rows.

/// Where an object of a class or of its subclasses lies.
struct FamilyKey {
  let pk: Int64
  let table: String

  /// Reads the first two columns of a row.
  init(_ row: Cells) throws {
    pk = row.integer(at: 0)
    table = try TextCoding().decodeResult(from: row, at: 1)
  }

  static var paths: [ColumnPath] {
    [ColumnPath(depth: 0).appending(.key), ColumnPath(depth: 0).appending(.tableName)]
  }
}

extension Session {
  /// The statement that gives the keys of a query's objects in its order.
  func familyText<Object>(_ query: Query<Object>) throws -> TableText {
    try TableText(
      query.selection, Object.ownEntity, plans, selecting: FamilyKey.paths, isOrdered: true)
  }

  func findFamily<Object: PersistentObject>(_ query: Query<Object>) throws -> [Object] {
    let text = try familyText(query).text
    return try readingTogether {
      let keys = try rows(text) { try FamilyKey($0) }
      let objects: [Object] = try objects(of: keys)
      for path in query.loading { try load(path, ofAll: objects) }
      return objects
    }
  }

  /// The objects of these keys, in their order. One statement for each class.
  func objects<Object: PersistentObject>(of keys: [FamilyKey]) throws -> [Object] {
    var found: [String: [Int64: AnyObject]] = [:]
    for (entity, pks) in try byClass(keys) {
      found[entity.table] = try objects(entity.type, pks: pks)
    }
    return try keys.map { key in
      guard let object = found[key.table]?[key.pk] as? Object else {
        throw PersistenceError(
          .objectNotFound, "row \(key.pk) of \(key.table) went while the query was read")
      }
      return object
    }
  }

  /// The keys of each class.
  func byClass(_ keys: [FamilyKey]) throws -> [(entity: EntityDescription, pks: [Int64])] {
    try Dictionary(grouping: keys, by: \.table).sorted { $0.key < $1.key }.map { table, keys in
      (try store.directory.entity(forTable: table), keys.map(\.pk))
    }
  }

  private func objects<Object: PersistentObject>(
    _ type: Object.Type, pks: [Int64]
  ) throws -> [Int64: AnyObject] {
    let context = try context(of: type)
    let objects = try fetch(type, context, .prepared(context.plan.findByKeys)) {
      $0.set(store.dialect.listParameter(pks), at: 0)
    }
    return Dictionary(objects.map { ($0._object.pk, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Query {
  /// The objects of subclasses, too, which lie in tables of their own, in one order:
  /// `Person.query.includingSubclasses()` gives people and employees.
  ///
  /// Throws `unknownClass` when the file has a subclass that the store has not met. One statement asks
  /// for that, one for the keys, one for each class that objects were found of; the last ones see one
  /// snapshot. SQL:
  /// `SELECT pk AS v0, 'person' AS v1, … FROM person WHERE … UNION ALL SELECT … FROM employee …`.
  public func includingSubclasses() -> Query {
    changing { $0.selection.includesSubclasses = true }
  }
}
