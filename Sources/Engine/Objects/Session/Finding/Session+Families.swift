// Queries that include the objects of subclasses, which have tables of their own: one statement
// finds the keys and classes in the query's order, and one for each class reads the rows.

import PersistentObjectsDriver

extension Session {
  /// Returns the statement that selects the keys of a query's objects in its order.
  func familyText<Object>(_ query: Query<Object>) throws -> TableText {
    try TableText(
      query.selection, entity: Object.ownEntity, plans: plans, selecting: FamilyKey.paths,
      isOrdered: true)
  }

  func findFamily<Object: PersistentObject>(_ query: Query<Object>) throws -> [Object] {
    let text = try familyText(query).text
    return try connections.readingTogether {
      let keys = try rows(text) { try FamilyKey($0) }
      let objects: [Object] = try objects(of: keys)
      for path in query.loading { try load(path, ofAll: objects) }
      return objects
    }
  }

  /// Returns the objects with these keys, in the same order. Runs one statement for each class.
  ///
  /// - Parameter areAllThere: whether a row that is gone is an error; otherwise it is left out.
  func objects<Object: PersistentObject>(
    of keys: [FamilyKey], areAllThere: Bool = true
  ) throws -> [Object] {
    var found: [String: [Int64: AnyObject]] = [:]
    for (entity, pks) in try byClass(keys) {
      let objects: [any PersistentObject] = try fetch(
        entity.type, in: context(of: entity), pks: pks)
      found[entity.table] = Dictionary(
        objects.map { ($0.rowKey, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return try keys.compactMap { key in
      let object = found[key.table]?[key.pk] as? Object
      if object != nil || !areAllThere { return object }
      throw PersistenceError(
        .objectNotFound,
        "row \(key.pk) of \(key.table) disappeared while the query was being read")
    }
  }

  /// Returns the keys of each class.
  func byClass(_ keys: [FamilyKey]) throws -> [(entity: EntityDescription, pks: [Int64])] {
    try Dictionary(grouping: keys, by: \.table).sorted { $0.key < $1.key }.map { table, keys in
      (try store.directory.entity(forTable: table), keys.map(\.pk))
    }
  }
}
