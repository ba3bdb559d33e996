// Rows that contain objects or elements of collections.

import PersistentObjectsConnections
import PersistentObjectsDriver

extension Session {
  /// Reads the rows of a statement. If objects or elements are among the values, all rows are read
  /// first, then these; all come from one snapshot.
  func rows<Result>(
    _ text: SQLText, with values: [SelectedValue], read: (Row, FoundObjects) throws -> Result
  ) throws -> [Result] {
    let found = FoundObjects()
    guard values.contains(where: \.isFound) else {
      return try rows(text) { try read($0, found) }
    }
    return try connections.readingTogether {
      let copies = RowBatch(mostRows: .max, mostBytes: .max)
      try forEachRow(text) { _ = try found.add(values, in: $0, to: copies) }
      try find(values, for: found)
      return try (0..<copies.count).map { try read(copies[$0], found) }
    }
  }

  /// Finds the objects and elements that rows refer to.
  func find(_ values: [SelectedValue], for found: FoundObjects) throws {
    try found.find(values, objects: objects(of:), elements: elements)
  }

  private func objects(of keys: [FamilyKey]) throws -> [FamilyKey: AnyObject] {
    var objects: [FamilyKey: AnyObject] = [:]
    for (entity, pks) in try byClass(keys) {
      for (pk, object) in try find(entity, pks: pks, refreshing: true) {
        objects[FamilyKey(pk: pk, table: entity.table)] = object
      }
    }
    return objects
  }

  /// Returns the selected elements of collections by the keys of their owners. One statement for
  /// each class of owners.
  private func elements(
    of selected: ElementSelection, owners: [FamilyKey]
  ) throws -> [FamilyKey: [Any]] {
    var elements: [FamilyKey: [Any]] = [:]
    for (entity, pks) in try byClass(owners) {
      let (text, values) = try QueryScope.text(
        of: selected, owners: pks.sorted(), plan(of: entity), plans: plans)
      let rows = try rows(text, with: values.places) { row, found in
        var projected = ProjectedRow(values.places, row, found)
        return (owner: row.integer(at: 0), element: try selected.read(&projected))
      }
      for row in rows {
        elements[FamilyKey(pk: row.owner, table: entity.table), default: []].append(row.element)
      }
    }
    return elements
  }
}
