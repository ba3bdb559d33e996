package import PersistentObjects
import PersistentObjectsDriver

/// Reads one collection of an object: the rows of its child table, and those of the nested tables
/// for nested collections.
package final class CollectionReader {
  package let name: String
  /// The position of the column in the class's own table that stores whether the collection is nil.
  package let presencePosition: Int?
  /// The child table.
  package let level: CollectionLevel

  init(
    _ name: String, _ table: String, presence: Int?, sortsSets: Bool, _ catalog: SchemaCatalog,
    _ connection: Connection, by cell: @escaping CellReading
  ) {
    self.name = name
    presencePosition = presence
    level = CollectionLevel(
      table, depth: 1, sortsSets: sortsSets, catalog, connection, by: cell)
  }

  /// Returns the collection of an object.
  func value(of pk: Int64) throws -> InspectedValue { try level.value(at: [.integer(pk)]) }
}

/// Reads the rows of one child table.
package final class CollectionLevel {
  package let table: CollectionTable
  /// The level of the nested collections.
  package let inner: CollectionLevel?
  private let rows: String
  private let count: String
  private let connection: Connection
  private let cell: CellReading
  /// Whether to sort the elements of sets. The order of elements may differ between databases, and
  /// the collections in a set come in the order of meaningless numbers.
  private let sortsSets: Bool

  init(
    _ name: String, depth: Int, sortsSets: Bool, _ catalog: SchemaCatalog,
    _ connection: Connection, by cell: @escaping CellReading
  ) {
    self.connection = connection
    self.cell = cell
    table = CollectionTable(name, depth: depth, catalog)
    inner = table.inner.map {
      CollectionLevel(
        $0, depth: depth + 1, sortsSets: sortsSets, catalog, connection, by: cell)
    }
    self.sortsSets = sortsSets && table.kind == .set
    let dialect = connection.dialect
    let conditions = table.keys.prefix(depth).enumerated().map {
      "\(dialect.quoted($1)) = \(dialect.placeholder($0 + 1))"
    }
    let ownKeys = Array(table.keys.dropFirst(depth))
    let members = ownKeys.isEmpty ? table.elementColumns.map(\.place.column) : ownKeys
    let order = members.map(dialect.quoted) + ["1"]
    let source = "\(dialect.quoted(name)) WHERE \(conditions.joined(separator: " AND "))"
    rows = "SELECT * FROM \(source) ORDER BY \(order.joined(separator: ", "))"
    count = "SELECT count(*) FROM \(source)"
  }

  /// Returns the collection that belongs to a key.
  func value(at key: [StoredValue]) throws -> InspectedValue {
    var values: [InspectedValue] = []
    var entries: [InspectedValue.Entry] = []
    try forEachRow(at: key) { row in
      let value = try element(of: row)
      if let key = table.key {
        entries.append(.init(key: try key.value(in: row, by: cell), value: value))
      } else {
        values.append(value)
      }
      return true
    }
    if table.kind == .dictionary { return .entries(entries) }
    return .list(sortsSets ? values.sorted { $0.exactText < $1.exactText } : values)
  }

  /// Calls `body` with the rows of the collection that belongs to a key, until it returns false.
  package func forEachRow(at key: [StoredValue], _ body: (Row) throws -> Bool) throws {
    // Use a separate statement: an outer call may be reading rows of the same table.
    let statement = try statement(rows, key)
    defer { statement.reset() }
    while let row = try statement.next() { guard try body(row) else { return } }
  }

  /// Returns the number of rows of the collection that belongs to a key.
  package func count(at key: [StoredValue]) throws -> Int {
    let statement = try statement(count, key)
    defer { statement.reset() }
    return try statement.next().map { Int($0.integer(at: 0)) } ?? 0
  }

  /// Returns the key of the nested collection that a row stands for.
  package func innerKey(of row: Row) -> [StoredValue] {
    table.keys.indices.map { row.value(at: $0) }
  }

  private func statement(_ sql: String, _ key: [StoredValue]) throws -> Statement {
    let statement = try connection.statement(sql: sql)
    for (index, value) in key.enumerated() { statement.set(value, at: index) }
    return statement
  }

  private func element(of row: Row) throws -> InspectedValue {
    guard let inner else {
      return try table.elementReading?.value(in: row, by: cell) ?? .null
    }
    if let element = table.element, row.isNull(at: element.position) { return .null }
    return try inner.value(at: innerKey(of: row))
  }
}

extension InspectedValue {
  /// A text that differs for different stored forms.
  fileprivate var exactText: String {
    switch self {
    case .bytes(let bytes): "\(bytes)"
    case .list(let values): values.map(\.exactText).joined(separator: ", ")
    case .entries(let entries):
      entries.map { "\($0.key.exactText): \($0.value.exactText)" }.joined(separator: ", ")
    case .object(_, let fields):
      fields.map { "\($0.name): \($0.value.exactText)" }.joined(separator: ", ")
    case .unread(let codec, let stored): "\(codec) \(InspectedValue(stored).exactText)"
    default: description
    }
  }
}
