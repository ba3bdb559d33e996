import PersistentObjectsInspection

/// Reads a child table in the order of its parents, one parent at a time.
struct LegacyChildReader {
  private let table: String
  private let collection: LegacyCollection
  private let conversion: ElementConversion
  private let rows: LegacyStatement
  private var hasRow = false
  private var orphans = OrphanRows()

  init(
    _ database: DatabaseFile, _ collection: LegacyCollection, of table: String,
    _ conversion: ElementConversion
  ) throws {
    self.table = table
    self.collection = collection
    self.conversion = conversion
    rows = try database.prepare(try Self.sql(database, collection))
    hasRow = try rows.step()
  }

  private static func sql(
    _ database: DatabaseFile, _ collection: LegacyCollection
  ) throws -> String {
    let table = LegacyName.quoted(collection.table)
    let odd = try database.firstCell(
      "SELECT 1 FROM \(table) WHERE typeof(parent_pk) <> 'integer' LIMIT 1")
    // Do without a function where possible, so that the table's own index supplies the order.
    let parent = odd.isNull ? "parent_pk" : "CAST(parent_pk AS INTEGER)"
    let place = collection.shape.placeColumn
    return """
      SELECT parent_pk, \(place), fk, fk_table_name, object_data, object_class
      FROM \(table) ORDER BY \(parent), \(place)
      """
  }

  /// Returns the collection of an object. Ask for parents in ascending order.
  mutating func elements(
    of parent: Int64, _ doubts: inout [LegacyDoubt]
  ) throws -> LegacyValue {
    var builder = LegacyCollectionBuilder(shape: collection.shape)
    while hasRow {
      let key = rows.cell(0).key
      if let key, key > parent { break }
      if key == parent {
        let element = try conversion.value(try row())
        builder.add(element, at: rows.cell(1))
      } else {
        orphans.add(key)
      }
      hasRow = try rows.step()
    }
    doubts += builder.doubts.map {
      LegacyDoubt($0.kind, table: table, column: collection.column, key: parent, $0.words)
    }
    return builder.value
  }

  private func row() throws -> ElementConversion.Row {
    ElementConversion.Row(
      foreignKey: rows.cell(2), foreignTable: rows.cell(3), data: rows.cell(4),
      className: rows.cell(5))
  }

  /// Reads the remaining rows, which have no parent.
  mutating func finish() throws -> [LegacyDoubt] {
    while hasRow {
      orphans.add(rows.cell(0).key)
      hasRow = try rows.step()
    }
    guard let words = orphans.words else { return [] }
    return [LegacyDoubt(.orphanRow, table: table, column: collection.column, words)]
  }
}

extension LegacyCollection.Shape {
  fileprivate var placeColumn: String {
    switch self {
    case .array: "array_index"
    case .dictionary: "dictionary_key"
    case .set: "rowid"
    }
  }
}

/// Counts the rows of a child table whose parent does not exist.
private struct OrphanRows {
  private var count = 0
  private var keys: [Int64] = []

  mutating func add(_ key: Int64?) {
    count += 1
    if let key, keys.count < 10, keys.last != key { keys.append(key) }
  }

  var words: String? {
    if count == 0 { return nil }
    let named = keys.map(String.init).joined(separator: ", ")
    return "\(count) elements of objects that do not exist (\(named)); they are not imported"
  }
}
