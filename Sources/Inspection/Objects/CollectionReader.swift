import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// Reads one collection of an object: the rows of its child table and, for collections in collections, of
/// the tables inside.
final class CollectionReader {
  let name: String
  /// Where the class's own table says whether the collection is nil.
  let presencePosition: Int?
  private let level: CollectionLevel

  init(
    _ name: String, _ table: String, presence: Int?, _ catalog: SchemaCatalog,
    _ connection: Connection
  ) {
    self.name = name
    presencePosition = presence
    level = CollectionLevel(table, depth: 1, catalog, connection)
  }

  /// The collection of an object.
  func value(of pk: Int64) throws -> InspectedValue { try level.value(at: [.integer(pk)]) }
}

/// One child table.
private final class CollectionLevel {
  private let statement: String
  private let connection: Connection
  private let kind: Kind
  private let keyPosition: Int?
  private let keyReading: ColumnReading?
  private let position: Int
  private let classPosition: Int?
  private let element: ColumnReading?
  private let inner: CollectionLevel?
  /// How many columns each row's own key has.
  private let keyWidth: Int

  private enum Kind { case array, set, dictionary }

  init(_ table: String, depth: Int, _ catalog: SchemaCatalog, _ connection: Connection) {
    self.connection = connection
    let columns = catalog.tables[table]?.columns ?? []
    func place(_ base: String) -> Int? {
      columns.firstIndex(of: depth == 1 ? base : "\(base)_\(depth)")
    }
    func reading(_ column: Int?) -> ColumnReading? {
      guard let column else { return nil }
      let key = SchemaCatalog.ColumnKey(table: table, column: columns[column])
      return catalog.columns[key].map { ColumnReading($0, at: key) }
    }
    keyPosition = place("dictionary_key")
    keyReading = reading(keyPosition)
    let indexPosition = place("array_index")
    kind = keyPosition != nil ? .dictionary : indexPosition != nil ? .array : .set
    position = columns.firstIndex(of: "fk") ?? columns.firstIndex(of: "value") ?? 0
    classPosition = columns.firstIndex(of: "fk_class")
    element = reading(position)
    let innerTable = depth < 16 ? catalog.innerTable(of: table) : nil
    inner = innerTable.map { CollectionLevel($0, depth: depth + 1, catalog, connection) }
    keyWidth = depth + 1
    let dialect = SQLiteDialect()
    let conditions = columns.prefix(depth).enumerated().map {
      "\(dialect.quoted($1)) IS \(dialect.placeholder($0 + 1))"
    }
    let order = columns.prefix(depth + 1).dropFirst(depth).map(dialect.quoted)
    statement = """
      SELECT * FROM \(dialect.quoted(table)) WHERE \(conditions.joined(separator: " AND ")) \
      ORDER BY \((order.isEmpty ? ["1"] : order).joined(separator: ", "))
      """
  }

  func value(at key: [StoredValue]) throws -> InspectedValue {
    var values: [InspectedValue] = []
    var entries: [InspectedValue.Entry] = []
    for row in try rows(at: key) {
      let value = try element(of: row)
      guard kind == .dictionary, let keyPosition else {
        values.append(value)
        continue
      }
      let key = try keyReading?.value(of: row[keyPosition]) ?? InspectedValue(row[keyPosition])
      entries.append(.init(key: key, value: value))
    }
    return kind == .dictionary ? .entries(entries) : .list(values)
  }

  private func element(of row: [StoredValue]) throws -> InspectedValue {
    let cell = row[position]
    guard let inner else {
      let className = classPosition.map { row[$0] } ?? .null
      return try element?.value(of: cell, className: className) ?? InspectedValue(cell)
    }
    return cell == .null ? .null : try inner.value(at: Array(row.prefix(keyWidth)))
  }

  /// Read whole, since the rows of inner collections are read between them.
  private func rows(at key: [StoredValue]) throws -> [[StoredValue]] {
    let statement = try connection.statement(sql: statement)
    defer { statement.reset() }
    for (index, value) in key.enumerated() { statement.set(value, at: index) }
    var rows: [[StoredValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }
}
