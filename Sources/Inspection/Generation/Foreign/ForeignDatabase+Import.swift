import PersistentObjects
import PersistentObjectsDriver
import PersistentObjectsInspection
import PersistentObjectsSQLite
import PersistentObjectsTransfer

extension ForeignDatabase {
  /// Imports all rows into a new store, which opens with the classes of ``model``. Everything is
  /// one transaction; if it fails, no file is left behind.
  ///
  /// Throws `cannotOpen` if the file already exists.
  ///
  /// - Parameters:
  ///   - path: the path of the new file.
  ///   - progress: called with the number of rows written so far, and the number of all rows.
  /// - Returns: the number of objects by class.
  public func `import`(
    into path: String, progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> [String: Int] {
    let writer = try StoreWriter(creating: path)
    try writer.begin(model)
    var rows = RowProgress(total: try classes.reduce(0) { try $0 + count($1) }, progress)
    var counts: [String: Int] = [:]
    for found in classes { counts[found.name] = try write(found, to: writer, &rows) }
    try writer.advanceKeys(next: try nextKeys())
    try requireUnchanged()
    try writer.commit()
    return counts
  }

  private func write(
    _ found: ForeignClass, to writer: StoreWriter, _ progress: inout RowProgress
  ) throws -> Int {
    let stored = found.properties.filter { if case .inverse = $0.source { false } else { true } }
    let expressions = ["t.\(ForeignClass.keyAlias)"] + stored.map { expression($0, of: found) }
    let statement = try file.connection.statement(
      sql: """
        SELECT \(expressions.joined(separator: ", ")) FROM \(found.rows) AS t ORDER BY 1
        """)
    defer { statement.reset() }
    var count = 0
    while let row = try statement.next() {
      try writer.write(try object(of: found, stored, row))
      try progress.countRow()
      count += 1
    }
    return count
  }

  private func expression(_ property: ForeignProperty, of found: ForeignClass) -> String {
    switch property.source {
    case .column(let name, _): found.sql(of: name, in: "t")
    case .reference(let reference, let target): classes[target].lookup(reference, from: found)
    case .inverse: "NULL"
    }
  }

  private func object(
    of found: ForeignClass, _ properties: [ForeignProperty], _ row: Row
  ) throws -> StoredObject {
    guard case .integer(let pk) = row[0] else {
      throw PersistenceError(
        .invalidValues, "the key of a row is not an integer",
        context: .init(table: found.table.name))
    }
    var object = StoredObject(key: ObjectKey(table: found.modelTable, pk: pk), properties: [:])
    for (index, property) in properties.enumerated() {
      object.properties[property.model.name] = try content(property, row, index + 1, found, pk)
    }
    return object
  }

  private func content(
    _ property: ForeignProperty, _ row: Row, _ index: Int, _ found: ForeignClass, _ pk: Int64
  ) throws -> InspectedValue {
    do {
      switch property.source {
      case .column(_, let kind): return InspectedValue(try kind.stored(row.value(at: index)))
      case .reference(_, let target):
        guard case .integer(let key) = row[index] else { return .null }
        return .reference(ObjectKey(table: classes[target].modelTable, pk: key))
      case .inverse: return .null
      }
    } catch {
      throw PersistenceError(
        .invalidValues, "the value cannot be imported: \(error)",
        context: .init(
          className: found.name, property: property.model.name, table: found.table.name, pk: pk))
    }
  }

  /// Returns the first unused key by table: no key that a row ever had, as far as the database
  /// records it, is used again.
  private func nextKeys() throws -> [String: Int64] {
    var keys: [String: Int64] = [:]
    for found in classes { keys[found.modelTable] = 1 }
    guard try file.firstValue("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'") != .null
    else { return keys }
    for row in try file.rows("SELECT name, seq FROM sqlite_sequence") {
      guard let name = row[0].text, let last = row[1].integer,
        let found = classes.first(where: { $0.table.name == name && $0.keyColumn != nil })
      else { continue }
      keys[found.modelTable] = last == .max ? last : last + 1
    }
    return keys
  }
}
