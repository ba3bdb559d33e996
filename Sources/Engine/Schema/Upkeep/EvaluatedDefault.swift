package import PersistentObjectsConnections
package import PersistentObjectsDriver

/// A default value that is evaluated for each row which lacks one. The column has no DEFAULT, which
/// would give one value to all rows.
package struct EvaluatedDefault: Sendable {
  /// Evaluates the default and writes its stored form to a cell. Throws `encodingFailed`.
  package let write: @Sendable (_ cells: RowBatch, _ index: Int) throws -> Void
  /// The column that tells whether a row has the value of which this is a part; nil if each has.
  package let having: String?

  package init(
    having: String? = nil,
    write: @escaping @Sendable (_ cells: RowBatch, _ index: Int) throws -> Void
  ) {
    self.having = having
    self.write = write
  }
}

/// The step that gives each row without a value in a column one of its own.
///
/// The rows of a collection are found by their whole key.
///
///     SELECT pk FROM part WHERE uid IS NULL ORDER BY pk LIMIT 1000
///     UPDATE part SET uid = b.c1 FROM … AS b WHERE part.pk = b.c0
package struct DefaultFilling {
  /// The place of the values, in the table and the column as the class names them.
  let place: PersistenceError.Context
  package let table: String
  package let column: ColumnDefinition
  private let value: EvaluatedDefault
  /// The columns of the primary key.
  private let key: [ColumnDefinition]
  /// Whether only rows with a value in another column are filled.
  var isOfSomeRows: Bool { value.having != nil }

  /// Makes the step for a column; nil if its default is not evaluated.
  package init?(_ column: RequiredColumn, of table: RequiredTable) {
    guard let value = column.evaluatedDefault else { return nil }
    self.table = table.definition.name
    self.column = column.definition
    self.value = value
    let definition = table.definition
    key = definition.primaryKey.map { name in
      definition.columns.first { $0.name == name }
        ?? ColumnDefinition(name: name, storage: .integer)
    }
    place = PersistenceError.Context(
      className: table.className, property: column.property, table: self.table,
      column: column.definition.name)
  }

  /// Fills the rows and returns their number.
  package func run(on connection: Connection) throws -> Int {
    var count = 0
    try connection.forEachTenant(of: table) { count += try fill(on: connection) }
    return count
  }

  private func fill(on connection: Connection) throws -> Int {
    let walk = RowWalk(
      table, key: key.map(\.name), columns: key.map(\.name), lacking: column.name,
      having: value.having, connection: connection)
    let rows = RowBatch(mostRows: RowWalk.batch)
    var count = 0
    rows.begin(width: key.count + 1)
    try walk.forEach { row in
      if rows.isFull { try write(rows, on: connection) }
      try add(row, to: rows)
    } didWalk: {
      count += $0
      try write(rows, on: connection)
    }
    return count
  }

  private func add(_ row: Row, to rows: RowBatch) throws {
    rows.addRow()
    for index in key.indices { rows.copy(row[index], to: index) }
    do { try value.write(rows, key.count) } catch {
      var place = place
      place.pk = row.integer(at: 0)
      throw place.encodingFailed(error)
    }
  }

  private func write(_ rows: RowBatch, on connection: Connection) throws {
    if rows.count == 0 { return }
    defer { rows.begin(width: key.count + 1) }
    let dialect = connection.dialect
    let (table, column) = (dialect.quoted(table), dialect.quoted(self.column.name))
    let batch = self.table.lowercased() == "b" ? "b_2" : "b"
    let source = dialect.rows(
      key.map(\.type) + [self.column.type], from: dialect.placeholder(1), as: batch)
    let names = key.map { dialect.quoted($0.name) }
    if rows.count >= Connection.fewestTogether, let source {
      let isRow = names.enumerated().map { "\(table).\($1) = \(batch).c\($0)" }
      let statement = try connection.statement(
        sql: dialect.update(
          table, set: [(SQLText(column), "\(batch).c\(key.count)")], from: SQLText(source),
          where: SQLText(isRow.joined(separator: " AND ")), returning: []
        ).sql(dialect))
      statement.set(rows, at: 0)
      return try statement.run()
    }
    let isRow = names.enumerated().map { "\($1) = \(dialect.placeholder($0 + 1))" }
    let statement = try connection.statement(
      sql: """
        UPDATE \(table) SET \(column) = \(dialect.placeholder(key.count + 1)) \
        WHERE \(isRow.joined(separator: " AND "))
        """)
    for row in 0..<rows.count {
      for index in 0...key.count { statement.parameters.copy(rows[row][index], to: index) }
      try statement.run()
    }
  }

  /// The number of rows with the greatest keys that are searched for missing values when the class
  /// is used first.
  private static let searchedRows = 100

  /// Returns the query that finds a row without a value among those that were inserted last, by a
  /// program that does not have the property. It does not search all rows: this would take long in
  /// each program with a large table.
  static func lateRows(in table: String, column: String, _ dialect: any Dialect) -> SQLText {
    let (table, column) = (dialect.quoted(table), dialect.quoted(column))
    return """
      SELECT 1 FROM (SELECT \(column) FROM \(table) ORDER BY \(ColumnName.pk) DESC \
      LIMIT \(String(searchedRows))) AS t WHERE \(column) IS NULL LIMIT 1
      """
  }

  /// Returns the query that finds a row without a value.
  package static func rows(in table: String, lacking column: String, _ dialect: any Dialect)
    -> SQLText
  {
    "SELECT 1 FROM \(dialect.quoted(table)) WHERE \(dialect.quoted(column)) IS NULL LIMIT 1"
  }
}

extension DefaultFilling: Equatable {
  package static func == (left: DefaultFilling, right: DefaultFilling) -> Bool {
    left.table == right.table && left.column == right.column
  }
}
