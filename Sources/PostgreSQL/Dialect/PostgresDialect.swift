package import PersistentObjectsDriver

/// The SQL of PostgreSQL.
package struct PostgresDialect: Dialect {
  private let isolation: PostgresConfiguration.Isolation
  private let maximumWriters: Int
  private let attempts: Int
  let isDistributed: Bool
  let foreignKeys: PostgresConfiguration.ForeignKeyChecks
  let hasRowSecurity: Bool
  let spreadsTenants: Bool
  /// Whether this writes what is recorded of indices, rather than the SQL of the server.
  private(set) var isRecording = false

  /// A dialect without native types, casts and collations, and with SQLite's functions.
  package var recordingDialect: (any Dialect)? {
    var copy = self
    copy.isRecording = true
    return copy
  }

  init(_ configuration: PostgresConfiguration) {
    isolation = configuration.isolation
    maximumWriters = configuration.maximumWriters
    attempts = configuration.attempts
    isDistributed = configuration.isDistributed || configuration.spreadsTenants
    hasRowSecurity = configuration.hasRowSecurity
    spreadsTenants = configuration.spreadsTenants
    foreignKeys = configuration.foreignKeys
  }

  /// The character of PostgreSQL, with the limits of its usual build.
  package var character: DatabaseCharacter {
    var character = DatabaseCharacter()
    character.maximumWriters = maximumWriters
    character.attempts = attempts
    character.usualConnections = .max
    character.failureSpoilsTransaction = true
    character.defersConstraints = foreignKeys == .atCommit
    character.hasForeignKeys = foreignKeys != .never
    character.nullPlacement = .last
    character.longestName = 63
    character.systemColumns = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]
    // The server looks for tables in its own catalog first.
    character.reservedTablePrefixes = ["pg_"]
    character.longestChainOfJoins = 12
    character.maximumParameters = Self.maximumParameters
    character.backupProgram = "pg_dump"
    character.largestBatch = (rows: 32_768, bytes: 4 << 20)
    return character
  }

  /// The types of more parameters do not fit into the longest message that libpq accepts for them.
  static let maximumParameters = 7_498

  // MARK: Names and parameters

  /// The name, shortened to 63 bytes: unquoted if it is plain, lower-case and not a keyword;
  /// otherwise in double quotes.
  package func quoted(_ name: String) -> String {
    let name = character.shortened(name)
    return Self.isPlain(name) && !Self.keywords.contains(name)
      ? name : Self.enclosed(name, in: "\"")
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_")
    }
  }

  /// `$1`, `$2` and so on.
  package func placeholder(_ number: Int) -> String { "$\(number)" }

  /// `TRUE` or `FALSE`.
  package func constant(_ value: Bool) -> String {
    isRecording ? (value ? "1" : "0") : (value ? "TRUE" : "FALSE")
  }

  // MARK: Conditions

  /// `x IS NOT DISTINCT FROM y`.
  package func isSame(_ left: SQLText, _ right: SQLText) -> SQLText {
    isRecording ? "\(left) IS \(right)" : "\(left) IS NOT DISTINCT FROM \(right)"
  }

  /// `x ILIKE $1 ESCAPE '\'`; with the collation "C", only ASCII letters have two cases.
  package func matches(_ text: SQLText, _ pattern: SQLText, escape: Character?) -> SQLText {
    if isRecording {
      let escape = escape.map { " ESCAPE \(Self.literal(String($0)))" } ?? ""
      return "\(text) LIKE \(pattern)\(escape)"
    }
    let escape = Self.literal(escape.map { String($0) } ?? "")
    return "\(text) COLLATE \"C\" ILIKE \(pattern) ESCAPE \(escape)"
  }

  /// `strpos(x, $1) > 0`.
  package func contains(_ text: SQLText, _ part: SQLText) -> SQLText {
    isRecording ? "instr(\(text), \(part)) > 0" : "strpos(\(text), \(part)) > 0"
  }

  /// `right(x, 3) = $1`.
  package func hasSuffix(_ text: SQLText, _ suffix: String) -> SQLText {
    isRecording
      ? "substr(CAST(\(text) AS BLOB), -\(suffix.utf8.count)) = CAST(\(.text(suffix)) AS BLOB)"
      : "right(\(text), \(suffix.unicodeScalars.count)) = \(.text(suffix))"
  }

  /// `CAST($1 AS bigint)`.
  package func typed(_ value: SQLText, _ type: ColumnType) -> SQLText {
    if isRecording { return value }
    let name = name(of: type)
    return "CAST(\(value) AS \(name))\(Self.collation(of: name))"
  }

  /// `(x)::int::bigint` for a `boolean`, and so on.
  package func stored(_ expression: SQLText, _ type: ColumnType) -> SQLText {
    isRecording ? expression : NativeType(type)?.stored(expression) ?? expression
  }

  /// `(x)::int::boolean` for a `boolean`, and so on.
  package func native(_ expression: SQLText, _ type: ColumnType) -> SQLText {
    isRecording ? expression : NativeType(type)?.native(expression) ?? expression
  }

  // MARK: Rows

  /// `LIMIT 10 OFFSET 20`; an offset alone has `LIMIT ALL`.
  package func limit(_ count: Int?, offset: Int?) -> String {
    " LIMIT \(count.map { String($0) } ?? "ALL")" + (offset.map { " OFFSET \($0)" } ?? "")
  }

  /// `x = ANY ($1)`.
  package func isMember(
    _ expression: String, _ placeholder: String, _ type: ColumnType
  ) -> String {
    let array = array(placeholder, column: 0, of: type)
    return isOfAnyKind(type)
      ? "\(expression) IN (SELECT ARRAY[f] FROM unnest(\(array)) AS u (v), \(SortableCell.forms(of: "v")) AS e (f))"
      : "\(expression) = ANY (\(array))"
  }

  /// `unnest($1, $2) AS b (c0, c1)`, with an array for each column.
  package func rows(
    _ columns: [ColumnType], from placeholder: String, as name: String?
  ) -> String? {
    let name = name ?? "batch"
    let arrays = columns.enumerated().map { array(placeholder, column: $0, of: $1) }
    let names = columns.indices.map { "c\($0)" }.joined(separator: ", ")
    let source = "unnest(\(arrays.joined(separator: ", ")))"
    guard columns.contains(where: isOfAnyKind) else { return "\(source) AS \(name) (\(names))" }
    let cells = columns.enumerated().map { index, type in
      isOfAnyKind(type)
        ? "CASE WHEN c\(index) IS NOT NULL THEN ARRAY[c\(index)] END AS c\(index)" : "c\(index)"
    }
    return """
      (SELECT \(cells.joined(separator: ", ")) FROM \(source) AS u (\(names))) AS \(name)
      """
  }

  private func array(_ placeholder: String, column: Int, of type: ColumnType) -> String {
    if isOfAnyKind(type) { return "\(placeholder).\(column)x::bytea[]" }
    return "\(placeholder).\(column)::\(name(of: type))[]"
  }

  func isOfAnyKind(_ type: ColumnType) -> Bool {
    type.storage == .any && NativeType(type) == nil
  }

  // MARK: Plans

  /// `EXPLAIN (COSTS OFF)`.
  package func explain(_ sql: String) -> String { "EXPLAIN (COSTS OFF) \(sql)" }

  /// Each row is a line; the nested steps of a step follow it, indented.
  package func steps(ofExplanation rows: [[StoredValue]]) -> [StatementPlan.Step] {
    var lines = rows.compactMap { row -> (depth: Int, text: String)? in
      guard case .text(let line)? = row.first else { return nil }
      return (line.prefix { $0 == " " }.count, line.trimmingSpace.withoutArrow)
    }[...]
    return Self.takeSteps(&lines, deeperThan: -1)
  }

  private static func takeSteps(
    _ lines: inout ArraySlice<(depth: Int, text: String)>, deeperThan depth: Int
  ) -> [StatementPlan.Step] {
    var steps: [StatementPlan.Step] = []
    while let first = lines.first, first.depth > depth {
      lines.removeFirst()
      steps.append(
        StatementPlan.Step(text: first.text, steps: takeSteps(&lines, deeperThan: first.depth)))
    }
    return steps
  }

  // MARK: Transactions

  /// The beginning of a transaction that sees one state of the database.
  package var beginRead: String { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" }

  /// The beginning of a transaction with the configured isolation.
  package var beginWrite: String { "BEGIN ISOLATION LEVEL \(isolation.rawValue)" }

  /// The beginning of a transaction that sees what others have committed before each of its
  /// statements: Citus reads and writes tables of its own for each table that is made, so that
  /// transactions with a stricter isolation conflict, even if they make other tables.
  package var beginUpkeep: String? {
    isDistributed ? "BEGIN ISOLATION LEVEL READ COMMITTED" : nil
  }

  /// `RELEASE name`.
  package func release(_ name: String) -> String { "RELEASE \(name)" }

  /// `ROLLBACK TO name`.
  package func rollBack(to name: String) -> String { "ROLLBACK TO \(name)" }

  /// The increment of the layout version, which is a row in a table of the driver.
  package var announceLayout: [String] { [LayoutTable.increment] }

  /// `dependent_objects_still_exist`.
  package func refusesDrop(_ error: PersistenceError) -> Bool { error.databaseCode == "2BP01" }
}

extension String {
  fileprivate var withoutArrow: String {
    hasPrefix("->") ? String(dropFirst(2)).trimmingSpace : self
  }
}

extension PostgresDialect: NumberComparing {
  /// Returns whether the columns are of type `bytea[]`.
  package func distinguishesNumbers(in type: ColumnType) -> Bool { isOfAnyKind(type) }

  /// `count BETWEEN … AND …`, from the least form of the number to the greatest.
  package func comparison(
    of expression: SQLText, _ operator: String, with value: SQLText
  ) -> SQLText {
    let (least, greatest) = SortableCell.bounds(of: value)
    return switch `operator` {
    case "=": "\(expression) BETWEEN \(least) AND \(greatest)"
    case "<", ">=": "\(expression) \(`operator`) \(least)"
    default: "\(expression) \(`operator`) \(greatest)"
    }
  }
}
