import PersistentObjects
public import PersistentObjectsDriver

extension InspectedFile {
  /// Prepares one statement that only reads.
  ///
  /// Throws `invalidQuery` for a text that is not a query, or does more than read: `ATTACH`,
  /// `PRAGMA` and `VACUUM` are rejected, too.
  ///
  /// - Parameters:
  ///   - sql: a query.
  ///   - parameters: the values of the query's parameters: that of `:name` under `name`.
  ///   - isDecoded: whether recorded columns in the result are decoded by their codecs. Values that
  ///     these cannot read stay in their stored form, and so do references to several classes unless
  ///     the next column of the result is that of their class.
  public func query(
    _ sql: String, parameters: [String: StoredValue] = [:], isDecoded: Bool = false
  ) throws -> InspectedQuery {
    try Self.requireQuery(sql)
    let text = try Criteria.text(sql, parameters: parameters, connection.dialect)
    let statement = try text.statement(on: connection)
    defer { statement.reset() }
    guard statement.isReadOnly, statement.columnCount > 0 else { throw Self.refused(sql) }
    guard statement.parameters.width == text.values.count else {
      throw Criteria.unnamedParameter(sql)
    }
    let readings = (0..<statement.columnCount).map { isDecoded ? reading(statement, $0) : nil }
    return InspectedQuery(self, text, statement, readings)
  }

  /// Throws unless the statement is a query. SQLite also counts statements as reading that change
  /// settings or write other files.
  private static func requireQuery(_ sql: String) throws {
    let keyword = try Criteria.firstName(in: sql)?.uppercased() ?? ""
    guard ["SELECT", "WITH", "VALUES", "EXPLAIN"].contains(keyword) else { throw refused(sql) }
  }

  private static func refused(_ sql: String) -> PersistenceError {
    PersistenceError(
      .invalidQuery, "only SELECT and VALUES can be run, with or without WITH or EXPLAIN", sql: sql)
  }

  private func reading(_ statement: Statement, _ index: Int) -> ColumnReading? {
    guard let place = place(statement, index) else { return nil }
    // SQLite does not say from which of several joined rows of a table a column comes. Next to each
    // other, the two columns almost always come from the same one.
    let next = index + 1 < statement.columnCount ? self.place(statement, index + 1) : nil
    let isClass =
      next?.table == place.table && next?.column == place.column + ColumnName.classSuffix
    return ColumnReading(place.table, place.column, catalog)?
      .moved(to: index, classAt: isClass ? index + 1 : nil)
  }

  /// Returns the recorded place from which a column of the result comes; nil for an expression.
  private func place(_ statement: Statement, _ index: Int) -> SchemaCatalog.ColumnKey? {
    statement.origin(at: index).map {
      SchemaCatalog.ColumnKey(table: catalog.whole($0.table), column: catalog.whole($0.column))
    }
  }
}

/// A query of a file that is still open.
///
/// ```swift
/// let query = try file.query(
///   "SELECT last_name FROM person WHERE age > :age", parameters: ["age": .integer(30)])
/// try query.forEachRow { row in
///   print(row)
///   return true
/// }
/// ```
public final class InspectedQuery {
  /// The names of the result's columns.
  public let columns: [String]
  /// The file, which stays open as long as the query.
  private let file: InspectedFile
  private let text: SQLText
  private let readings: [ColumnReading?]

  init(
    _ file: InspectedFile, _ text: SQLText, _ statement: Statement, _ readings: [ColumnReading?]
  ) {
    self.file = file
    self.text = text
    self.readings = readings
    columns = readings.indices.map(statement.columnName)
  }

  /// Calls `body` with each row, until it returns false.
  public func forEachRow(_ body: ([InspectedValue]) throws -> Bool) throws {
    // Not before it runs: other queries may have the same text.
    let statement = try text.statement(on: file.connection)
    defer { statement.reset() }
    while let row = try statement.next() {
      guard try body(readings.enumerated().map { value(of: row, at: $0, $1) }) else { return }
    }
  }

  private func value(of row: Row, at index: Int, _ reading: ColumnReading?) -> InspectedValue {
    let stored = InspectedValue(row.value(at: index))
    guard let reading else { return stored }
    return (try? reading.value(in: row)) ?? stored
  }
}
