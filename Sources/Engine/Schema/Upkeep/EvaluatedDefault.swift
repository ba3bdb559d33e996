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
///     SELECT pk FROM part WHERE uid IS NULL ORDER BY pk LIMIT 1000
///     UPDATE part SET uid = b.c1 FROM … AS b WHERE part.pk = b.c0
package struct DefaultFilling {
  /// The place of the values, in the table and the column as the class names them.
  let place: PersistenceError.Context
  package let table: String
  package let column: ColumnDefinition
  private let value: EvaluatedDefault
  /// Whether only rows with a value in another column are filled.
  var isOfSomeRows: Bool { value.having != nil }

  /// Makes the step for a column; nil if its default is not evaluated.
  package init?(_ column: RequiredColumn, of table: RequiredTable) {
    guard let value = column.evaluatedDefault else { return nil }
    self.table = table.definition.name
    self.column = column.definition
    self.value = value
    place = PersistenceError.Context(
      className: table.className, property: column.property, table: self.table,
      column: column.definition.name)
  }

  /// Fills the rows and returns their number.
  package func run(on connection: Connection) throws -> Int {
    let walk = RowWalk(
      table, key: [ColumnName.pk], columns: [ColumnName.pk], lacking: column.name,
      having: value.having, connection: connection)
    let rows = RowBatch(mostRows: RowWalk.batch)
    var count = 0
    rows.begin(width: 2)
    try walk.forEach { row in
      if rows.isFull { try write(rows, on: connection) }
      try add(row.integer(at: 0), to: rows)
    } didWalk: {
      count += $0
      try write(rows, on: connection)
    }
    return count
  }

  private func add(_ pk: Int64, to rows: RowBatch) throws {
    rows.addRow()
    rows.set(pk, at: 0)
    do { try value.write(rows, 1) } catch {
      var place = place
      place.pk = pk
      throw place.encodingFailed(error)
    }
  }

  private func write(_ rows: RowBatch, on connection: Connection) throws {
    if rows.count == 0 { return }
    defer { rows.begin(width: 2) }
    let dialect = connection.dialect
    let (table, column) = (dialect.quoted(table), dialect.quoted(self.column.name))
    let batch = self.table.lowercased() == "b" ? "b_2" : "b"
    let source = dialect.rows(
      [.integer, self.column.type], from: dialect.placeholder(1), as: batch)
    if rows.count >= Connection.fewestTogether, let source {
      let statement = try connection.statement(
        sql: dialect.update(
          table, set: [(SQLText(column), "\(batch).c1")], from: SQLText(source),
          where: "\(table).\(ColumnName.pk) = \(batch).c0", returning: []
        ).sql(dialect))
      statement.set(rows, at: 0)
      return try statement.run()
    }
    let statement = try connection.statement(
      sql: """
        UPDATE \(table) SET \(column) = \(dialect.placeholder(2)) \
        WHERE \(ColumnName.pk) = \(dialect.placeholder(1))
        """)
    for row in 0..<rows.count {
      for index in 0..<2 { statement.parameters.copy(rows[row][index], to: index) }
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
