/// What is wrong with a store's database.
public struct IntegrityReport: Sendable, Hashable {
  /// What was found, in the order in which it was looked for.
  public let problems: [Problem]

  /// Whether nothing is wrong.
  public var isSound: Bool { problems.isEmpty }

  /// Something that is wrong.
  public struct Problem: Sendable, Hashable {
    /// Its kind.
    public let kind: Kind
    /// The table concerned, if it is known.
    public let table: String?
    /// What is wrong.
    public let message: String
  }

  /// Kinds of problems. They may become more.
  public enum Kind: String, Sendable, Hashable {
    /// What the database itself finds: damaged pages, missing entries of indices, rows that refer to
    /// none.
    case database
    /// A reference that no foreign key watches over points at a row or a table that is missing.
    case danglingReference
    /// A table, column or index is recorded and missing.
    case record
    /// A counter of keys is behind the keys that are there, so that it is not used.
    case keyCounter
  }
}

extension IntegrityReport: CustomStringConvertible {
  /// One problem a line, or `sound`.
  public var description: String {
    if isSound { return "sound" }
    return problems.map { problem in
      "\(problem.kind.rawValue): \(problem.table.map { "\($0): " } ?? "")\(problem.message)"
    }.joined(separator: "\n")
  }
}

/// Checks a database, within one snapshot of it.
struct IntegrityCheck {
  let connection: Connection
  let dialect: any Dialect

  func run() throws -> IntegrityReport {
    var problems = try connection.findProblems().map {
      IntegrityReport.Problem(kind: .database, table: $0.table, message: $0.message)
    }
    let catalog = try SchemaCatalog(connection)
    problems += missing(in: catalog)
    for (key, record) in catalog.columns.sorted(by: {
      ($0.key.table, $0.key.column) < ($1.key.table, $1.key.column)
    }) {
      problems += try dangling(key, record, catalog)
    }
    problems += try counters(in: catalog)
    return IntegrityReport(problems: problems)
  }

  // MARK: Records

  private func missing(in catalog: SchemaCatalog) -> [IntegrityReport.Problem] {
    let tables = catalog.records.keys.filter { catalog.tables[$0] == nil }
      .map { record($0, "the table is recorded and missing") }
    let columns = catalog.columns.keys.filter { key in
      catalog.tables[key.table].map { !$0.columns.contains(key.column) } ?? false
    }.map { record($0.table, "the column \($0.column) is recorded and missing") }
    let indices = catalog.indices.filter { name, index in
      catalog.tables[index.table].map { !$0.indices.contains(name) } ?? false
    }.map { record($0.value.table, "the index \($0.key) is recorded and missing") }
    return (tables + columns + indices).sorted {
      ($0.table ?? "", $0.message) < ($1.table ?? "", $1.message)
    }
  }

  private func record(_ table: String, _ message: String) -> IntegrityReport.Problem {
    .init(kind: .record, table: table, message: message)
  }

  // MARK: References

  /// A reference with the table of its object beside it: `pet` and `pet_class`.
  private func dangling(
    _ key: SchemaCatalog.ColumnKey, _ record: SchemaCatalog.RecordedColumn,
    _ catalog: SchemaCatalog
  ) throws -> [IntegrityReport.Problem] {
    let classColumn = key.column + ColumnName.classSuffix
    let columns = catalog.tables[key.table]?.columns ?? []
    guard record.codec.hasPrefix("reference("), columns.contains(key.column),
      columns.contains(classColumn),
      catalog.columns[.init(table: key.table, column: classColumn)]?.codec == record.codec
    else { return [] }
    let declared = String(record.codec.dropFirst("reference(".count).dropLast())
    let (table, column) = (dialect.quoted(key.table), dialect.quoted(key.column))
    let name = "coalesce(\(dialect.quoted(classColumn)), \(dialect.literal(.text(declared))))"
    let targets = try texts(
      "SELECT DISTINCT \(name) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY 1")
    return try targets.compactMap { target in
      let condition = "\(column) IS NOT NULL AND \(name) = \(dialect.literal(.text(target)))"
      let isKnown = catalog.tables[target] != nil
      let missing =
        isKnown
        ? " AND NOT EXISTS (SELECT 1 FROM \(dialect.quoted(target)) AS t WHERE t.pk = \(table).\(column))"
        : ""
      let count = try number("SELECT count(*) FROM \(table) WHERE \(condition)\(missing)")
      guard count > 0 else { return nil }
      return .init(
        kind: .danglingReference, table: key.table,
        message: """
          \(count) \(count == 1 ? "row refers" : "rows refer") by \(key.column) to \
          \(isKnown ? "rows of \(target) that are missing" : "the table \(target), which is missing")
          """)
    }
  }

  // MARK: Keys

  private func counters(in catalog: SchemaCatalog) throws -> [IntegrityReport.Problem] {
    guard catalog.tables[SchemaCatalog.sequenceTable] != nil else { return [] }
    let tables = try texts("SELECT table_name FROM \(SchemaCatalog.sequenceTable) ORDER BY 1")
    return try tables.filter { catalog.tables[$0] != nil }.compactMap { table in
      let behind = try number(
        """
        SELECT count(*) FROM \(SchemaCatalog.sequenceTable) \
        WHERE table_name = \(dialect.literal(.text(table))) \
        AND next_pk <= (SELECT max(pk) FROM \(dialect.quoted(table)))
        """)
      guard behind > 0 else { return nil }
      return .init(
        kind: .keyCounter, table: table,
        message: "rows came in with greater keys than were given out; counting goes on after them")
    }
  }

  // MARK: -

  private func texts(_ sql: String) throws -> [String] {
    let statement = try connection.statement(sql: sql)
    defer { statement.reset() }
    var texts: [String] = []
    while try statement.step() {
      texts.append(String(decoding: statement.bytes(at: 0), as: UTF8.self))
    }
    return texts
  }

  private func number(_ sql: String) throws -> Int {
    let statement = try connection.statement(sql: sql)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }
}
