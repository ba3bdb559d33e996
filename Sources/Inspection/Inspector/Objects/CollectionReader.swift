package import PersistentObjects
import PersistentObjectsDriver

/// Reads one collection of an object: the rows of its child table, and those of the nested tables
/// for nested collections.
package final class CollectionReader<Form: PropertyForm> {
  package let name: String
  /// The position of the column in the class's own table that stores whether the collection is nil.
  package let presencePosition: Int?
  /// The child table.
  package let level: CollectionLevel<Form>

  init(
    _ name: String, _ table: String, presence: Int?, sortsSets: Bool, _ catalog: SchemaCatalog,
    _ connection: Connection
  ) {
    self.name = name
    presencePosition = presence
    level = CollectionLevel(table, depth: 1, sortsSets: sortsSets, catalog, connection)
  }

  /// Returns the collection of an object.
  func value(of pk: Int64) throws -> Form { try level.value(at: [.integer(pk)]) }
}

/// Reads the rows of one child table.
package final class CollectionLevel<Form: PropertyForm> {
  package let table: CollectionTable
  /// The level of the nested collections.
  package let inner: CollectionLevel<Form>?
  private let rows: String
  private let count: String
  private let connection: Connection
  /// Whether to sort the elements of sets. The order of elements may differ between databases, and
  /// the collections in a set come in the order of meaningless numbers.
  private let sortsSets: Bool

  init(
    _ name: String, depth: Int, sortsSets: Bool, _ catalog: SchemaCatalog, _ connection: Connection
  ) {
    self.connection = connection
    table = CollectionTable(name, depth: depth, catalog)
    inner = table.inner.map {
      CollectionLevel($0, depth: depth + 1, sortsSets: sortsSets, catalog, connection)
    }
    self.sortsSets = sortsSets && table.kind == .set
    let dialect = connection.dialect
    let conditions = table.keys.prefix(depth).enumerated().map {
      "\(dialect.quoted($1)) = \(dialect.placeholder($0 + 1))"
    }
    let ownKeys = Array(table.keys.dropFirst(depth))
    let members = ownKeys.isEmpty ? [table.element?.place.column].compactMap(\.self) : ownKeys
    let order = members.map(dialect.quoted) + ["1"]
    let source = "\(dialect.quoted(name)) WHERE \(conditions.joined(separator: " AND "))"
    rows = "SELECT * FROM \(source) ORDER BY \(order.joined(separator: ", "))"
    count = "SELECT count(*) FROM \(source)"
  }

  /// Returns the collection that belongs to a key.
  func value(at key: [StoredValue]) throws -> Form {
    var values: [Form] = []
    var entries: [(key: Form, value: Form)] = []
    try forEachRow(at: key) { row in
      let value = try element(of: row)
      if let key = table.key {
        entries.append((try Form(key, in: row), value))
      } else {
        values.append(value)
      }
      return true
    }
    if table.kind == .dictionary { return Form(entries: entries) }
    return Form(elements: sortsSets ? values.sorted { "\($0)" < "\($1)" } : values)
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

  private func element(of row: Row) throws -> Form {
    guard let element = table.element else { return .null }
    guard let inner else { return try Form(element, in: row) }
    if row.isNull(at: element.position) { return .null }
    return try inner.value(at: innerKey(of: row))
  }
}
