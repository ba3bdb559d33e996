import PersistentObjects
import PersistentObjectsEngine

/// What columns have where a row says nothing, as far as they are values and no other expressions.
struct ColumnDefaults {
  private var values: [SchemaCatalog.ColumnKey: StoredValue] = [:]
  /// Those that only the database can compute.
  private(set) var computed: Set<SchemaCatalog.ColumnKey> = []

  /// None.
  init() {}

  init(_ connection: Connection) throws {
    let statement = try connection.statement(
      sql: """
        SELECT t.name, c.name, c.dflt_value FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c \
        WHERE t.type = 'table' AND t.rootpage > 0 AND c.dflt_value IS NOT NULL
        """)
    defer { statement.reset() }
    while try statement.step() {
      guard case .text(let table) = statement.value(at: 0),
        case .text(let column) = statement.value(at: 1),
        case .text(let sql) = statement.value(at: 2)
      else { continue }
      let key = SchemaCatalog.ColumnKey(table: table, column: column)
      values[key] = SQLLiteral(sql).value
      if values[key] == nil, sql.uppercased() != "NULL" { computed.insert(key) }
    }
  }

  subscript(table: String, column: String) -> StoredValue? {
    values[.init(table: table, column: column)]
  }
}

/// A value as it stands in SQL. It is read here, not evaluated by the database: in a file of somebody else's
/// any expression may stand in its place.
///
/// ```
/// literal = number | "'" text, each ' doubled "'" | "X'" hexadecimal digits "'"
///         | "CAST(X'" digits "' AS " ("REAL" | "TEXT") ")"      maybe in parentheses
/// ```
struct SQLLiteral {
  /// nil where the text is no literal, or is NULL.
  let value: StoredValue?

  init(_ sql: String) { value = Self.value(of: sql) }

  private static func value(of sql: String) -> StoredValue? {
    if let integer = Int64(sql) { return .integer(integer) }
    if let text = quoted(sql, behind: "'") { return .text(text.replacing("''", with: "'")) }
    if let digits = quoted(sql, behind: "X'") { return bytes(digits).map(StoredValue.blob) }
    if sql.hasPrefix("("), sql.hasSuffix(")") {
      return value(of: String(sql.dropFirst().dropLast()))
    }
    if sql.hasPrefix("CAST(") { return cast(sql.dropFirst(5)) }
    let isDecimal = sql.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    return isDecimal ? Double(sql).map(StoredValue.real) : nil
  }

  /// What stands between a beginning and the `'` that ends the text; nil where that ends earlier.
  private static func quoted(_ sql: some StringProtocol, behind start: String) -> String? {
    guard sql.hasPrefix(start), sql.hasSuffix("'"), sql.count > start.count else { return nil }
    let inner = String(sql.dropFirst(start.count).dropLast())
    return inner.replacing("''", with: "").contains("'") ? nil : inner
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let utf8 = Array(digits.utf8)
    guard utf8.count.isMultiple(of: 2) else { return nil }
    let pairs = stride(from: 0, to: utf8.count, by: 2).map { utf8[$0..<$0 + 2] }
    let bytes = pairs.compactMap { UInt8(String(decoding: $0, as: UTF8.self), radix: 16) }
    return bytes.count == pairs.count ? bytes : nil
  }

  private static func cast(_ sql: Substring) -> StoredValue? {
    for (ending, isReal) in [(" AS REAL)", true), (" AS TEXT)", false)]
    where sql.hasSuffix(ending) {
      guard let digits = quoted(sql.dropLast(ending.count), behind: "X'"),
        let bytes = bytes(digits)
      else { return nil }
      let text = String(decoding: bytes, as: UTF8.self)
      return isReal ? Double(text).map(StoredValue.real) : .text(text)
    }
    return nil
  }
}
