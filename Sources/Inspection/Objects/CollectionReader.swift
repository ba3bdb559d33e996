import PersistentObjects
import PersistentObjectsEngine
import PersistentObjectsSQLite

/// Reads one collection of an object: the rows of its child table and, for collections in collections, of
/// the tables inside.
final class CollectionReader<Form: PropertyForm> {
  let name: String
  /// Where the class's own table says whether the collection is nil.
  let presencePosition: Int?
  private let level: CollectionLevel<Form>

  init(
    _ name: String, _ table: String, presence: Int?, _ catalog: SchemaCatalog,
    _ connection: Connection
  ) {
    self.name = name
    presencePosition = presence
    level = CollectionLevel(table, depth: 1, catalog, connection)
  }

  /// The collection of an object.
  func value(of pk: Int64) throws -> Form { try level.value(at: [.integer(pk)]) }
}

/// Reads the rows of one child table.
private final class CollectionLevel<Form: PropertyForm> {
  private let table: CollectionTable
  private let sql: String
  private let connection: Connection
  private let inner: CollectionLevel<Form>?

  init(_ name: String, depth: Int, _ catalog: SchemaCatalog, _ connection: Connection) {
    self.connection = connection
    table = CollectionTable(name, depth: depth, catalog)
    inner = table.inner.map { CollectionLevel($0, depth: depth + 1, catalog, connection) }
    let dialect = SQLiteDialect()
    let conditions = table.keys.prefix(depth).enumerated().map {
      "\(dialect.quoted($1)) IS \(dialect.placeholder($0 + 1))"
    }
    let order = table.keys.dropFirst(depth).map(dialect.quoted) + ["1"]
    sql = """
      SELECT * FROM \(dialect.quoted(name)) WHERE \(conditions.joined(separator: " AND ")) \
      ORDER BY \(order.joined(separator: ", "))
      """
  }

  func value(at key: [StoredValue]) throws -> Form {
    // A statement of its own: rows of the same table may be read further out.
    let statement = try connection.statement(sql: sql)
    defer { statement.reset() }
    for (index, value) in key.enumerated() { statement.set(value, at: index) }
    var values: [Form] = []
    var entries: [(key: Form, value: Form)] = []
    while try statement.step() {
      let value = try element(of: statement)
      if let key = table.key {
        entries.append((try Form(key, in: statement), value))
      } else {
        values.append(value)
      }
    }
    return table.kind == .dictionary ? Form(entries: entries) : Form(elements: values)
  }

  private func element(of row: Cells) throws -> Form {
    guard let element = table.element else { return .null }
    guard let inner else { return try Form(element, in: row) }
    if row.isNull(at: element.position) { return .null }
    return try inner.value(at: table.keys.indices.map { row.value(at: $0) })
  }
}
