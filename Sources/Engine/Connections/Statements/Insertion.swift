package import PersistentObjectsDriver

/// The texts that insert rows into a table: a whole batch, if the driver takes one, or one row.
package struct Insertion: Sendable {
  /// The text for a large batch; nil if there is no faster one.
  private let load: (text: StatementText, fewestRows: Int)?
  private let batch: StatementText?
  package let row: StatementText
  /// Whether the rows before a refused one stay, so that their number tells which row was refused.
  let keepsRowsBeforeRefused: Bool

  /// - Parameters:
  ///   - table: the quoted name of the table.
  ///   - columns: the quoted names and the types of the columns.
  package init(
    into table: String, _ columns: [(name: String, type: ColumnType)], _ dialect: any Dialect
  ) {
    let names = columns.map(\.name).joined(separator: ", ")
    let values = columns.indices.map { dialect.placeholder($0 + 1) }.joined(separator: ", ")
    keepsRowsBeforeRefused = dialect.character.keepsRowsBeforeRefused
    row = StatementText("INSERT INTO \(table) (\(names)) VALUES (\(values))")
    load = (dialect as? any BatchLoading).map { loading in
      let text = loading.load(into: table, columns.map(\.name))
      return (StatementText(text), loading.fewestRowsToLoad)
    }
    let cells = columns.indices.map { "c\($0)" }.joined(separator: ", ")
    let rows = dialect.rows(columns.map(\.type), from: dialect.placeholder(1), as: nil)
    batch = rows.map {
      StatementText("\(dialect.insertRows) \(table) (\(names)) SELECT \(cells) FROM \($0)")
    }
  }

  /// Returns whether `count` rows are loaded by the database's own method, which cannot add the
  /// tenant to each.
  func loads(_ count: Int, on connection: Connection) -> Bool {
    load.map { count >= $0.fewestRows && !connection.servesTenant } ?? false
  }

  /// Returns the text for `count` rows at once; nil if they are written one by one.
  func text(for count: Int, on connection: Connection) -> StatementText? {
    if let load, loads(count, on: connection) { return load.text }
    return count >= Connection.fewestTogether ? batch : nil
  }
}

extension Connection {
  /// The smallest number of rows that are written together. Writing fewer one by one costs the
  /// same.
  package static let fewestTogether = 8

  /// Makes an empty batch for rows to be written.
  package func newBatch() -> RowBatch {
    RowBatch(mostRows: character.largestBatch.rows, mostBytes: character.largestBatch.bytes)
  }

  /// Inserts rows. The rows before a refused one may stay until the transaction is rolled back.
  ///
  /// - Parameter refusal: turns the database's error into the error of a row.
  package func insert(
    _ rows: RowBatch, _ insertion: Insertion,
    refusal: (_ error: PersistenceError, _ row: Int) -> any Error
  ) throws {
    guard let text = insertion.text(for: rows.count, on: self) else {
      return try insertEach(rows, insertion.row, refusal: refusal)
    }
    let statement = try statement(text)
    statement.set(rows, at: 0)
    do {
      try attempting { try statement.run() }
    } catch let error as PersistenceError where insertion.keepsRowsBeforeRefused {
      let written = statement.changes
      throw written < rows.count ? refusal(error, written) : error
    } catch let error as PersistenceError
      where [.constraintViolated, .encodingFailed].contains(error.code)
    {
      // The database does not tell which of the rows was refused.
      try insertEach(rows, insertion.row, refusal: refusal)
    }
  }

  private func insertEach(
    _ rows: RowBatch, _ text: StatementText,
    refusal: (_ error: PersistenceError, _ row: Int) -> any Error
  ) throws {
    try statement(text).run(for: rows, refusal: refusal)
  }
}
