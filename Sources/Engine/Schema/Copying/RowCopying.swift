import PersistentObjectsConnections
import PersistentObjectsDriver

/// A copy of the rows of one table from one database to another, in the order of their keys.
///
///     SELECT pk, last_name FROM person ORDER BY pk
struct RowCopying {
  private let table: TableDefinition
  /// The columns that stay NULL until ``setLateReferences()``, because they refer to rows that do
  /// not exist yet.
  private let lateColumns: [String]
  private let from: Connection
  private let to: Connection

  init(
    _ table: TableDefinition, lateColumns: [String] = [], from: Connection, to: Connection
  ) {
    (self.table, self.lateColumns, self.from, self.to) = (table, lateColumns, from, to)
  }

  /// - Parameter didWrite: called with the number of rows of each batch.
  func run(didWrite: (Int) throws -> Void) throws {
    let statement = try from.statement(sql: selection)
    defer { statement.reset() }
    statement.readByAndBy()
    let insertion = Insertion(
      into: to.dialect.quoted(table.name),
      table.columns.map { (to.dialect.quoted($0.name), $0.type) }, to.dialect)
    let batch = to.newBatch()
    batch.begin(width: table.columns.count)
    while let row = try statement.next() {
      try add(row, to: batch)
      if batch.isFull { try write(batch, insertion, didWrite) }
    }
    try write(batch, insertion, didWrite)
  }

  private var selection: String {
    let dialect = from.dialect
    let columns = table.columns.map(\.name).map {
      lateColumns.contains($0) ? "NULL" : dialect.quoted($0)
    }
    let keys = table.primaryKey.map(dialect.quoted).joined(separator: ", ")
    return """
      SELECT \(columns.joined(separator: ", ")) FROM \(dialect.quoted(table.name)) ORDER BY \(keys)
      """
  }

  /// Sets the columns that ``run(didWrite:)`` has left NULL, once all rows exist.
  ///
  /// - Parameter didWriteSome: called now and then.
  func setLateReferences(didWriteSome: () throws -> Void) throws {
    for column in lateColumns { try setReference(column, didWriteSome) }
  }

  private func setReference(_ column: String, _ didWriteSome: () throws -> Void) throws {
    let (read, written) = (from.dialect, to.dialect)
    let references = try from.statement(
      sql: """
        SELECT \(read.quoted(column)), pk FROM \(read.quoted(table.name)) \
        WHERE \(read.quoted(column)) IS NOT NULL ORDER BY pk
        """)
    defer { references.reset() }
    references.readByAndBy()
    let update = try to.statement(
      sql: """
        UPDATE \(written.quoted(table.name)) SET \(written.quoted(column)) = \(written.placeholder(1)) \
        WHERE pk = \(written.placeholder(2))
        """)
    var count = 0
    while let row = try references.next() {
      for index in 0..<2 { update.set(row.integer(at: index), at: index) }
      try update.run()
      count += 1
      if count % 1000 == 0 { try didWriteSome() }
    }
  }

  private func add(_ row: Row, to batch: RowBatch) throws {
    batch.addRow()
    for (index, column) in table.columns.enumerated() {
      guard column.type.admits(row[index]) else {
        throw misfit(row.kind(at: index), in: column, of: row)
      }
      batch.copy(row[index], to: index)
    }
  }

  private func write(
    _ batch: RowBatch, _ insertion: Insertion, _ didWrite: (Int) throws -> Void
  ) throws {
    if batch.count == 0 { return }
    do {
      try to.insert(batch, insertion) { error, row in
        error.adding(.init(table: table.name, pk: key(of: batch[row])))
      }
    } catch let error as PersistenceError {
      throw refused(batch, error)
    }
    try didWrite(batch.count)
    batch.begin(width: table.columns.count)
  }

  // MARK: Errors

  private func misfit(
    _ kind: StoredKind, in column: ColumnDefinition, of row: Row
  ) -> PersistenceError {
    let stored =
      column.storage.admits(kind) ? "unsigned numbers in another form" : "\(column.storage)"
    return PersistenceError(
      .decodingFailed,
      """
      the column holds \(kind), but its codec stores \(stored); nothing was copied. Repair the row, which \
      `persist check --deep` finds, or let the program rewrite the column with store.recode, and copy again
      """, context: .init(table: table.name, column: column.name, pk: key(of: row)))
  }

  /// Returns the error with the place of a text that not every database accepts, if there is one.
  private func refused(_ batch: RowBatch, _ error: PersistenceError) -> PersistenceError {
    for row in 0..<batch.count {
      for (index, column) in table.columns.enumerated() {
        guard case .text(let utf8) = batch[row][index], let fault = Self.fault(of: utf8) else {
          continue
        }
        return PersistenceError(
          .encodingFailed,
          """
          the text \(fault), which the database cannot store; nothing was copied. Store it as bytes, or change \
          it, and copy again
          """, context: .init(table: table.name, column: column.name, pk: key(of: batch[row])),
          cause: error)
      }
    }
    return error.adding(.init(table: table.name))
  }

  private static func fault(of utf8: UnsafeRawBufferPointer) -> String? {
    if utf8.contains(0) { return "contains a NUL character" }
    return String(validating: utf8, as: UTF8.self) == nil ? "is not valid UTF-8" : nil
  }

  /// Returns the key of the object that a row belongs to.
  private func key(of row: Row) -> Int64? { row.storedInteger(at: 0) }
}
