import PersistentObjectsDriver

/// A statement that reaches the rows of one tenant alone. It is written from any other statement,
/// whose tables are each replaced by the tenant's part of them:
///
///     FROM person AS p          FROM (SELECT * FROM person WHERE _persistent_tenant = ?2) AS p
///     UPDATE person SET …       UPDATE person SET … WHERE person._persistent_tenant = ?2 AND (…)
///     DELETE FROM person …      DELETE FROM person WHERE person._persistent_tenant = ?2 AND (…)
///     INSERT INTO person (pk)   INSERT INTO person (_persistent_tenant, pk)
///       VALUES (?1)               VALUES (?2, ?1)
///       SELECT c0 FROM …          SELECT ?2, c0 FROM …
///       ON CONFLICT (pk)          ON CONFLICT (_persistent_tenant, pk)
///
/// A table that is not known to be common to all tenants is taken for one of theirs. If it has no
/// such column, the database refuses the statement. SQL that could name a table in a way that is
/// not understood here is refused, and so are changes of common tables.
struct TenantText {
  private let reach: TenantReach
  private let tenancy: Tenancy
  private let dialect: any Dialect
  private let source: String
  private let tokens: [SQLToken]
  private var position = 0
  private var output: [Piece] = []
  private var groups = [Group()]
  private var parameters = ParameterNumbers()
  private var insertion = Insertion.none
  /// The name of the table that an `UPDATE` or `DELETE` changes, until its condition is written.
  private var changedTable: String?
  private var hasOpenCondition = false
  /// The last two tokens that are not white space.
  private var last: SQLToken?
  private var beforeLast: SQLToken?

  private enum Piece {
    case text(String)
    /// The place of the tenant.
    case tenant
  }

  /// The text between a pair of parentheses, or outside of all.
  private struct Group {
    /// Whether it has a `SELECT`, `UPDATE` or `DELETE` of its own, so that `FROM` names tables.
    var isStatement = false
    /// Whether commas separate tables.
    var listsTables = false
    /// Whether the next token names a table.
    var expectsTable = false
  }

  /// The part that comes next in an `INSERT`.
  private enum Insertion {
    case none, table, columns, rows, conflict, rest
  }

  /// Returns a statement for the rows of one tenant, and the position of the parameter that the
  /// tenant is bound to; nil if it names none of the tenants' tables. Throws `unsupported` for SQL
  /// that cannot be restricted to a tenant.
  static func text(
    for sql: String, _ reach: TenantReach, _ tenancy: Tenancy, _ dialect: any Dialect
  ) throws -> (sql: String, parameter: Int?) {
    var text = try TenantText(sql, reach, tenancy, dialect)
    guard try text.rewrite() else { return (sql, nil) }
    return text.finished()
  }

  private init(
    _ sql: String, _ reach: TenantReach, _ tenancy: Tenancy, _ dialect: any Dialect
  ) throws {
    self.reach = reach
    self.tenancy = tenancy
    self.dialect = dialect
    source = sql
    var scanner = SQLScanner(sql, quotes: dialect.character.nameQuotes)
    var tokens: [SQLToken] = []
    while let token = scanner.next() { tokens.append(token) }
    self.tokens = tokens
    if scanner.isUnterminated { throw refusal("a quote or comment that is not closed") }
    // SQLite ends there, before the condition of the tenant.
    if sql.utf8.contains(0) { throw refusal("the character NUL") }
  }

  private func finished() -> (sql: String, parameter: Int?) {
    var usesTenant = false
    let tenant = dialect.typed(
      SQLText(parameters.placeholder(after: dialect)), tenancy.column.type
    ).sql(dialect)
    let sql = output.map { piece in
      switch piece {
      case .text(let text): return text
      case .tenant:
        usesTenant = true
        return tenant
      }
    }.joined()
    return (sql, usesTenant ? parameters.largest : nil)
  }

  private func refusal(_ reason: String) -> PersistenceError {
    PersistenceError(
      .unsupported,
      """
      a tenant's statement cannot have \(reason): its rows could not be told from those of other \
      tenants. Write it with the methods of a query, or run it in a store without tenants
      """, sql: source)
  }

  // MARK: Statements

  /// Rewrites the statement; returns false if it is none that reads or writes rows.
  private mutating func rewrite() throws -> Bool {
    let first = tokens.first { !$0.isSpace && $0.symbol != "(" }?.keyword
    let isExplained = first == "EXPLAIN"
    guard let first, isExplained || Tenancy.rowKeywords.contains(first) else { return false }
    if isExplained {
      while position < tokens.count,
        tokens[position].keyword.map(Tenancy.rowKeywords.contains) != true
      { copy() }
    }
    try begin()
    while position < tokens.count { try take(tokens[position]) }
    guard groups.count == 1 else { throw refusal("a parenthesis that is not closed") }
    endCondition()
    return true
  }

  private mutating func begin() throws {
    copySpaces()
    guard position < tokens.count else { return }
    switch tokens[position].keyword {
    case "INSERT", "REPLACE": insertion = .table
    case "UPDATE":
      copy()
      copyWords(["OR", "ROLLBACK", "ABORT", "REPLACE", "FAIL", "IGNORE"])
      try takeChangedTable()
    case "DELETE":
      copy()
      copyWords(["FROM"])
      try takeChangedTable()
    case "WITH": throw refusal("WITH")
    default: break
    }
  }

  /// Takes the table that an `UPDATE` or `DELETE` changes.
  private mutating func takeChangedTable() throws {
    copySpaces()
    let (path, name) = try takePath()
    output.append(.text(path))
    groups[0].isStatement = true
    guard try belongsToTenants(name, isChanged: true) else { return }
    changedTable = aliasAhead(afterKeywords: ["SET", "WHERE", "RETURNING"]) ?? path.afterDot
  }

  // MARK: Tokens

  private mutating func take(_ token: SQLToken) throws {
    switch token {
    case .space, .value: copy()
    case .literal: try takeLiteral()
    case .symbol(let symbol): try take(symbol)
    case .name: try takeName(token)
    }
  }

  /// Takes a literal. SQLite also reads a text as a name, where it expects one. Some databases read
  /// `1FROM` as a number and a keyword.
  private mutating func takeLiteral() throws {
    let text = tokens[position].source
    if groups[groups.count - 1].expectsTable { throw refusal("a text in place of a table") }
    guard text.hasPrefix("'") else {
      guard text.allSatisfy({ $0.isHexDigit || "._xX".contains($0) }) else {
        throw refusal("the number \(text)")
      }
      return copy()
    }
    try requireNoPrefix()
    if text.dropFirst().dropLast().lowercased() == ColumnDefinition.tenantName {
      throw refusal("the column \(ColumnDefinition.tenantName)")
    }
    copy()
  }

  /// Throws if a text or name has a prefix: it may then end elsewhere than it seems, as `E'\''`
  /// does, or mean something else, as `U&"\0061"` does.
  private func requireNoPrefix() throws {
    guard position > 0 else { return }
    let before = tokens[position - 1]
    let isUnicode = position > 1 && before.symbol == "&" && tokens[position - 2].keyword == "U"
    if isUnicode || before.keyword.map({ !["X", "B"].contains($0) }) == true {
      throw refusal("a text with a prefix")
    }
  }

  private mutating func take(_ symbol: String) throws {
    switch symbol {
    case "(": try openGroup()
    case ")":
      guard groups.count > 1 else { throw refusal("a parenthesis that closes nothing") }
      groups.removeLast()
      copy()
    case ",":
      if groups[groups.count - 1].listsTables { groups[groups.count - 1].expectsTable = true }
      copy()
    case ";":
      guard tokens[position...].dropFirst().allSatisfy(\.isSpace) else {
        throw refusal("a second statement")
      }
      position = tokens.count
    default:
      if symbol.contains("?"), dialect.placeholder(1).hasPrefix("?") {
        return takeMark(symbol)
      }
      copy()
    }
  }

  /// Takes a placeholder. One without a number gets one, since the tenant's comes after it.
  private mutating func takeMark(_ symbol: String) {
    copy()
    if position < tokens.count, case .literal(let digits) = tokens[position],
      let number = Int(digits)
    {
      parameters.note(number)
      return copy()
    }
    output.append(.text(String(parameters.next())))
  }

  private mutating func openGroup() throws {
    let outer = groups.count - 1
    let isInserted = outer == 0 && [.columns, .rows, .conflict].contains(insertion)
    let next = nextToken(from: position + 1)?.keyword
    if ["WITH", "TABLE"].contains(next) { throw refusal("\(next ?? "")") }
    let isTable = groups[outer].expectsTable
    let isQuery = ["SELECT", "VALUES"].contains(next)
    groups[outer].expectsTable = false
    copy()
    groups.append(
      Group(listsTables: isTable && !isQuery, expectsTable: isTable && !isQuery))
    guard isInserted else { return }
    switch insertion {
    case .columns, .conflict:
      output.append(.text("\(dialect.quoted(ColumnDefinition.tenantName)), "))
      insertion = .rest
    default: output += [.tenant, .text(", ")]
    }
  }

  private mutating func takeName(_ token: SQLToken) throws {
    if token.keyword == nil {
      try requireNoPrefix()
    } else if token.source.unicodeScalars.contains("\u{FEFF}") {
      // SQLite takes it for white space.
      throw refusal("a byte order mark")
    }
    if token.name?.lowercased() == ColumnDefinition.tenantName {
      throw refusal("the column \(ColumnDefinition.tenantName)")
    }
    if let name = token.name, nextToken(from: position + 1)?.symbol == "(", Self.runsSQL(name) {
      throw refusal("the function \(name)")
    }
    if dialect.placeholder(1).hasPrefix("$"), token.name?.hasPrefix("$") == true {
      return try takeNumbered(token)
    }
    if groups[groups.count - 1].expectsTable { return try takeTable() }
    // After AS or a point, or in quotes, a keyword is a name.
    guard let keyword = token.keyword, last?.keyword != "AS", last?.symbol != "." else {
      return copy()
    }
    try take(keyword: keyword)
  }

  /// Takes a placeholder such as `$1`. Any other dollar sign begins a text in PostgreSQL.
  private mutating func takeNumbered(_ token: SQLToken) throws {
    guard let number = token.name.flatMap({ Int($0.dropFirst()) }) else {
      throw refusal("a text between dollar signs")
    }
    parameters.note(number)
    copy()
  }

  private mutating func take(keyword: String) throws {
    let inner = groups.count - 1
    switch keyword {
    case "SELECT":
      groups[inner] = Group(isStatement: true)
      copy()
      if inner == 0, insertion != .none { try beginSelectedRows() }
      return
    case "FROM" where groups[inner].isStatement && !isComparison:
      (groups[inner].listsTables, groups[inner].expectsTable) = (true, true)
    case "JOIN" where groups[inner].listsTables: groups[inner].expectsTable = true
    case "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT":
      groups[inner].listsTables = false
      if keyword == "WHERE" && inner == 0 { return beginCondition() }
    case "RETURNING" where inner == 0:
      endCondition()
      if insertion == .rows { insertion = .rest }
    case "INTO" where insertion == .table && inner == 0:
      copy()
      return try takeInsertedTable()
    case "WITH", "USING", "INTO", "TABLE", "MERGE":
      let isJoin = keyword == "USING" && nextToken(from: position + 1)?.symbol == "("
      if !isJoin && (keyword != "WITH" || insertion != .none) { throw refusal(keyword) }
    case "VALUES" where inner == 0 && insertion == .columns: throw refusal("no list of columns")
    case "VALUES" where inner == 0 && insertion == .rest: insertion = .rows
    case "ON" where insertion == .rows: insertion = .rest
    case "CONFLICT" where inner == 0 && insertion == .rest: insertion = .conflict
    case "DO" where insertion == .conflict: insertion = .rest
    // SQLite takes the name of a table for all its rows.
    case "IN" where nextToken(from: position + 1)?.symbol != "(": throw refusal("IN with a name")
    default: break
    }
    copy()
  }

  /// Whether `FROM` belongs to `IS [NOT] DISTINCT FROM`.
  private var isComparison: Bool {
    last?.keyword == "DISTINCT" && ["IS", "NOT"].contains(beforeLast?.keyword)
  }
}

// MARK: - Tables

extension TenantText {
  /// Takes a table after `FROM` or `JOIN`.
  private mutating func takeTable() throws {
    let inner = groups.count - 1
    if tokens[position].keyword == "LATERAL" { return copy() }
    groups[inner].expectsTable = false
    let (path, name) = try takePath()
    if nextToken(from: position)?.symbol == "(" {
      guard Self.makesRows(name) else { throw refusal("the function \(name) in place of a table") }
      return output.append(.text(path))
    }
    let isRestricted = try !Self.isCatalog(path) && belongsToTenants(name)
    if !isRestricted { return output.append(.text(path)) }
    output += [
      .text("(SELECT * FROM \(path) WHERE \(dialect.quoted(ColumnDefinition.tenantName)) = "),
      .tenant,
      .text(")"),
    ]
    if aliasAhead(afterKeywords: Self.afterTable) == nil {
      output.append(.text(" AS \(path.afterDot)"))
    }
  }

  /// Whether a table describes the tables of the database, and holds none of their values.
  private static func isCatalog(_ path: String) -> Bool {
    ["sqlite_schema", "sqlite_master", "sqlite_stat1"].contains(path.lowercased())
  }

  /// Whether a function in place of a table makes its rows of its arguments alone, or of the names
  /// of tables and columns.
  private static func makesRows(_ function: String) -> Bool {
    let name = function.lowercased()
    return ["unnest", "generate_series", "generate_subscripts", "_persistent_rows"].contains(name)
      || ["json", "regexp_", "string_to_", "pragma_"].contains(where: name.hasPrefix)
  }

  /// Whether a function of PostgreSQL runs SQL that it is given as a text, reads files, or changes
  /// settings.
  private static func runsSQL(_ function: String) -> Bool {
    let name = function.lowercased()
    return ["set_config", "ts_stat", "ts_rewrite"].contains(name) || name.contains("_to_xml")
      || ["dblink", "crosstab", "connectby", "lo_", "pg_read_", "pg_ls_"].contains(
        where: name.hasPrefix)
  }

  /// Returns whether a table belongs to the tenants. Throws if the connection does not reach it.
  private func belongsToTenants(_ table: String, isChanged: Bool = false) throws -> Bool {
    let belongs = tenancy.separates(table)
    switch reach {
    case .common where belongs:
      throw PersistenceError(
        .unsupported,
        """
        the rows of table '\(table)' belong to tenants; open the store for one of them, with \
        store.tenant(_:), or name the class in the `shared` classes of the store's tenants
        """, context: .init(table: table), sql: source)
    case .tenant where isChanged && tenancy.isCommon(table):
      throw PersistenceError(
        .readOnly,
        """
        all tenants share table '\(table)'; change its objects in a transaction of the whole store
        """, context: .init(table: table), sql: source)
    default: return belongs
    }
  }

  private mutating func takeInsertedTable() throws {
    copySpaces()
    let (path, name) = try takePath()
    output.append(.text(path))
    guard try belongsToTenants(name, isChanged: true) else {
      insertion = .none
      return
    }
    insertion = .columns
  }

  /// Writes the tenant as the first value of a `SELECT` whose rows are inserted.
  private mutating func beginSelectedRows() throws {
    if insertion == .columns { throw refusal("no list of columns") }
    if ["DISTINCT", "ALL"].contains(nextToken(from: position)?.keyword) {
      throw refusal("DISTINCT after INSERT")
    }
    output += [.text(" "), .tenant, .text(",")]
  }

  /// The keywords that may follow a table without an alias.
  private static let afterTable: Set<String> = [
    "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT", "JOIN", "LEFT",
    "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "OUTER", "ON", "USING", "RETURNING", "OFFSET",
    "FETCH", "FOR", "WINDOW", "SET",
  ]

  /// Takes the name of a table, which may have that of its schema before it.
  private mutating func takePath() throws -> (path: String, name: String) {
    guard position < tokens.count, case .name(var name, var path) = tokens[position] else {
      throw refusal("anything but a name in place of a table")
    }
    advance()
    while position + 1 < tokens.count, tokens[position].symbol == ".",
      case .name(let next, let text) = tokens[position + 1]
    {
      (name, path) = (next, "\(path).\(text)")
      advance()
      advance()
    }
    return (path, name)
  }

  /// Returns the name that a table gets in its statement; nil if one of the keywords follows, or
  /// nothing that is a name.
  private func aliasAhead(afterKeywords keywords: Set<String>) -> String? {
    guard let next = nextToken(from: position), case .name(_, let text) = next else { return nil }
    if next.keyword == "AS" {
      let rest = tokens[position...].drop { $0.keyword != "AS" }.dropFirst()
      guard case .name(_, let alias)? = rest.first(where: { !$0.isSpace }) else { return nil }
      return alias
    }
    return next.keyword.map(keywords.contains) == true ? nil : text
  }
}

// MARK: - Conditions

extension TenantText {
  private mutating func beginCondition() {
    copy()
    guard let table = changedTable else { return }
    changedTable = nil
    hasOpenCondition = true
    while position < tokens.count, tokens[position].isSpace { advance() }
    output.append(.text(" "))
    writeCondition(table)
    output.append(.text(" AND ("))
  }

  /// Ends the condition of an `UPDATE` or `DELETE`, or writes one.
  private mutating func endCondition() {
    guard hasOpenCondition || changedTable != nil else { return }
    while case .text(" ")? = output.last { output.removeLast() }
    if let table = changedTable {
      output.append(.text(" WHERE "))
      writeCondition(table)
    } else {
      output.append(.text(")"))
    }
    (changedTable, hasOpenCondition) = (nil, false)
    if position < tokens.count { output.append(.text(" ")) }
  }

  private mutating func writeCondition(_ table: String) {
    output += [.text("\(table).\(dialect.quoted(ColumnDefinition.tenantName)) = "), .tenant]
  }

  // MARK: Reading

  private mutating func copy() {
    output.append(.text(tokens[position].source))
    advance()
  }

  private mutating func advance() {
    if !tokens[position].isSpace { (beforeLast, last) = (last, tokens[position]) }
    position += 1
  }

  private mutating func copySpaces() {
    while position < tokens.count, tokens[position].isSpace { copy() }
  }

  private mutating func copyWords(_ words: Set<String>) {
    copySpaces()
    while position < tokens.count, tokens[position].keyword.map(words.contains) == true {
      copy()
      copySpaces()
    }
  }

  private func nextToken(from start: Int) -> SQLToken? {
    tokens[min(start, tokens.count)...].first { !$0.isSpace }
  }
}

extension String {
  /// The part after the last point outside of quotes: the name of a table without its schema.
  fileprivate var afterDot: String {
    var isQuoted = false
    var start = startIndex
    for index in indices {
      if self[index] == "\"" { isQuoted.toggle() }
      if self[index] == ".", !isQuoted { start = self.index(after: index) }
    }
    return String(self[start...])
  }
}

/// The numbers of a statement's placeholders.
private struct ParameterNumbers {
  private(set) var largest = 0

  mutating func note(_ number: Int) { largest = max(largest, number) }

  mutating func next() -> Int {
    largest += 1
    return largest
  }

  /// Returns the placeholder after all others.
  func placeholder(after dialect: any Dialect) -> String {
    // A number that is always written, unlike those of `placeholder(_:)` from 100 on.
    dialect.placeholder(1).dropLast() + String(largest + 1)
  }
}
